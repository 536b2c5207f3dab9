/** The palette's commands, each bound to what it does. */
import * as vscode from 'vscode';
import { serverCommands } from '../messages';
import type { Server } from '../server/server';
import { showStatus } from '../status/showStatus';
import { cardArgument, idsArgument } from './arguments';
import { pickCard, showCards, showFileMemories } from './cards';
import { give, takeBack } from './feedback';
import type { Verdict } from './feedback';
import { injectIntoChat } from './injectIntoChat';
import { remember } from './remember';
import { openSource, SourcePages } from './source';

type Command = (...args: unknown[]) => Promise<unknown>;

export function registerCommands(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  const pages = new SourcePages();
  const commands: Record<string, Command> = {
    'whylens.injectIntoChat': () => injectIntoChat(server),
    'whylens.remember': () => remember(server),
    'whylens.showFileMemories': () => showFileMemories(server),
    'whylens.showCards': (uri, ids) => showCards(server, String(uri), idsArgument(ids)),
    'whylens.confirm': (argument) => judge(server, 'confirm', argument),
    'whylens.reject': (argument) => judge(server, 'reject', argument),
    'whylens.forget': (argument) => judge(server, 'forget', argument),
    'whylens.undo': (argument) => takeBack(server, cardArgument(argument)),
    'whylens.openSource': (argument) => source(server, pages, argument),
    'whylens.learn': () => server.execute(serverCommands.learn),
    'whylens.status': () => showStatus(server, log),
    'whylens.restart': () => server.restart('asked by the user'),
  };
  const registered = Object.entries(commands).map(([id, command]) => vscode.commands.registerCommand(id, guarded(command, log)));
  return vscode.Disposable.from(pages, ...registered);
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

async function judge(server: Server, verdict: Verdict, argument: unknown): Promise<void> {
  const card = cardArgument(argument) ?? (await pickCard(server, `Whylens: which memory to ${verdict}?`));
  if (card) {
    await give(server, verdict, card);
  }
}

async function source(server: Server, pages: SourcePages, argument: unknown): Promise<void> {
  const card = cardArgument(argument);
  if (card) {
    await openSource(server, pages, card.id);
  }
}
