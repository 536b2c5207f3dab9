/** The kinds of cards as people read them. */
import type { QuickPickItem } from 'vscode';

interface KindWords {
  name: string;
  icon: string;
}

const KINDS: Record<string, KindWords> = {
  decision: { name: 'Decision', icon: 'git-commit' },
  constraint: { name: 'Constraint', icon: 'lock' },
  issue: { name: 'Known defect', icon: 'warning' },
  failed_approach: { name: 'Failed approach', icon: 'circle-slash' },
  todo: { name: 'To-do', icon: 'checklist' },
  fact: { name: 'Fact', icon: 'info' },
  preference: { name: 'Preference', icon: 'heart' },
  evidence: { name: 'Evidence', icon: 'beaker' },
  observation: { name: 'Observation', icon: 'eye' },
  summary: { name: 'Summary', icon: 'note' },
};

export function kindName(kind: string): string {
  return KINDS[kind]?.name ?? kind;
}

export function kindIcon(kind: string): string {
  return KINDS[kind]?.icon ?? 'note';
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
