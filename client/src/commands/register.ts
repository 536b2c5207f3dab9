/** The palette's commands, each bound to what it does. */
import * as vscode from 'vscode';
import { serverCommands } from '../messages';
import type { Server } from '../server/server';
import { showStatus } from '../status/showStatus';
import { cardArgument, idsArgument, placeArgument } from './arguments';
import { pickCard, showCards, showFileMemories } from './cards';
import { EditedPages } from './edit';
import { give, takeBack } from './feedback';
import type { CardName, Verdict } from './feedback';
import { injectIntoChat } from './injectIntoChat';
import { explain, more, supersede } from './more';
import { remember } from './remember';
import { review } from './review';
import { openSource, SourcePages } from './source';

type Command = (...args: unknown[]) => Promise<unknown>;

export function registerCommands(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  const pages = new SourcePages();
  const edited = new EditedPages(server);
  const commands: Record<string, Command> = {
    'whylens.injectIntoChat': () => injectIntoChat(server),
    'whylens.remember': () => remember(server),
    'whylens.showFileMemories': () => showFileMemories(server),
    'whylens.showCards': (uri, ids) => showCards(server, String(uri), idsArgument(ids)),
    'whylens.confirm': (argument) => judge(server, 'confirm', argument),
    'whylens.reject': (argument) => judge(server, 'reject', argument),
    'whylens.forget': (argument) => judge(server, 'forget', argument),
    'whylens.review': () => review(server),
    'whylens.edit': (argument) => withCard(server, argument, 'Whylens: which memory to edit?', (card) => edited.open(card)),
    'whylens.more': (argument) => withCard(server, argument, 'Whylens: which memory?', (card) => more(server, card, placeArgument(argument))),
    'whylens.supersede': (argument) => withCard(server, argument, 'Whylens: which memory no longer holds?', (card) => supersede(server, card)),
    'whylens.why': (argument) => withCard(server, argument, 'Whylens: which confidence to explain?', (card) => explain(server, card)),
    'whylens.undo': (argument) => takeBack(server, cardArgument(argument)),
    'whylens.openSource': (argument) => source(server, pages, argument),
    'whylens.learn': () => server.execute(serverCommands.learn),
    'whylens.status': () => showStatus(server, log),
    'whylens.restart': () => server.restart('asked by the user'),
  };
  const registered = Object.entries(commands).map(([id, command]) => vscode.commands.registerCommand(id, guarded(command, log)));
  return vscode.Disposable.from(pages, edited, ...registered);
}

/** A command that fails says so in one message, and its reason stands in the output. */
function guarded(command: Command, log: vscode.LogOutputChannel): Command {
  return async (...args) => {
    try {
      return await command(...args);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.error(why);
      const show = await vscode.window.showWarningMessage(`Whylens: ${why}`, 'Show Output');
      if (show) {
        log.show();
      }
      return undefined;
    }
  };
}

function judge(server: Server, verdict: Verdict, argument: unknown): Promise<void> {
  return withCard(server, argument, `Whylens: which memory to ${verdict}?`, (card) => give(server, verdict, card));
}

/** Does something with the card that is named, or with one of the file that the user picks. */
async function withCard(server: Server, argument: unknown, question: string, act: (card: CardName) => Promise<unknown>): Promise<void> {
  const card = cardArgument(argument) ?? (await pickCard(server, question));
  if (card) {
    await act(card);
  }
}

async function source(server: Server, pages: SourcePages, argument: unknown): Promise<void> {
  const card = cardArgument(argument);
  if (card) {
    await openSource(server, pages, card.id);
  }
}
