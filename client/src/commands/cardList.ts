/** A list of cards to read, open, confirm, reject and forget. */
import * as vscode from 'vscode';
import type { FileCard } from '../messages';
import { give } from './feedback';
import type { Verdict } from './feedback';
import { kindIcon, kindName } from './kinds';
import type { Server } from '../server/server';

interface CardItem extends vscode.QuickPickItem {
  card: FileCard;
}

interface CardButton extends vscode.QuickInputButton {
  does: Verdict | 'source';
}

const button = (does: CardButton['does'], icon: string, tooltip: string): CardButton => ({ does, tooltip, iconPath: new vscode.ThemeIcon(icon) });

const BUTTONS: CardButton[] = [
  button('source', 'link-external', 'Open the source'),
  button('confirm', 'check', 'Confirm: this is right'),
  button('reject', 'thumbsdown', 'Reject: this is wrong'),
  button('forget', 'trash', 'Forget: delete it for good'),
];

export interface CardListOptions {
  title: string;
  placeHolder: string;
  /** What Enter does. */
  open: (card: FileCard) => unknown;
}

/** Shows the list until it is left; a card that is rejected or forgotten leaves it. */
export function showCardList(server: Server, cards: readonly FileCard[], options: CardListOptions): void {
  const list = vscode.window.createQuickPick<CardItem>();
  list.title = options.title;
  list.placeholder = options.placeHolder;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.ignoreFocusOut = false;
  list.items = cards.map(item);
  list.onDidAccept(async () => {
    const [chosen] = list.selectedItems;
    list.hide();
    await (chosen && options.open(chosen.card));
  });
  list.onDidTriggerItemButton(({ item: { card }, button: pressed }) => press(server, list, card, (pressed as CardButton).does));
  list.onDidHide(() => list.dispose());
  list.show();
}

async function press(server: Server, list: vscode.QuickPick<CardItem>, card: FileCard, does: CardButton['does']): Promise<void> {
  if (does === 'source') {
    list.hide();
    await vscode.commands.executeCommand('whylens.openSource', { id: card.id });
    return;
  }
  if (does !== 'confirm') {
    list.hide(); // a question follows, and two inputs cannot be open at once
  }
  const done = await give(server, does, card);
  if (done && does === 'confirm') {
    list.items = list.items.map((each) => (each.card.id === card.id ? item({ ...card, confidence: Math.max(card.confidence, 0.95) }) : each));
  }
}

function item(card: FileCard): CardItem {
  return {
    card,
    label: `$(${kindIcon(card.kind)}) ${card.summary}`,
    description: [kindName(card.kind), stateWord(card), `${Math.round(card.confidence * 100)} %`, card.date, card.source.label].filter(Boolean).join(' · '),
    detail: quote(card),
    buttons: BUTTONS,
  };
}

function stateWord(card: FileCard): string {
  const words: Partial<Record<FileCard['state'], string>> = {
    edited: 'code changed since',
    lost: 'its place is gone',
    file: 'whole file',
  };
  return words[card.state] ?? '';
}

function quote(card: FileCard): string {
  const text = (card.rationale || card.evidence || card.details).replace(/\s+/g, ' ').trim();
  return text && text !== card.summary ? `“${text}”` : '';
}
