/** The kinds of cards as people read them. The same words as the server's (`server/whylens/lsp/words.py`). */
import type { QuickPickItem } from 'vscode';

interface KindWords {
  name: string;
  one: string;
  many: string;
  icon: string;
}

/** In the order in which they are counted. */
const KINDS: Record<string, KindWords> = {
  issue: { name: 'Known defect', one: 'defect', many: 'defects', icon: 'warning' },
  constraint: { name: 'Constraint', one: 'constraint', many: 'constraints', icon: 'lock' },
  decision: { name: 'Decision', one: 'decision', many: 'decisions', icon: 'git-commit' },
  failed_approach: { name: 'Failed approach', one: 'failed approach', many: 'failed approaches', icon: 'circle-slash' },
  todo: { name: 'To-do', one: 'to-do', many: 'to-dos', icon: 'checklist' },
  fact: { name: 'Fact', one: 'fact', many: 'facts', icon: 'info' },
  evidence: { name: 'Evidence', one: 'piece of evidence', many: 'pieces of evidence', icon: 'beaker' },
  preference: { name: 'Preference', one: 'preference', many: 'preferences', icon: 'heart' },
  observation: { name: 'Note', one: 'note', many: 'notes', icon: 'eye' },
  summary: { name: 'Summary', one: 'summary', many: 'summaries', icon: 'note' },
};

const FIXED = { name: 'Fixed defect', icon: 'pass' };

/** What a card is called and shown as: a mended defect is not a known one. */
export function wordsOfCard(card: { kind: string; rule?: string }): { name: string; icon: string } {
  const mended = card.kind === 'issue' && card.rule?.startsWith('fixed-');
  return mended ? FIXED : { name: kindName(card.kind), icon: kindIcon(card.kind) };
}

export function kindName(kind: string): string {
  return KINDS[kind]?.name ?? kind;
}

export function kindIcon(kind: string): string {
  return KINDS[kind]?.icon ?? 'note';
}

/** `1,204 decisions · 1 defect`, mended ones included; kinds this client does not know are counted by their own name. */
export function countedKinds(counts: Readonly<Record<string, number>>): string {
  const unknown = Object.keys(counts).filter((kind) => !(kind in KINDS));
  const present = [...Object.keys(KINDS), ...unknown].filter((kind) => counts[kind]);
  return present.map((kind) => counted(kind, counts[kind] ?? 0)).join(' · ');
}

function counted(kind: string, count: number): string {
  const words = KINDS[kind];
  return `${count.toLocaleString('en')} ${(count === 1 ? words?.one : words?.many) ?? kind}`;
}

function item(kind: string, description: string): QuickPickItem & { kindOfCard: string } {
  return { label: `$(${kindIcon(kind)}) ${kindName(kind)}`, description, kindOfCard: kind };
}

/** What a user may keep by hand, most usual first. */
export const REMEMBERED_KINDS = [
  item('decision', 'what was chosen, and why'),
  item('constraint', 'what must, or must not, be done here'),
  item('issue', 'what is known to be wrong'),
  item('failed_approach', 'what was tried and did not work'),
  item('todo', 'what is still to be done'),
  item('fact', 'what is true here and not obvious'),
  item('preference', 'how it is liked to be done'),
];
