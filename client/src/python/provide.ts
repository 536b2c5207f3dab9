/** Gives the command that starts the server: the user's Python as it is, or that of Whylens' own environment. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { editorProxy } from '../settings';
import type { Settings } from '../settings';
import { candidates } from './candidates';
import { findEnvironment, makeEnvironment } from './environment';
import type { EnvironmentPlace } from './environment';
import { chooseInterpreter } from './interpreter';
import { PythonProblem } from './problem';
import { run } from './process';

/** How to start Python so that nothing in the workspace, or in the current folder, is imported. */
export interface PythonCommand {
  command: string;
  args: string[];
  /** Where it runs; never the workspace. */
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export async function providePython(
  context: vscode.ExtensionContext,
  settings: Settings,
  log: vscode.LogOutputChannel,
  signal: AbortSignal,
): Promise<PythonCommand> {
  const cwd = context.globalStorageUri.fsPath;
  await fs.mkdir(cwd, { recursive: true });
  if (settings.python) {
    await checkGiven(settings.python, cwd);
    return { command: settings.python, args: ['-P'], cwd, env: { ...process.env, PYTHONSAFEPATH: '1' } };
  }
  const place = { folder: path.join(cwd, 'environments'), wheel: await bundledWheel(context) };
  const command = (await findEnvironment(place)) ?? (await make(place, settings, log, signal));
  return { command, args: ['-I'], cwd, env: apart() };
}

/** For the processes that the server starts: what `-I` means for itself. */
function apart(): NodeJS.ProcessEnv {
  const { PYTHONPATH: _path, PYTHONHOME: _home, ...env } = process.env;
  return { ...env, PYTHONSAFEPATH: '1', PYTHONNOUSERSITE: '1' };
}

async function checkGiven(python: string, cwd: string): Promise<void> {
  const result = await run(python, ['-P', '-c', 'import whylens'], { cwd, timeout: 15_000 });
  if (result.code === 0) {
    return;
  }
  const why = result.code === null ? 'could not be started' : 'cannot import the package whylens (it must be Python 3.11 or newer)';
  throw new PythonProblem(`The setting whylens.server.python names ${python}, which ${why}.`);
}

async function bundledWheel(context: vscode.ExtensionContext): Promise<string> {
  const folder = context.asAbsolutePath(path.join('dist', 'wheel'));
  const wheels = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith('.whl'));
  const [wheel] = wheels;
  if (!wheel) {
    throw new PythonProblem('This build of Whylens carries no server. Set whylens.server.python to a Python that has the package whylens.');
  }
  return path.join(folder, wheel);
}

async function make(place: EnvironmentPlace, settings: Settings, log: vscode.LogOutputChannel, signal: AbortSignal): Promise<string> {
  const interpreter = await chooseInterpreter(await candidates(), run, path.dirname(place.folder));
  const options = { location: vscode.ProgressLocation.Notification, title: 'Whylens installs its Python packages, once', cancellable: true };
  return vscode.window.withProgress(options, (progress, cancelled) => {
    const stop = new AbortController();
    cancelled.onCancellationRequested(() => stop.abort());
    return makeEnvironment(place, interpreter, {
      run,
      pip: { wheelhouse: settings.wheelhouse, proxy: editorProxy() },
      signal: AbortSignal.any([signal, stop.signal]),
      report: (what) => progress.report({ message: what }),
      log: (line) => log.info(line),
    });
  });
}
