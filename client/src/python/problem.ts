/** Why there is no Python to run the server with, in words that say what to do next. */

export class PythonProblem extends Error {
  /** The setting that would help, for the button beside the message. */
  readonly setting: string;

  constructor(message: string, setting = 'whylens.server.python') {
    super(message);
    this.name = 'PythonProblem';
    this.setting = setting;
  }
}

/** The user, or a newer request, stopped what was going on: nothing to report. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new Cancelled();
  }
}
