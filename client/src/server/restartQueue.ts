/** Runs restarts one after another: however many are asked for while one runs, one more follows. */

export class RestartQueue {
  readonly #restart: (signal: AbortSignal) => Promise<void>;
  #running: Promise<void> | undefined;
  #current = new AbortController();
  #again = false;

  /** `restart` must not throw; its signal fires when a newer request makes it pointless. */
  constructor(restart: (signal: AbortSignal) => Promise<void>) {
    this.#restart = restart;
  }

  /** Resolves when the server is in the state that the latest request asked for. */
  request(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      this.#current.abort();
      return this.#running;
    }
    this.#running = this.#drain().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Stops what is running and drops what waits. */
  async close(): Promise<void> {
    this.#again = false;
    this.#current.abort();
    await this.#running;
  }

  async #drain(): Promise<void> {
    do {
      this.#again = false;
      this.#current = new AbortController();
      await this.#restart(this.#current.signal);
    } while (this.#again);
  }
}
