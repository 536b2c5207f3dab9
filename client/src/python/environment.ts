/**
 * The server's own Python environment: one folder for each wheel and Python version, under the extension's storage.
 *
 * A marker file is written last, so a half-made environment (a crash, a full disk, a lost network) is seen and remade.
 * Knows nothing of VS Code.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Interpreter } from './interpreter';
import { withLock } from './lock';
import { pipArguments, pipEnvironment, pipFailure, pipProgress } from './pip';
import type { PipOptions } from './pip';
import { PythonProblem, throwIfAborted } from './problem';
import type { Run } from './process';

const MARKER = 'complete.json';
const KEEP_UNUSED = 14 * 24 * 3600 * 1000; // ms

export interface EnvironmentPlace {
  /** Folder that holds all environments. */
  folder: string;
  /** The wheel to install. */
  wheel: string;
}

export interface Making {
  run: Run;
  pip: PipOptions;
  signal: AbortSignal;
  /** One short phrase: what goes on. */
  report: (what: string) => void;
  log: (line: string) => void;
}

/** Python of a finished environment for this wheel, whatever its version; `undefined` if there is none. */
export async function findEnvironment(place: EnvironmentPlace): Promise<string | undefined> {
  const hash = await wheelHash(place.wheel);
  const names = await fs.readdir(place.folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(`${hash}-`)).sort()) {
    const environment = path.join(place.folder, name);
    if (await isComplete(environment)) {
      await touch(path.join(environment, MARKER));
      return pythonOf(environment);
    }
  }
  return undefined;
}

/** Makes the environment (or waits for another window that is making it) and gives its Python. */
export async function makeEnvironment(place: EnvironmentPlace, interpreter: Interpreter, making: Making): Promise<string> {
  const environment = path.join(place.folder, `${await wheelHash(place.wheel)}-${interpreter.tag}`);
  await fs.mkdir(place.folder, { recursive: true });
  return withLock(`${environment}.lock`, making.signal, async () => {
    if (!(await isComplete(environment))) {
      await fs.rm(environment, { recursive: true, force: true });
      await fill(environment, place, interpreter, making);
      await removeUnused(place.folder, environment);
    }
    return pythonOf(environment);
  });
}

async function fill(environment: string, place: EnvironmentPlace, interpreter: Interpreter, making: Making): Promise<void> {
  const shared = { cwd: place.folder, signal: making.signal };
  making.report(`making an environment with Python ${interpreter.version}`);
  making.log(`Making ${environment} with ${interpreter.executable} (${interpreter.version})`);
  const made = await making.run(interpreter.executable, ['-I', '-m', 'venv', environment], { ...shared, onLine: making.log });
  throwIfAborted(making.signal);
  if (made.code !== 0) {
    throw new PythonProblem(`Whylens could not make its Python environment: ${pipFailure(made.stderr || made.stdout)}.`);
  }
  await install(environment, place.wheel, making);
  const marker = { wheel: path.basename(place.wheel), python: interpreter.version, made: new Date().toISOString() };
  await fs.writeFile(path.join(environment, MARKER), JSON.stringify(marker));
}

async function install(environment: string, wheel: string, making: Making): Promise<void> {
  const { pip, signal, log } = making;
  const result = await making.run(pythonOf(environment), pipArguments(wheel, pip), {
    cwd: path.dirname(environment),
    env: pipEnvironment(process.env, pip),
    signal,
    onLine: (line) => {
      log(line);
      const what = pipProgress(line);
      if (what) {
        making.report(what);
      }
    },
  });
  throwIfAborted(signal);
  if (result.code !== 0) {
    throw new PythonProblem(installAdvice(pipFailure(result.stderr), pip), pip.wheelhouse ? 'whylens.wheelhouse' : 'http.proxy');
  }
}

function installAdvice(why: string, pip: PipOptions): string {
  const next = pip.wheelhouse
    ? `Look at the setting whylens.wheelhouse: ${pip.wheelhouse} must hold a wheel of every dependency.`
    : 'Behind a proxy, set http.proxy; without a network, set whylens.wheelhouse to a folder of wheels.';
  return `Whylens could not install its Python packages: ${why}. ${next}`;
}

function pythonOf(environment: string): string {
  return process.platform === 'win32' ? path.join(environment, 'Scripts', 'python.exe') : path.join(environment, 'bin', 'python');
}

/** Finished, and the Python it was made from is still there (the link to it leads somewhere). */
async function isComplete(environment: string): Promise<boolean> {
  const needed = [path.join(environment, MARKER), pythonOf(environment)];
  const found = await Promise.all(needed.map((file) => fs.access(file).then(() => true, () => false)));
  return found.every(Boolean);
}

async function wheelHash(wheel: string): Promise<string> {
  return createHash('sha256').update(await fs.readFile(wheel)).digest('hex').slice(0, 12);
}

async function touch(file: string): Promise<void> {
  await fs.utimes(file, new Date(), new Date()).catch(() => undefined);
}

/** Environments of earlier versions go once no window has used them for two weeks. */
async function removeUnused(folder: string, current: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    const environment = path.join(folder, name);
    const used = await fs.stat(path.join(environment, MARKER)).catch(() => undefined);
    if (environment !== current && used && Date.now() - used.mtimeMs > KEEP_UNUSED) {
      await fs.rm(environment, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
