/** The latest value of each key, once it has been quiet for a while. */

export class Debounce<K, V> {
  readonly #delay: number;
  readonly #most: number;
  readonly #send: (key: K, value: V) => void;
  readonly #waiting = new Map<K, { value: V; timer: NodeJS.Timeout }>();

  /** `delay` in ms; at most `most` keys wait, further ones are dropped. */
  constructor(delay: number, most: number, send: (key: K, value: V) => void) {
    this.#delay = delay;
    this.#most = most;
    this.#send = send;
  }

  put(key: K, value: V): void {
    const waiting = this.#waiting.get(key);
    if (!waiting && this.#waiting.size >= this.#most) {
      return;
    }
    clearTimeout(waiting?.timer);
    this.#waiting.set(key, { value, timer: setTimeout(() => this.#fire(key), this.#delay) });
  }

  /** Forgets what waits. */
  clear(): void {
    for (const { timer } of this.#waiting.values()) {
      clearTimeout(timer);
    }
    this.#waiting.clear();
  }

  #fire(key: K): void {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (waiting) {
      this.#send(key, waiting.value);
    }
  }
}
