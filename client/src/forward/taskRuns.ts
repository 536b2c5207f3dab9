/** Tasks that run, and those that just ended: a task in a terminal is seen there too, and is told once. Pure. */

/** How long the end of a task waits for what the terminal saw of it. */
const OUTPUT_WITHIN = 1_000; // ms

interface Ended {
  output: string;
  milliseconds: number;
}

interface Run {
  command: string;
  since: number;
  output?: string;
  tell?: () => void;
  timer?: NodeJS.Timeout;
}

export class TaskRuns {
  readonly #runs = new Map<object, Run>();

  started(task: object, command: string): void {
    this.#runs.set(task, { command: command.trim(), since: Date.now() });
  }

  /** `tell` is called once, with the output if the terminal saw it. */
  ended(task: object, tell: (ended: Ended) => void): void {
    const run = this.#runs.get(task);
    if (!run) {
      tell({ output: '', milliseconds: 0 });
      return;
    }
    const milliseconds = Date.now() - run.since;
    run.tell = () => {
      clearTimeout(run.timer);
      this.#runs.delete(task);
      tell({ output: run.output ?? '', milliseconds });
    };
    if (run.output !== undefined || run.command === '') {
      run.tell();
    } else {
      run.timer = setTimeout(run.tell, OUTPUT_WITHIN);
    }
  }

  /** A terminal saw a command and its output; whether it was a task's. */
  printed(command: string, output: string): boolean {
    const run = [...this.#runs.values()].find((each) => each.command === command.trim() && each.output === undefined);
    if (!run) {
      return false;
    }
    run.output = output;
    run.tell?.();
    return true;
  }

  /** A task is over; one without a process ends here. */
  gone(task: object): void {
    if (!this.#runs.get(task)?.tell) {
      this.#runs.delete(task);
    }
  }

  clear(): void {
    this.#runs.forEach(({ timer }) => clearTimeout(timer));
    this.#runs.clear();
  }
}
