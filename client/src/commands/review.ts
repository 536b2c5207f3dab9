/** "Review What Was Learned": what waits, by reason; some or all of it is confirmed, rejected, edited or forgotten. By keyboard alone, too. */
import * as vscode from 'vscode';
import { wordsOfCard } from '../kinds';
import { queueRequest, serverCommands } from '../messages';
import type { CardLine, JudgeArguments, QueueResult, WaitingCard } from '../messages';
import type { Server } from '../server/server';
import { askWhy, nameOf, offerUndo, reallyForget } from './feedback';
import { supersede } from './more';

interface Item extends vscode.QuickPickItem {
  card?: WaitingCard;
}

interface Choice extends vscode.QuickPickItem {
  /** Whether the list comes again for the rest. */
  run: () => Promise<boolean>;
}

interface Judged {
  count: number;
  left: number;
  cards: CardLine[];
}

const SOURCE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('link-external'), tooltip: 'Open the source' };

export async function review(server: Server): Promise<void> {
  const client = server.client;
  if (!client) {
    throw new Error('The server is not running.');
  }
  const queue = await client.sendRequest(queueRequest, {});
  if (queue.total === 0) {
    void vscode.window.showInformationMessage('Nothing waits for you: what Whylens is not sure of, and what others propose, is listed here.');
    return;
  }
  const chosen = await choose(queue);
  if (chosen.length === 0) {
    return;
  }
  if ((await act(server, chosen)) && queue.total > chosen.length) {
    await review(server); // the rest
  }
}

/** The cards the user ticked; none when the list was left. */
function choose(queue: QueueResult): Promise<WaitingCard[]> {
  const list = vscode.window.createQuickPick<Item>();
  list.title = `Whylens: ${queue.total} ${queue.total === 1 ? 'memory waits' : 'memories wait'} for you`;
  list.placeholder = 'Tick some (Space) or all, then Enter. Type to narrow.';
  list.canSelectMany = true;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.ignoreFocusOut = true;
  list.items = itemsOf(queue);
  list.onDidTriggerItemButton(({ item }) => item.card && vscode.commands.executeCommand('whylens.openSource', { id: item.card.id }));
  list.show();
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      resolve(list.selectedItems.flatMap(({ card }) => card ?? []));
      list.hide();
    });
    list.onDidHide(() => {
      resolve([]); // changes nothing once it was accepted
      list.dispose();
    });
  });
}

function itemsOf({ groups, cards }: QueueResult): Item[] {
  return groups.flatMap(({ name, count, reason }) => {
    const mine = cards.filter(({ group }) => group === name);
    const rule: Item = { label: `${count} ${name}: ${reason}`, kind: vscode.QuickPickItemKind.Separator };
    return mine.length > 0 ? [rule, ...mine.map((card) => itemOf(card, card.reason === reason ? '' : card.reason))] : [];
  });
}

/** `reason` is told where it is not that of the whole group. */
function itemOf(card: WaitingCard, reason: string): Item {
  const { name, icon } = wordsOfCard(card);
  const restsOn = [name, card.sure, card.date, card.sources[0]?.label, card.files[0], reason];
  return {
    card,
    label: `$(${icon}) ${card.summary.replace(/\s+/g, ' ').trim()}`,
    detail: restsOn.filter(Boolean).join(' · '),
    buttons: card.sources.length > 0 ? [SOURCE] : [],
  };
}

/** What is to be done with the cards that were chosen. Whether the list is to come again for the rest. */
async function act(server: Server, cards: readonly WaitingCard[]): Promise<boolean> {
  const [first] = cards;
  if (!first) {
    return false;
  }
  const many = cards.length === 1 ? nameOf(first) : `${cards.length} memories`;
  const entry = (icon: string, label: string, description: string, run: Choice['run']): Choice => ({ label: `$(${icon}) ${label}`, description, run });
  const one =
    cards.length === 1
      ? [
          entry('edit', 'Edit', 'and keep it in your words', () => elsewhere(vscode.commands.executeCommand('whylens.edit', first))),
          entry('replace', 'Replace…', 'something else holds', () => elsewhere(supersede(server, first))),
        ]
      : [];
  const choices = [
    entry('check', 'Confirm', 'right: shown, and given to chats', () => judge(server, cards, 'confirm', '')),
    entry('thumbsdown', 'Reject', 'wrong: never shown', () => reject(server, cards, many)),
    ...one,
    entry('trash', 'Forget', 'delete for good', () => forget(server, cards, many)),
  ];
  const picked = await vscode.window.showQuickPick(choices, { title: `Whylens: ${many}`, placeHolder: 'What about it?' });
  return picked ? picked.run() : false;
}

/** The user goes on in another place. */
async function elsewhere(act: Thenable<unknown>): Promise<boolean> {
  await act;
  return false;
}

async function reject(server: Server, cards: readonly WaitingCard[], many: string): Promise<boolean> {
  const why = await askWhy(many);
  return why !== undefined && judge(server, cards, 'reject', why);
}

async function judge(server: Server, cards: readonly WaitingCard[], verdict: JudgeArguments['verdict'], why: string): Promise<boolean> {
  const wanted: JudgeArguments = { ids: cards.map(({ id }) => id), verdict, ...(why ? { why } : {}) };
  const judged = await server.execute<Judged>(serverCommands.judge, wanted);
  const [first] = judged.cards;
  const left = judged.left > 0 ? ` ${judged.left} in conflict left: replace the one that no longer holds.` : '';
  const done = verdict === 'confirm' ? 'confirmed' : 'rejected';
  if (first) {
    void offerUndo(first, `Whylens: ${done} ${judged.count === 1 ? nameOf(first) : `${judged.count} memories`}.${left}`);
  } else {
    void vscode.window.showInformationMessage(`Whylens: nothing was ${done}.${left}`);
  }
  return true;
}

async function forget(server: Server, cards: readonly WaitingCard[], many: string): Promise<boolean> {
  if (!(await reallyForget(many))) {
    return false;
  }
  for (const { id } of cards) {
    await server.execute(serverCommands.forget, { id });
  }
  vscode.window.setStatusBarMessage(`Whylens: forgotten ${many}`, 4_000);
  return true;
}
