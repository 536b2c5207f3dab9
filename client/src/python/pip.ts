/** How pip is called for the server's environment, and what its output says. Pure. */

export interface PipOptions {
  /** Folder of wheels; empty: the usual index. */
  wheelhouse: string;
  /** Address of a proxy; empty: what the environment says. */
  proxy: string;
}

export function pipArguments(wheel: string, options: PipOptions): string[] {
  const source = options.wheelhouse ? ['--no-index', '--find-links', options.wheelhouse] : ['--retries', '2'];
  return ['-I', '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--progress-bar', 'off', ...source, wheel];
}

/** The proxy goes through the environment, where no process list shows its password. */
export function pipEnvironment(base: NodeJS.ProcessEnv, options: PipOptions): NodeJS.ProcessEnv {
  return options.proxy ? { ...base, PIP_PROXY: options.proxy } : base;
}

/** What to show of a line of pip's output; `undefined`: nothing new. */
export function pipProgress(line: string): string | undefined {
  const collecting = /^Collecting ([\w.-]+)/.exec(line)?.[1];
  if (collecting) {
    return `fetching ${collecting}`;
  }
  return line.startsWith('Installing collected packages') ? 'installing' : undefined;
}

/** The line that says why pip gave up. */
export function pipFailure(stderr: string): string {
  const errors = stderr.split(/\r?\n/).filter((line) => line.startsWith('ERROR: '));
  return (errors[0] ?? stderr.trim().split(/\r?\n/).at(-1) ?? '').replace(/^ERROR: /, '').replace(/\.+$/, '');
}
