/** The one server of this window: started, restarted, stopped; its state for whoever shows it. */
import * as vscode from 'vscode';
import { ExecuteCommandRequest, State } from 'vscode-languageclient/node';
import type { LanguageClient, Middleware } from 'vscode-languageclient/node';
import { askModel } from '../assist/askModel';
import { askModelRequest, statusChangedNotification, statusRequest } from '../messages';
import { Cancelled, PythonProblem, throwIfAborted } from '../python/problem';
import { providePython } from '../python/provide';
import { readSettings } from '../settings';
import type { Settings } from '../settings';
import { Crashes } from './crashes';
import { createLanguageClient } from './languageClient';
import { RestartQueue } from './restartQueue';
import type { ServerState } from './state';

const STOP_WITHIN = 3_000; // ms; the server itself flushes within 1.5 s

export class Server implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #queue = new RestartQueue((signal) => this.#restart(signal));
  readonly #changed = new vscode.EventEmitter<ServerState>();
  readonly #failed = new vscode.EventEmitter<Error>();
  #client: LanguageClient | undefined;
  #state: ServerState = { kind: 'off', why: 'not started yet' };

  readonly onDidChangeState = this.#changed.event;
  /** The server could not be started: the reason is for the user. */
  readonly onDidFail = this.#failed.event;
  /** What commands of the server do in this editor; set before the first start. */
  middleware: Middleware = {};

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.#context = context;
    this.#log = log;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The running client; `undefined` while there is none. */
  get client(): LanguageClient | undefined {
    return this.#state.kind === 'running' ? this.#client : undefined;
  }

  restart(why: string): Promise<void> {
    this.#log.info(`Restart: ${why}`);
    return this.#queue.request();
  }

  /** Runs a command of the server. */
  async execute<T>(command: string, ...args: unknown[]): Promise<T> {
    return (await this.#running().sendRequest(ExecuteCommandRequest.type, { command, arguments: args })) as T;
  }

  /** Asks the server for its state anew. */
  async refreshStatus(): Promise<void> {
    this.#set({ kind: 'running', status: await this.#running().sendRequest(statusRequest) });
  }

  async stop(): Promise<void> {
    await this.#queue.close();
    await this.#end();
  }

  dispose(): void {
    this.#changed.dispose();
    this.#failed.dispose();
  }

  #running(): LanguageClient {
    const client = this.client;
    if (!client) {
      throw new Error('The server is not running.');
    }
    return client;
  }

  async #restart(signal: AbortSignal): Promise<void> {
    await this.#end();
    const settings = readSettings();
    const why = reasonToStayOff(settings);
    if (why) {
      this.#set({ kind: 'off', why });
      return;
    }
    this.#set({ kind: 'starting' });
    try {
      await this.#start(settings, signal);
    } catch (error) {
      await this.#end();
      this.#report(error, signal);
    }
  }

  async #start(settings: Settings, signal: AbortSignal): Promise<void> {
    const python = await providePython(this.#context, settings, this.#log, signal);
    throwIfAborted(signal);
    const crashes = new Crashes((why) => this.#set({ kind: 'failed', why }));
    this.#client = createLanguageClient(python, this.#log, crashes, this.middleware);
    this.#client.onNotification(statusChangedNotification, (status) => this.#set({ kind: 'running', status }));
    this.#client.onRequest(askModelRequest, (question, token) => askModel(this.#context, question, token));
    this.#client.onDidChangeState(({ newState }) => this.#follow(newState)); // also when it comes back after a crash
    await this.#client.start();
  }

  #follow(state: State): void {
    if (state === State.Starting) {
      this.#set({ kind: 'starting' });
    } else if (state === State.Running) {
      this.#set({ kind: 'running', status: undefined });
      void this.refreshStatus().catch((error: unknown) => this.#log.warn(`No status: ${message(error)}`));
    }
  }

  #report(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) {
      return; // a newer request follows
    }
    if (error instanceof Cancelled) {
      this.#set({ kind: 'off', why: 'the installation was stopped' });
      return;
    }
    const reason = error instanceof PythonProblem ? error : new Error(`The server did not start: ${message(error)}`);
    this.#log.error(reason.message);
    this.#set({ kind: 'failed', why: reason.message });
    this.#failed.fire(reason);
  }

  async #end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.dispose(STOP_WITHIN).catch((error: unknown) => this.#log.warn(`The server did not stop cleanly: ${message(error)}`));
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}

function reasonToStayOff(settings: Settings): string | undefined {
  if (!settings.enabled) {
    return 'the setting whylens.enabled is off';
  }
  const onDisk = vscode.workspace.workspaceFolders?.some((folder) => folder.uri.scheme === 'file');
  return onDisk ? undefined : 'no folder is open';
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
