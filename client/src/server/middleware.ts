/** Where this editor does more than the protocol says: it asks before it forgets, and shows learning in one place only. */
import type { Middleware } from 'vscode-languageclient/node';
import { cardArgument, placeArgument } from '../commands/arguments';
import { give } from '../commands/feedback';
import type { Verdict } from '../commands/feedback';
import { notHere } from '../commands/more';
import { serverCommands } from '../messages';
import type { Server } from './server';

const VERDICTS = new Map<string, Verdict>([
  [serverCommands.confirm, 'confirm'],
  [serverCommands.reject, 'reject'],
  [serverCommands.forget, 'forget'],
]);

export function middlewareFor(server: Server): Middleware {
  return {
    // Code actions name the server's commands, so that they work in every editor.
    executeCommand: (command, args: unknown[], next) => {
      const verdict = VERDICTS.get(command);
      const card = cardArgument(args[0]);
      if (command === serverCommands.notHere && card) {
        return notHere(server, card, placeArgument(args[0]));
      }
      return verdict && card ? give(server, verdict, card) : next(command, args);
    },
    handleWorkDoneProgress: () => undefined, // the status bar item shows it
  };
}
