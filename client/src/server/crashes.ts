/** What to do when the server's process ends by itself: start it again, but not for ever. */
import { CloseAction, ErrorAction } from 'vscode-languageclient/node';
import type { CloseHandlerResult, ErrorHandler, ErrorHandlerResult } from 'vscode-languageclient/node';

const TOO_MANY = 4;
const WITHIN = 180_000; // ms

export class Crashes implements ErrorHandler {
  readonly #gaveUp: (why: string) => void;
  #times: number[] = [];

  constructor(gaveUp: (why: string) => void) {
    this.#gaveUp = gaveUp;
  }

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.#times = [...this.#times.filter((time) => now - time < WITHIN), now];
    if (this.#times.length < TOO_MANY) {
      return { action: CloseAction.Restart, handled: true };
    }
    this.#gaveUp(`The server ended ${TOO_MANY} times within three minutes.`);
    return { action: CloseAction.DoNotRestart, handled: true };
  }
}
