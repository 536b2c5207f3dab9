/** A list of cards to read, open, confirm, reject and forget. */
import * as vscode from 'vscode';
import { wordsOfCard } from '../kinds';
import type { Server } from '../server/server';
import { give } from './feedback';
import type { Verdict } from './feedback';
import { firstLine, secondLine } from './rows';
import type { ListedCard } from './rows';

interface CardItem extends vscode.QuickPickItem {
  card: ListedCard;
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
  open: (card: ListedCard) => unknown;
}

/** Shows the list until it is left, or until a button needs the room for a question. */
export function showCardList(server: Server, cards: readonly ListedCard[], options: CardListOptions): void {
  const list = vscode.window.createQuickPick<CardItem>();
  list.title = options.title;
  list.placeholder = options.placeHolder;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.ignoreFocusOut = false;
  list.items = cards.map(entry);
  list.onDidAccept(async () => {
    const [chosen] = list.selectedItems;
    list.hide();
    await (chosen && options.open(chosen.card));
  });
  list.onDidTriggerItemButton(({ item: { card }, button: pressed }) => press(server, list, card, (pressed as CardButton).does));
  list.onDidHide(() => list.dispose());
  list.show();
}

async function press(server: Server, list: vscode.QuickPick<CardItem>, card: ListedCard, does: CardButton['does']): Promise<void> {
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
    list.items = list.items.map((each) => (each.card.id === card.id ? entry(confirmed(card)) : each));
  }
}

function confirmed(card: ListedCard): ListedCard {
  return { ...card, confirmed_at: Date.now() / 1000, sure: 'confirmed' };
}

function entry(card: ListedCard): CardItem {
  return { card, label: `$(${wordsOfCard(card).icon}) ${firstLine(card)}`, detail: secondLine(card), buttons: BUTTONS };
}
