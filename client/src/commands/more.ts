/** What is done with one memory less often: replace, pin, snooze, "not here", and why it is as sure as it is. */
import * as vscode from 'vscode';
import { serverCommands } from '../messages';
import type { CardLine, NotHereArguments, PlaceArguments, SnoozeArguments, SupersedeArguments, WhyResult } from '../messages';
import type { Server } from '../server/server';
import { nameOf, offerUndo } from './feedback';
import type { CardName } from './feedback';
import { fileEditor, placeOf } from './place';

interface Entry extends vscode.QuickPickItem {
  run: () => Promise<unknown>;
}

/** The small set behind the “…” of a hover; *place* is where the card is shown. */
export async function more(server: Server, card: CardName, place: PlaceArguments | undefined): Promise<void> {
  const told = await server.execute<WhyResult>(serverCommands.why, { id: card.id });
  const entry = (icon: string, label: string, description: string, run: Entry['run']): Entry => ({ label: `$(${icon}) ${label}`, description, run });
  const entries = [
    entry('question', 'Why This Confidence?', told.percent, () => explain(server, card)),
    entry('replace', 'Replace…', 'something else holds now', () => supersede(server, card)),
    entry('location', 'Not Here…', 'it stands at the wrong place', () => notHere(server, card, place)),
    told.pinned
      ? entry('pinned', 'Unpin', 'as important as it was', () => change(server, serverCommands.unpin, 'unpinned', { id: card.id }))
      : entry('pin', 'Pin', 'show it first, keep it whatever its age', () => change(server, serverCommands.pin, 'pinned', { id: card.id })),
    entry('clock', 'Snooze…', 'show it nowhere until a day', () => snooze(server, card)),
    entry('edit', 'Edit', '', async () => vscode.commands.executeCommand('whylens.edit', card)),
    entry('discard', 'Undo the Last Change', '', async () => vscode.commands.executeCommand('whylens.undo', card)),
  ];
  const picked = await vscode.window.showQuickPick(entries, { title: `Whylens: ${nameOf(told)}`, matchOnDescription: true });
  await picked?.run();
}

/** Every change of the confidence with its cause and day; Enter closes the list. */
export async function explain(server: Server, card: CardName): Promise<void> {
  const { summary, handle, percent, lines, seen } = await server.execute<WhyResult>(serverCommands.why, { id: card.id });
  const changes = lines.map(({ cause, amount, date }) => ({ label: `${amount < 0 ? '−' : '+'}${Math.abs(amount).toFixed(2)}  ${cause}`, description: date }));
  const uses = seen.map(({ cause, count, date }) => ({ label: `${count}×  ${cause}`, description: date }));
  const rule = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  await vscode.window.showQuickPick([...changes, ...(uses.length > 0 ? [rule('seen of its use'), ...uses] : [])], {
    title: `Whylens: why ${nameOf({ summary, handle })} is ${percent} sure`,
    placeHolder: 'These add up to the confidence',
  });
}

/** Another sentence holds now: both memories stay, linked to each other. */
export async function supersede(server: Server, card: CardName): Promise<void> {
  const by = await vscode.window.showInputBox({
    title: `Whylens: Replace ${nameOf(card)}`,
    prompt: 'What holds now? One sentence that stands alone, or the handle of another memory (W-…).',
    validateInput: (text) => (text.trim() ? undefined : 'Write a sentence, or a handle.'),
  });
  const why = by && (await vscode.window.showInputBox({ title: `Whylens: Replace ${nameOf(card)}`, prompt: 'Why? May be left empty.' }));
  if (by && why !== undefined) {
    const wanted: SupersedeArguments = { id: card.id, by: by.trim(), why };
    await change(server, serverCommands.supersede, 'replaced', wanted);
  }
}

/** The card does not belong at *place*: it is kept for the file, or stands where the cursor is. */
export async function notHere(server: Server, card: CardName, place: PlaceArguments | undefined): Promise<void> {
  const editor = fileEditor();
  const cursor = editor && server.client ? placeOf(editor, server.client) : undefined;
  const stay = { label: '$(circle-slash) Only Take It Away', description: 'it is kept, and listed for the file', move: false };
  const here = { label: '$(location) Move It to the Cursor', description: editor ? `line ${editor.selection.active.line + 1}` : '', move: true };
  const picked = await vscode.window.showQuickPick(cursor ? [stay, here] : [stay], { title: `Whylens: ${nameOf(card)} does not belong there` });
  if (!picked) {
    return;
  }
  const moveTo = picked.move && cursor ? { moveTo: { uri: cursor.textDocument.uri, position: cursor.position } } : {};
  const wanted: NotHereArguments = { id: card.id, ...place, ...moveTo };
  await change(server, serverCommands.notHere, picked.move ? 'moved' : 'taken away from there', wanted);
}

async function snooze(server: Server, card: CardName): Promise<void> {
  const choices = [
    { label: 'Until Tomorrow', days: 1 },
    { label: 'For a Week', days: 7 },
    { label: 'For a Month', days: 30 },
    { label: 'Until a Day…', days: 0 },
  ];
  const picked = await vscode.window.showQuickPick(choices, { title: `Whylens: Snooze ${nameOf(card)}`, placeHolder: 'It comes back by itself' });
  const when = picked?.days ? { days: picked.days } : picked && (await askDay());
  if (when) {
    const wanted: SnoozeArguments = { id: card.id, ...when };
    await change(server, serverCommands.snooze, 'snoozed', wanted);
  }
}

async function askDay(): Promise<{ until: string } | undefined> {
  const until = await vscode.window.showInputBox({
    title: 'Whylens: Snooze until…',
    placeHolder: '2027-01-31',
    validateInput: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? undefined : 'A day like 2027-01-31.'),
  });
  return until ? { until } : undefined;
}

async function change(server: Server, command: string, done: string, argument: unknown): Promise<void> {
  const card = await server.execute<CardLine>(command, argument);
  void offerUndo(card, `Whylens: ${done} ${nameOf(card)}`);
}
