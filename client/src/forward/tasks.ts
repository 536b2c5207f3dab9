/** Tells the server which tasks ran, how they ended, and, where the shell integration saw it, what they printed. */
import * as vscode from 'vscode';
import { taskFinishedNotification } from '../messages';
import type { Server } from '../server/server';
import { mayCapture } from '../settings';
import { TaskRuns } from './taskRuns';

export function forwardTasks(server: Server, runs: TaskRuns): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.tasks.onDidStartTaskProcess(({ execution }) => runs.started(execution, commandOf(execution.task.execution))),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      runs.ended(execution, ({ output, milliseconds }) => send(server, execution.task, exitCode, milliseconds, output));
    }),
    vscode.tasks.onDidEndTask(({ execution }) => runs.gone(execution)),
    { dispose: () => runs.clear() },
  );
}

function send(server: Server, task: vscode.Task, exitCode: number | undefined, milliseconds: number, output: string): void {
  const client = server.client;
  const folder = typeof task.scope === 'object' ? task.scope.uri : undefined;
  if (!client || !mayCapture('tasks', folder)) {
    return;
  }
  void client.sendNotification(taskFinishedNotification, {
    name: task.name,
    command: commandOf(task.execution),
    ...(exitCode === undefined ? {} : { exitCode }),
    milliseconds,
    output,
    ...(folder ? { folder: client.code2ProtocolConverter.asUri(folder) } : {}),
  });
}

/** The command line of a task; empty where it runs inside an extension. */
function commandOf(execution: vscode.Task['execution']): string {
  if (execution instanceof vscode.ProcessExecution) {
    return [execution.process, ...execution.args].join(' ');
  }
  if (execution instanceof vscode.ShellExecution) {
    const words = [execution.command, ...(execution.args ?? [])].filter((word) => word !== undefined);
    return execution.commandLine ?? words.map((word) => (typeof word === 'string' ? word : word.value)).join(' ');
  }
  return '';
}
