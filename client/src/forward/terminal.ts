/** Tells the server which commands were run in the terminals, as far as the shell integration knows. */
import * as vscode from 'vscode';
import { terminalCommandNotification } from '../messages';
import type { Server } from '../server/server';
import { mayCapture } from '../settings';
import { HeadAndTail } from './output';
import type { TaskRuns } from './taskRuns';

const MOST_OUTPUT = 64 * 1024; // characters
const MOST_RUNNING = 50;
const LAST_OUTPUT_WITHIN = 500; // ms; the output may end a moment after the command

interface Running {
  started: number;
  output: HeadAndTail;
  /** Resolves when all output is read. */
  read: Promise<void>;
}

export function forwardTerminal(server: Server, tasks: TaskRuns): vscode.Disposable {
  const running = new Map<vscode.TerminalShellExecution, Running>();
  return vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
      if (server.client && running.size < MOST_RUNNING && mayCapture('terminal', execution.cwd)) {
        running.set(execution, follow(execution)); // at once: what was printed before reading is lost
      }
    }),
    vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
      const run = running.get(execution);
      running.delete(execution);
      if (run) {
        void ended(server, tasks, execution, run, exitCode);
      }
    }),
    { dispose: () => running.clear() },
  );
}

function follow(execution: vscode.TerminalShellExecution): Running {
  const output = new HeadAndTail(MOST_OUTPUT);
  return { started: Date.now(), output, read: readAll(execution, output) };
}

async function readAll(execution: vscode.TerminalShellExecution, output: HeadAndTail): Promise<void> {
  for await (const chunk of execution.read()) {
    output.add(chunk);
  }
}

async function ended(server: Server, tasks: TaskRuns, execution: vscode.TerminalShellExecution, run: Running, exitCode: number | undefined): Promise<void> {
  const milliseconds = Date.now() - run.started;
  await Promise.race([run.read.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, LAST_OUTPUT_WITHIN))]);
  const { value, confidence } = execution.commandLine;
  if (tasks.printed(value, run.output.text())) {
    return; // it is told as a task
  }
  const client = server.client;
  if (!client || confidence === vscode.TerminalShellExecutionCommandLineConfidence.Low || !mayCapture('terminal', execution.cwd)) {
    return; // a command line guessed from the screen may be anything
  }
  void client.sendNotification(terminalCommandNotification, {
    command: value,
    ...(exitCode === undefined ? {} : { exitCode }),
    milliseconds,
    output: run.output.text(),
    ...(execution.cwd ? { cwd: client.code2ProtocolConverter.asUri(execution.cwd) } : {}),
  });
}
