/** Confirm, reject, forget: what the user says about one card. */
import * as vscode from 'vscode';
import { serverCommands } from '../messages';
import type { CardLine, FeedbackArguments, UndoArguments } from '../messages';
import type { Server } from '../server/server';

export type Verdict = 'confirm' | 'reject' | 'forget';

const DONE: Record<Verdict, string> = { confirm: 'confirmed', reject: 'rejected', forget: 'forgotten' };

/** What commands, hover links, code actions and list buttons know of a card. */
export interface CardName {
  id: string;
  /** `W-3f2a`, where it is known. */
  handle?: string;
}

/** Asks what must be asked, tells the server, says so quietly. `false`: the user thought better of it. */
export async function give(server: Server, verdict: Verdict, card: CardName): Promise<boolean> {
  const name = card.handle ?? 'the memory';
  const why = verdict === 'reject' ? await askWhy(name) : '';
  if (why === undefined || (verdict === 'forget' && !(await reallyForget(name)))) {
    return false;
  }
  const feedback: FeedbackArguments = { id: card.id, ...(why ? { why } : {}) };
  await server.execute(serverCommands[verdict], feedback);
  const told = `${card.handle ?? 'memory'} ${DONE[verdict]}`;
  if (verdict === 'forget') {
    vscode.window.setStatusBarMessage(`Whylens: ${told}`, 4_000);
  } else {
    void offerUndo(card, `Whylens: ${told}`);
  }
  return true;
}

/** Says what was done, and takes it back when asked to. Settles when the message is gone. */
export async function offerUndo(card: CardName, told: string): Promise<void> {
  if (await vscode.window.showInformationMessage(told, 'Undo')) {
    await vscode.commands.executeCommand('whylens.undo', card);
  }
}

/** Takes back what was last done in this session: to a card, or to any. */
export async function takeBack(server: Server, card: CardName | undefined): Promise<void> {
  const wanted: UndoArguments = card ? { id: card.id } : {};
  const { undone, handle } = await server.execute<CardLine & { undone: string }>(serverCommands.undo, wanted);
  vscode.window.setStatusBarMessage(`Whylens: took back “${undone}” of ${handle}`, 4_000);
}

function askWhy(name: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: `Whylens: Reject ${name}`,
    prompt: 'What is wrong with it? May be left empty. It will not be shown or injected any more.',
  });
}

async function reallyForget(name: string): Promise<boolean> {
  const detail = 'It is deleted for good, with what was indexed from it. To only hide it, reject it instead.';
  return (await vscode.window.showWarningMessage(`Forget ${name}?`, { modal: true, detail }, 'Forget')) === 'Forget';
}
