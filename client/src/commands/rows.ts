/** The rows of a list of memories: one a memory, whatever the number of places it stands at, and what each row says. Pure. */
import { split } from '../cut';
import { wordsOfCard } from '../kinds';
import type { FileCard } from '../messages';

/** A memory with the names of all functions it stands at in the file; its place is the topmost. */
export interface ListedCard extends FileCard {
  symbols: string[];
}

/** Characters of a sentence that surely fit a row's first line beside its buttons; most rows have room for more. */
const SURELY_SHOWN = 62;
/** Letters by which a quotation must go beyond the summary. */
const WORTH_QUOTING = 24;
/** Functions named in a row. */
const MOST_NAMES = 2;

/** One row a memory, in the order in which the memories come. */
export function rowsOf(placed: readonly FileCard[]): ListedCard[] {
  const rows = new Map<string, ListedCard>();
  for (const card of placed) {
    const known = rows.get(card.id);
    const symbols = [...new Set([...(known?.symbols ?? []), card.symbol])].filter((name) => name !== '');
    rows.set(card.id, { ...(known && lineOf(known) <= lineOf(card) ? known : card), symbols });
  }
  return [...rows.values()];
}

/** From top to bottom; what is about the whole file, or has lost its place, comes last. */
export function byLine(one: FileCard, other: FileCard): number {
  return lineOf(one) - lineOf(other) || one.handle.localeCompare(other.handle);
}

function lineOf({ state, range }: FileCard): number {
  return state === 'file' || !range ? Number.MAX_SAFE_INTEGER : range.start.line;
}

/** The one function that all of them stand at; nothing where there is none, or where it cannot be told which is meant. */
export function commonSymbol(cards: readonly ListedCard[]): string | undefined {
  const [first, ...others] = cards;
  const shared = (first?.symbols ?? []).filter((name) => others.every(({ symbols }) => symbols.includes(name)));
  return shared.length === 1 ? shared[0] : undefined;
}

/** The sentence, whole: the list cuts it where its row ends. */
export function firstLine(card: FileCard): string {
  return card.summary.replace(/\s+/g, ' ').trim();
}

/** What it is and rests on, and the end of a long sentence, or the words it was taken from. */
export function secondLine(card: ListedCard): string {
  const rest = split(firstLine(card), SURELY_SHOWN)[1];
  const facts = [wordsOfCard(card).name, named(card.symbols), stateWord(card), card.sure, card.date, card.source.label];
  return [facts.filter(Boolean).join(' · '), rest ? `… ${rest}` : quote(card)].filter(Boolean).join('  —  ');
}

function named(symbols: readonly string[]): string {
  const more = symbols.length - MOST_NAMES;
  return symbols.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function stateWord({ state }: FileCard): string {
  const words: Partial<Record<FileCard['state'], string>> = {
    edited: 'code changed since',
    lost: 'its place is gone',
  };
  return words[state] ?? '';
}

/** The reason, or the words the card was taken from, when they say more than the summary. */
function quote(card: FileCard): string {
  const told = letters(card.summary);
  const more = [card.rationale, card.evidence].find((text) => letters(text).replace(told, '').length >= WORTH_QUOTING);
  return more ? `“${more.replace(/\s+/g, ' ').trim()}”` : '';
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
