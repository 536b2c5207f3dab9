/** What a command printed, however much: its beginning and its end, and how much was cut between. Pure. */

export class HeadAndTail {
  readonly #most: number;
  #head = '';
  #tail: string[] = [];
  #inTail = 0;
  #cut = 0;

  /** Keeps at most `most` characters: half from the beginning, half from the end. */
  constructor(most: number) {
    this.#most = Math.floor(most / 2);
  }

  add(chunk: string): void {
    const room = this.#most - this.#head.length;
    this.#head += chunk.slice(0, Math.max(0, room));
    const rest = room > 0 ? chunk.slice(room) : chunk;
    if (rest === '') {
      return;
    }
    this.#tail.push(rest);
    this.#inTail += rest.length;
    while (this.#inTail > this.#most) {
      this.#dropFromTail(this.#inTail - this.#most);
    }
  }

  text(): string {
    const mark = this.#cut > 0 ? `\n… [${this.#cut} characters cut] …\n` : '';
    return this.#head + mark + this.#tail.join('');
  }

  #dropFromTail(excess: number): void {
    const first = this.#tail[0] ?? '';
    const dropped = Math.min(excess, first.length);
    if (dropped === first.length) {
      this.#tail.shift();
    } else {
      this.#tail[0] = first.slice(dropped);
    }
    this.#inTail -= dropped;
    this.#cut += dropped;
  }
}
