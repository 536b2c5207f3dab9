import { Crate } from './crate';

/** How many. */
export const LIMIT = 40;

export const weigh = (item: Crate, factor = 1): number => {
  const local = factor * 2;
  return item.weight * local;
};

const remember = memo(function inner(item: Crate) {
  return item.id;
});

@Stored()
export class Shelf extends Crate {
  static count = 0;
  private onClick = async () => {
    await this.refill();
  };

  constructor(private size: number) {
    super();
  }

  // Old callers pass nothing.
  refill(): void;
  @Logged
  refill(amount?: number): void {
    this.size += amount ?? 1;
  }

  get full() {
    return this.size > LIMIT;
  }
}

interface Store {
  find(name: string): Shelf | undefined;
  size: number;
}

type Name = string | symbol;

enum Colour { Red, Green }

namespace Inner {
  export function deep() {
    return 1;
  }
}

export const handlers = {
  open(event: Event) {
    return event;
  },
  close: (event: Event) => {
    return null;
  },
};

export default function () {
  return 3;
}

describe('a shelf', () => {
  it('holds crates', async () => {
    expect(1).toBe(1);
  });
  test.skip(`counts`, function () {
    expect(2).toBe(2);
  });
});
