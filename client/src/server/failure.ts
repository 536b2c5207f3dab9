/** Tells the user that the server could not start, once, with what can be done about it. */
import * as vscode from 'vscode';
import { PythonProblem } from '../python/problem';
import type { Server } from './server';

export function reportFailures(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  return server.onDidFail(async (reason) => {
    const setting = reason instanceof PythonProblem ? reason.setting : 'whylens';
    const remedies = new Map<string, () => unknown>([
      ['Open Settings', () => vscode.commands.executeCommand('workbench.action.openSettings', setting)],
      ['Show Output', () => log.show()],
      ['Retry', () => server.restart('retry')],
    ]);
    const chosen = await vscode.window.showErrorMessage(reason.message, ...remedies.keys());
    await (chosen ? remedies.get(chosen)?.() : undefined);
  });
}
