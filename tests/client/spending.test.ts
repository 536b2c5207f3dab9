import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spendingLine, spendingRows } from '../../client/src/status/spending';
import type { ContextLedger } from '../../client/src/status/spending';

const SPENT = { handle: 'W-3f2a', kind: 'failed_approach', tokens: 90, times: 2 };
const LEDGER: ContextLedger = {
  asked: 5,
  answered: 2,
  tokens: 1240,
  spared: 1,
  spentOn: [SPENT],
  bySession: [{ session: 'editor a chat 1', asked: 2, cards: 1, tokens: 240, spentOn: [SPENT] }],
};

test('the status says how often assistants were given something and what it cost', () => {
  assert.equal(spendingLine(LEDGER), 'Given to assistants 2 times: 1,240 tokens; 1 memory not repeated.');
  assert.equal(spendingLine({ ...LEDGER, answered: 1, spared: 0 }), 'Given to assistants once: 1,240 tokens.');
});

test('nothing is said while nothing was given', () => {
  assert.equal(spendingLine(undefined), '');
  assert.equal(spendingLine({ ...LEDGER, answered: 0 }), '');
});

test('the account tells each chat with its memories, then the whole', () => {
  assert.deepEqual(
    spendingRows(LEDGER).map(({ label, description }) => [label.trim(), description]),
    [
      ['editor a chat 1', '240 tokens, 1 memory'],
      ['W-3f2a', 'failed approach, 90 tokens, given 2 times'],
      ['All together', '1,240 tokens'],
      ['W-3f2a', 'failed approach, 90 tokens, given 2 times'],
    ],
  );
});
