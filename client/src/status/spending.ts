/** What chats were given, and on which memories their tokens went. Pure. */

export interface Spent {
  handle: string;
  kind: string;
  tokens: number;
  times: number;
}

export interface SpentOnChat {
  session: string;
  asked: number;
  cards: number;
  tokens: number;
  spentOn: Spent[];
}

/** The server's ledger of this window's life; `bySession` holds the newest chats first. */
export interface ContextLedger {
  asked: number;
  answered: number;
  tokens: number;
  /** Memories that were not given once more to a chat that had them. */
  spared: number;
  spentOn: Spent[];
  bySession?: SpentOnChat[];
}

export interface Row {
  label: string;
  description?: string;
}

/** One sentence for the status; empty while nothing was given. */
export function spendingLine(ledger: ContextLedger | undefined): string {
  if (!ledger || ledger.answered === 0) {
    return '';
  }
  const times = ledger.answered === 1 ? 'once' : `${shown(ledger.answered)} times`;
  const spared = ledger.spared > 0 ? `; ${memories(ledger.spared)} not repeated` : '';
  return `Given to assistants ${times}: ${shown(ledger.tokens)} tokens${spared}.`;
}

/** The whole account: each chat with the memories that cost it most, then what all of them cost most. */
export function spendingRows(ledger: ContextLedger): Row[] {
  const chats = (ledger.bySession ?? []).flatMap((chat) => [
    { label: chat.session, description: `${shown(chat.tokens)} tokens, ${memories(chat.cards)}` },
    ...chat.spentOn.map(spentRow),
  ]);
  return [...chats, { label: 'All together', description: `${shown(ledger.tokens)} tokens` }, ...ledger.spentOn.map(spentRow)];
}

function spentRow({ handle, kind, tokens, times }: Spent): Row {
  const often = times > 1 ? `, given ${shown(times)} times` : '';
  return { label: `    ${handle}`, description: `${kind.replace('_', ' ')}, ${shown(tokens)} tokens${often}` };
}

function memories(count: number): string {
  return `${shown(count)} ${count === 1 ? 'memory' : 'memories'}`;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
