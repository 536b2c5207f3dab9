/** Puts together the language client: how the server is started, and the few places where we differ from the default. */
import * as readline from 'node:readline';
import type { Readable } from 'node:stream';
import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn, TransportKind } from 'vscode-languageclient/node';
import type { ConfigurationItem, LanguageClientOptions, Middleware, ServerOptions } from 'vscode-languageclient/node';
import type { PythonCommand } from '../python/provide';
import { tightened, wireSettings } from '../settings';
import type { Crashes } from './crashes';

/** Commands a hover may link to. Everything else in a hover is text, whatever the repository says. */
const HOVER_COMMANDS = [
  'whylens.confirm',
  'whylens.reject',
  'whylens.edit',
  'whylens.more',
  'whylens.forget',
  'whylens.undo',
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
  const announced = new Announced();
  const clientOptions: LanguageClientOptions = {
    documentSelector: [{ scheme: 'file' }],
    initializationOptions: () => announced.options(),
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    markdown: { isTrusted: { enabledCommands: HOVER_COMMANDS }, supportThemeIcons: true },
    stdioOptions: { stdout: (stream) => forward(stream, log), stderr: (stream) => forward(stream, log) },
    errorHandler: crashes,
    initializationFailedHandler: () => false,
    middleware: {
      ...middleware,
      workspace: {
        didChangeConfiguration: (sections, next) => announced.changed(() => next(sections)),
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          return Array.isArray(answers) ? answers.map((answer, at) => answerFor(params.items[at], answer)) : answers;
        },
      },
    },
  };
  return new LanguageClient('whylens', 'Whylens', serverOptions, clientOptions);
}

/** The settings of one folder; everything else is answered as usual. */
function answerFor(item: ConfigurationItem | undefined, answer: unknown): unknown {
  const scope = item?.scopeUri ? vscode.Uri.parse(item.scopeUri) : undefined;
  return item?.section === 'whylens' ? tightened(answer, scope) : answer;
}

/**
 * What the server is told of the settings: all at its start, and later when they have changed.
 *
 * When the server asks to be told of changes, the language client tells it at once, as if they had changed. It has just
 * been given them, so that first message would only make it start over.
 */
class Announced {
  #atStart = '';

  /** For each start, also after a crash. */
  options(): { trusted: boolean; commandLinks: boolean; settings: unknown } {
    const settings = wireSettings();
    this.#atStart = JSON.stringify(settings);
    return { trusted: vscode.workspace.isTrusted, commandLinks: true, settings };
  }

  async changed(next: () => Promise<void>): Promise<void> {
    const known = this.#atStart;
    this.#atStart = '';
    await (known === JSON.stringify(wireSettings()) ? undefined : next());
  }
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
