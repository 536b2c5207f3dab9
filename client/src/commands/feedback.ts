/** Confirm, reject, forget: what the user says about one card. */
import * as vscode from 'vscode';
import { cut } from '../cut';
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
  /** Its sentence, where it is known. */
  summary?: string;
}

/** Characters of a sentence in a message or a question. */
const SHOWN = 60;

/** Asks what must be asked, tells the server, says so quietly. `false`: the user thought better of it. */
export async function give(server: Server, verdict: Verdict, card: CardName): Promise<boolean> {
  const name = nameOf(card);
  const why = verdict === 'reject' ? await askWhy(name) : '';
  if (why === undefined || (verdict === 'forget' && !(await reallyForget(name)))) {
    return false;
  }
  const feedback: FeedbackArguments = { id: card.id, ...(why ? { why } : {}) };
  const told = `Whylens: ${DONE[verdict]} ${nameOf(await server.execute<CardLine>(serverCommands[verdict], feedback))}`;
  if (verdict === 'forget') {
    vscode.window.setStatusBarMessage(told, 4_000);
  } else {
    void offerUndo(card, told);
  }
  return true;
}

/** A memory as people know it: by its sentence, and by its handle only where that is all that is known. */
export function nameOf({ summary, handle }: Omit<CardName, 'id'>): string {
  return summary ? `“${cut(summary, SHOWN)}”` : (handle ?? 'the memory');
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
  const { undone, ...changed } = await server.execute<CardLine & { undone: string }>(serverCommands.undo, wanted);
  vscode.window.setStatusBarMessage(`Whylens: undone: ${undone} ${nameOf(changed)}`, 4_000);
}

export function askWhy(name: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: `Whylens: Reject ${name}`,
    prompt: 'What is wrong with it? May be left empty. It will not be shown or injected any more.',
  });
}

export async function reallyForget(name: string): Promise<boolean> {
  const detail = 'It is deleted for good, with what was indexed from it. To only hide it, reject it instead.';
  return (await vscode.window.showWarningMessage(`Forget ${name}?`, { modal: true, detail }, 'Forget')) === 'Forget';
}
