/** "Remember This": the selection, or a sentence, becomes a card at the cursor. */
import * as vscode from 'vscode';
import { serverCommands } from '../messages';
import type { CardLine, RememberArguments } from '../messages';
import type { Server } from '../server/server';
import { kindName, REMEMBERED_KINDS } from '../kinds';
import { cut } from '../cut';
import { offerUndo } from './feedback';
import { fileEditor, placeOf, selectedText } from './place';

const LONGEST_SHOWN = 80;

export async function remember(server: Server): Promise<void> {
  const editor = fileEditor();
  const place = editor && server.client ? placeOf(editor, server.client) : undefined;
  const text = (editor && selectedText(editor).trim()) || (await askForSentence());
  const kind = text ? await askForKind(text) : undefined;
  if (!text || !kind) {
    return;
  }
  const request: RememberArguments = { text, kind, ...(place ? { uri: place.textDocument.uri, position: place.position } : {}) };
  const card = await server.execute<CardLine & { note?: string }>(serverCommands.remember, request);
  const note = card.note ? ` (${card.note})` : '';
  await offerUndo(card, `${kindName(card.kind)} ${card.handle} kept${note}: ${cut(card.summary, LONGEST_SHOWN)}`);
}

async function askForSentence(): Promise<string> {
  const typed = await vscode.window.showInputBox({
    title: 'Whylens: Remember This',
    prompt: 'One sentence that stands alone. With text selected, the selection is kept instead.',
    placeHolder: 'for example: retries stop at 3, because the gateway bans clients',
  });
  return typed?.trim() ?? '';
}

async function askForKind(text: string): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(REMEMBERED_KINDS, {
    title: `Whylens: Remember “${cut(text, LONGEST_SHOWN)}”`,
    placeHolder: 'What is it?',
  });
  return picked?.kindOfCard;
}
