/** "Edit a Memory": the card as a Markdown page in an editor. Saving hands it to the server, which takes it or says what is wrong. */
import * as vscode from 'vscode';
import { serverCommands } from '../messages';
import type { CardLine, PageArguments, PageResult } from '../messages';
import type { Server } from '../server/server';
import { nameOf, offerUndo } from './feedback';
import type { CardName } from './feedback';

const SCHEME = 'whylens-memory';
/** After a save the page is read anew, since it tells its version; later than the editor notes the save itself. */
const REREAD_AFTER = 50; // ms

interface Page {
  bytes: Uint8Array;
  mtime: number;
}

/** The pages being edited, as files: what cannot be saved stays in the editor, with the reason. */
export class EditedPages implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #server: Server;
  readonly #pages = new Map<string, Page>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #registration: vscode.Disposable;

  readonly onDidChangeFile = this.#changed.event;

  constructor(server: Server) {
    this.#server = server;
    this.#registration = vscode.workspace.registerFileSystemProvider(SCHEME, this, { isCaseSensitive: true });
  }

  async open({ id }: CardName): Promise<void> {
    const { handle } = await this.#server.execute<PageResult>(serverCommands.page, { id });
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${handle}.md`, query: id });
    await vscode.window.showTextDocument(uri, { preview: false });
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const page = this.#pages.get(uri.query) ?? (await this.#read(uri));
    return { type: vscode.FileType.File, ctime: 0, mtime: page.mtime, size: page.bytes.length };
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const page: PageArguments = { id: uri.query, text: new TextDecoder().decode(content) };
    const card = await this.#ask<CardLine>(serverCommands.savePage, page);
    this.#pages.set(uri.query, { bytes: content, mtime: Date.now() });
    setTimeout(() => this.#reread(uri), REREAD_AFTER);
    void offerUndo(card, `Whylens: edited ${nameOf(card)}`);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined); // only saving changes a page
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions('Memories have no folders.');
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions('Use “Whylens: Forget a Memory” to delete it.');
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions('A memory keeps its handle.');
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  async #read(uri: vscode.Uri): Promise<Page> {
    const { text } = await this.#ask<PageResult>(serverCommands.page, { id: uri.query });
    const page = { bytes: new TextEncoder().encode(text), mtime: Date.now() };
    this.#pages.set(uri.query, page);
    return page;
  }

  #reread(uri: vscode.Uri): void {
    this.#pages.delete(uri.query);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** The editor shows the reason of a file system error when a page cannot be opened or saved. */
  async #ask<T>(command: string, argument: unknown): Promise<T> {
    try {
      return await this.#server.execute<T>(command, argument);
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(error instanceof Error ? error.message : String(error));
    }
  }
}
