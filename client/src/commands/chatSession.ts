/** The name under which the server remembers what a chat was given, so that it is not given the same twice. Pure. */

/** After so long without a context the chat is taken for another one: a note too many costs less than a missing one. */
export const QUIET_MS = 60 * 60 * 1000;

/** No editor tells an extension which chat is open: a chat is one window's, until it was quiet for long or is new. */
export class ChatSession {
  private chat = 1;
  private usedAt = Number.NEGATIVE_INFINITY;
  private readonly window: string;

  /** `window` names this window among all others. */
  constructor(window: string) {
    this.window = window;
  }

  /** The name of the chat that is asked for now. `now` is in milliseconds. */
  name(now: number): string {
    if (this.usedAt > Number.NEGATIVE_INFINITY && now - this.usedAt > QUIET_MS) {
      this.startAnew();
    }
    this.usedAt = now;
    return `editor ${this.window} chat ${this.chat}`;
  }

  /** The user says that the chat is a new one: it has nothing yet. */
  startAnew(): void {
    this.chat += 1;
  }
}
