/** Runs a program to its end, line by line, and stops it when asked. */
import { spawn } from 'node:child_process';

export interface RunOptions {
  /** Never the workspace: a program must not find modules or executables there. */
  cwd: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
  /** Milliseconds; none: as long as it takes. */
  timeout?: number;
}

export interface RunResult {
  /** `null`: it could not be started, or was stopped. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export type Run = (command: string, args: readonly string[], options: RunOptions) => Promise<RunResult>;

export const run: Run = (command, args, options) =>
  new Promise((resolve) => {
    const result = { stdout: '', stderr: '' };
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.timeout ? { timeout: options.timeout } : {}),
    });
    for (const name of ['stdout', 'stderr'] as const) {
      const lines = lineReader(options.onLine);
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        result[name] += chunk;
        lines(chunk);
      });
    }
    child.once('error', (error) => resolve({ code: null, stdout: result.stdout, stderr: result.stderr || error.message }));
    child.once('close', (code) => resolve({ code, ...result }));
  });

function lineReader(onLine: ((line: string) => void) | undefined): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim()) {
        onLine?.(line.trimEnd());
      }
    }
  };
}
