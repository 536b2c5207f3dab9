/** A list of cards to read, open, confirm, reject and forget. */
import * as vscode from 'vscode';
import { split } from '../cut';
import type { FileCard } from '../messages';
import { give } from './feedback';
import type { Verdict } from './feedback';
import { wordsOfCard } from '../kinds';
import type { Server } from '../server/server';

interface CardItem extends vscode.QuickPickItem {
  card: FileCard;
}

/** Characters that fit a row's first line beside its buttons. */
const FIRST_LINE = 66;
/** Letters by which a quotation must go beyond the summary. */
const WORTH_QUOTING = 24;

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

/** Shows the list until it is left, or until a button needs the room for a question. */
export function showCardList(server: Server, cards: readonly FileCard[], options: CardListOptions): void {
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
    list.items = list.items.map((each) => (each.card.id === card.id ? entry(confirmed(card)) : each));
  }
}

function confirmed(card: FileCard): FileCard {
  return { ...card, confirmed_at: Date.now() / 1000 };
}

/** Two lines: the summary, and what it rests on; what does not fit the first goes on at the end of the second. */
function entry(card: FileCard): CardItem {
  const [first, rest] = split(card.summary, FIRST_LINE);
  return {
    card,
    label: `$(${wordsOfCard(card).icon}) ${first}${rest && '…'}`,
    detail: [restsOn(card), rest ? `… ${rest}` : quote(card)].filter(Boolean).join('  —  '),
    buttons: BUTTONS,
  };
}

function restsOn(card: FileCard): string {
  const sure = card.confirmed_at ? 'confirmed' : `${Math.round(card.confidence * 100)} %`;
  return [wordsOfCard(card).name, stateWord(card), sure, card.date, card.source.label].filter(Boolean).join(' · ');
}

function stateWord(card: FileCard): string {
  const words: Partial<Record<FileCard['state'], string>> = {
    edited: 'code changed since',
    lost: 'its place is gone',
  };
  return words[card.state] ?? '';
}

/** The reason, or the words the card was taken from, when they say more than the summary. */
function quote(card: FileCard): string {
  const told = letters(card.summary);
  const more = [card.rationale, card.evidence].find((text) => letters(text).replace(told, '').length >= WORTH_QUOTING);
  return more ? `“${more.replace(/\s+/g, ' ').trim()}”` : '';
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
