/** The extension's beginning and end: puts the parts together, starts the server, and starts it anew when it must. */
import * as vscode from 'vscode';
import { registerCommands } from './commands/register';
import { forwardDiagnostics } from './forward/diagnostics';
import { forwardFocus } from './forward/focus';
import { forwardGit } from './forward/git';
import { TaskRuns } from './forward/taskRuns';
import { forwardTasks } from './forward/tasks';
import { forwardTerminal } from './forward/terminal';
import { reportFailures } from './server/failure';
import { middlewareFor } from './server/middleware';
import { Server } from './server/server';
import { needsRestart } from './settings';
import { StatusItem } from './status/statusItem';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Whylens', { log: true });
  const started = new Server(context, log);
  const tasks = new TaskRuns();
  started.middleware = middlewareFor(started);
  server = started;
  context.subscriptions.push(
    log,
    started,
    new StatusItem(started),
    reportFailures(started, log),
    registerCommands(started, log),
    forwardDiagnostics(started),
    forwardFocus(started),
    forwardTerminal(started, tasks),
    forwardTasks(started, tasks),
    forwardGit(started, log),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart('the workspace is trusted now')),
    vscode.workspace.onDidChangeConfiguration((event) => (needsRestart(event) ? started.restart('a setting changed') : undefined)),
  );
  void started.restart('the window opened'); // not awaited: activation must not wait for an installation
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
