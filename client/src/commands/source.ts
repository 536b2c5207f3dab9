/** Opens where a card comes from: the line of a file, or a read-only page with the commit or the words themselves. */
import * as vscode from 'vscode';
import { serverCommands } from '../messages';
import type { SourceResult } from '../messages';
import type { Server } from '../server/server';

const SCHEME = 'whylens-source';

/** Read-only pages, kept while this window lives. */
export class SourcePages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  async show(id: string, source: SourceResult): Promise<void> {
    const title = source.title.replaceAll('/', '∕'); // a tab shows what stands after the last slash
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}`, query: id });
    this.#texts.set(uri.toString(), source.text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, await languageOf(source.text));
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

export async function openSource(server: Server, pages: SourcePages, id: string): Promise<void> {
  const source = await server.execute<SourceResult | null>(serverCommands.source, { id });
  if (!source) {
    void vscode.window.showInformationMessage('The source of this memory is not there any more.');
  } else if (source.uri) {
    await openFile(vscode.Uri.parse(source.uri), source.line);
  } else if (source.text) {
    await pages.show(id, source);
  } else if (source.link) {
    await vscode.env.openExternal(vscode.Uri.parse(source.link));
  }
}

async function openFile(uri: vscode.Uri, line: number | undefined): Promise<void> {
  const at = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at), preview: true });
}

/** Patches are coloured as such where the editor can. */
async function languageOf(text: string): Promise<string> {
  const wanted = /^diff --git /m.test(text) ? 'diff' : 'markdown';
  return (await vscode.languages.getLanguages()).includes(wanted) ? wanted : 'plaintext';
}
