/** A list has one row a memory, says its sentence whole, and names the functions it stands at. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { byLine, commonSymbol, firstLine, rowsOf, secondLine } from '../../client/src/commands/rows';
import type { FileCard } from '../../client/src/messages';

const LONG = 'The tokens are fetched again a minute before they end, because the clocks of the machines differ by seconds';

function placed(id: string, symbol: string, line: number | undefined, more: Partial<FileCard> = {}): FileCard {
  const at = line === undefined ? {} : { range: { start: { line, character: 0 }, end: { line, character: 9 } } };
  return {
    id,
    handle: `W-${id}`,
    kind: 'decision',
    summary: 'Count in cents',
    details: '',
    rationale: '',
    evidence: '',
    confidence: 0.705,
    sure: '71%',
    status: 'active',
    confirmed_at: null,
    date: '2026-03-01',
    source: { label: 'commit 3f2a1b9c0' },
    state: 'exact',
    symbol,
    ...at,
    ...more,
  };
}

test('a memory that stands at several functions is one row, which names them and leads to the topmost', () => {
  const rows = rowsOf([placed('a', 'refund', 20), placed('b', 'total', 3), placed('a', 'charge', 5), placed('a', 'rate', 30)]);
  assert.deepEqual(rows.map(({ id }) => id), ['a', 'b']);
  assert.deepEqual(rows[0]?.symbols, ['refund', 'charge', 'rate']);
  assert.equal(rows[0]?.range?.start.line, 5);
  assert.match(secondLine(rows[0]!), /^Decision · refund, charge and 1 more · 71% · 2026-03-01 · commit 3f2a1b9c0$/);
});

test('the place of a memory is one that is there', () => {
  const [row] = rowsOf([placed('a', '', undefined, { state: 'lost' }), placed('a', 'charge', 5)]);
  assert.equal(row?.state, 'exact');
  assert.deepEqual(row?.symbols, ['charge']);
});

test('rows go from top to bottom, what is about the whole file last', () => {
  const rows = rowsOf([placed('f', '', 0, { state: 'file' }), placed('b', 'x', 7), placed('a', 'y', 2)]).sort(byLine);
  assert.deepEqual(rows.map(({ id }) => id), ['a', 'b', 'f']);
});

test('a list is about a function only where all of it is', () => {
  const two = rowsOf([placed('a', 'charge', 5), placed('a', 'refund', 9), placed('b', 'refund', 9)]);
  assert.equal(commonSymbol(two), 'refund');
  assert.equal(commonSymbol(rowsOf([placed('a', 'charge', 5), placed('b', 'refund', 9)])), undefined);
  assert.equal(commonSymbol(rowsOf([placed('a', 'charge', 5), placed('a', 'refund', 9)])), undefined, 'either may be meant');
});

test('the sentence is whole, and what a narrow list cuts off stands below it', () => {
  const [row] = rowsOf([placed('a', 'fetch', 5, { summary: LONG.replace(' because', '\n because') })]);
  assert.equal(firstLine(row!), LONG);
  const [, rest] = secondLine(row!).split('  —  … ');
  assert.ok(rest && LONG.endsWith(rest) && LONG.length - rest.length <= 63, rest);
});

test('a short one is followed by the words it was taken from, when they say more', () => {
  const [row] = rowsOf([placed('a', 'fetch', 5, { evidence: 'We count in cents everywhere because floats lost one.' })]);
  assert.match(secondLine(row!), /“We count in cents everywhere because floats lost one\.”$/);
});

test('how sure it is, is said in the words of the server', () => {
  assert.match(secondLine(rowsOf([placed('a', 'fetch', 5, { sure: 'confirmed' })])[0]!), / · confirmed · /);
});
