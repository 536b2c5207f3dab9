/** The lists of memories: of one function (behind its lens) and of one file. */
import * as vscode from 'vscode';
import { cardsRequest, openedNotification } from '../messages';
import type { FileCard } from '../messages';
import type { Server } from '../server/server';
import { showCardList } from './cardList';
import { fileEditor } from './place';
import { byLine, commonSymbol, rowsOf } from './rows';

/** Behind a lens: the cards with these ids. Enter opens where a card comes from. */
export async function showCards(server: Server, uri: string, ids: readonly string[]): Promise<void> {
  const rows = new Map(rowsOf(await cardsOf(server, uri)).map((card) => [card.id, card]));
  const cards = ids.map((id) => rows.get(id)).filter((card) => card !== undefined); // in the order of the hover
  if (cards.length === 0) {
    void vscode.window.showInformationMessage('These memories are not there any more.');
    return;
  }
  void server.client?.sendNotification(openedNotification, { uri, ids: cards.map(({ id }) => id) });
  const symbol = commonSymbol(cards);
  showCardList(server, cards, {
    title: symbol ? `Whylens: what is known about ${symbol}` : 'Whylens: what is known here',
    placeHolder: 'Enter opens the source',
    open: (card) => vscode.commands.executeCommand('whylens.openSource', { id: card.id }),
  });
}

/** All cards of the file, in the order of its lines. Enter goes to the place. */
export async function showFileMemories(server: Server): Promise<void> {
  const editor = fileEditor();
  const client = server.client;
  if (!editor || !client) {
    void vscode.window.showInformationMessage('Open a file to see what is remembered about it.');
    return;
  }
  const name = vscode.workspace.asRelativePath(editor.document.uri);
  const cards = rowsOf(await cardsOf(server, client.code2ProtocolConverter.asUri(editor.document.uri))).sort(byLine);
  if (cards.length === 0) {
    void vscode.window.showInformationMessage(`Nothing is remembered about ${name} yet.`);
    return;
  }
  showCardList(server, cards, {
    title: `Whylens: ${cards.length} ${cards.length === 1 ? 'memory' : 'memories'} of ${name}`,
    placeHolder: 'Enter goes to the place',
    open: (card) => reveal(editor, card),
  });
}

/** One card of the active file, chosen by the user. */
export async function pickCard(server: Server, title: string): Promise<FileCard | undefined> {
  const editor = fileEditor();
  const client = server.client;
  const cards = editor && client ? await cardsOf(server, client.code2ProtocolConverter.asUri(editor.document.uri)) : [];
  if (cards.length === 0) {
    void vscode.window.showInformationMessage('Open a file that has memories first.');
    return undefined;
  }
  const items = rowsOf(cards).sort(byLine).map((card) => ({ label: card.summary, description: card.handle, card }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.card;
}

async function cardsOf(server: Server, uri: string): Promise<FileCard[]> {
  const result = await server.client?.sendRequest(cardsRequest, { textDocument: { uri } });
  return result?.cards ?? [];
}

async function reveal(editor: vscode.TextEditor, card: FileCard): Promise<void> {
  if (!card.range) {
    await vscode.commands.executeCommand('whylens.openSource', { id: card.id }); // no place in the file: show where it comes from
    return;
  }
  const at = new vscode.Range(card.range.start.line, card.range.start.character, card.range.start.line, card.range.start.character);
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active, selection: at });
}
