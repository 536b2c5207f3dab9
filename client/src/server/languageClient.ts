/** Puts together the language client: how the server is started, and the few places where we differ from the default. */
import * as readline from 'node:readline';
import type { Readable } from 'node:stream';
import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn, TransportKind } from 'vscode-languageclient/node';
import type { LanguageClientOptions, Middleware, ServerOptions } from 'vscode-languageclient/node';
import type { PythonCommand } from '../python/provide';
import { wireSettings } from '../settings';
import type { Crashes } from './crashes';

/** Commands a hover may link to. Everything else in a hover is text, whatever the repository says. */
const HOVER_COMMANDS = [
  'whylens.confirm',
  'whylens.reject',
  'whylens.forget',
  'whylens.openSource',
  'whylens.showCards',
  'whylens.showFileMemories',
];

export function createLanguageClient(python: PythonCommand, log: vscode.LogOutputChannel, crashes: Crashes, middleware: Middleware): LanguageClient {
  const serverOptions: ServerOptions = {
    command: python.command,
    args: [...python.args, '-m', 'whylens', 'serve'], // the client appends --stdio
    transport: TransportKind.stdio,
    options: { cwd: python.cwd, env: python.env },
  };
  const clientOptions: LanguageClientOptions = {
    documentSelector: [{ scheme: 'file' }],
    initializationOptions: () => ({ trusted: vscode.workspace.isTrusted, commandLinks: true, settings: wireSettings() }),
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    markdown: { isTrusted: { enabledCommands: HOVER_COMMANDS }, supportThemeIcons: true },
    stdioOptions: { stdout: (stream) => forward(stream, log), stderr: (stream) => forward(stream, log) },
    errorHandler: crashes,
    initializationFailedHandler: () => false,
    middleware: { ...middleware, workspace: { didChangeConfiguration: skippingTheFirst() } },
  };
  return new LanguageClient('whylens', 'Whylens', serverOptions, clientOptions);
}

/**
 * When the server asks to be told of changed settings, it is told at once, as if they had changed: it has just asked
 * for them, so that first message would only make it start over.
 */
function skippingTheFirst(): NonNullable<NonNullable<Middleware['workspace']>['didChangeConfiguration']> {
  const atStart = JSON.stringify(wireSettings());
  let first = true;
  return async (sections, next) => {
    const unchanged = first && JSON.stringify(wireSettings()) === atStart;
    first = false;
    await (unchanged ? undefined : next(sections));
  };
}

/** The server's log lines, at the level each names. */
function forward(stream: Readable, log: vscode.LogOutputChannel): void {
  readline.createInterface({ input: stream, crlfDelay: Infinity, terminal: false }).on('line', (line) => {
    if (/\b(ERROR|CRITICAL)\b/.test(line)) {
      log.error(line);
    } else if (/\bWARNING\b/.test(line)) {
      log.warn(line);
    } else if (/\bDEBUG\b/.test(line)) {
      log.debug(line);
    } else {
      log.info(line);
    }
  });
}
