/** A context that was made is told by what it holds, and by what the user could change. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { handedOver } from '../../client/src/commands/handedOver';

const card = { id: 'a', handle: 'W-a', kind: 'decision', summary: 'said' };

test('what was less relevant, repeated or not sure enough is not told as left out', () => {
  const dropped = { 'not relevant enough': 40, duplicate: 2, 'not sure enough': 1, quota: 3 };
  assert.equal(handedOver({ cards: [card], tokens: 400, dropped }), '1 memory, 400 tokens');
});

test('what the budget had no room for is counted', () => {
  const dropped = { 'not relevant enough': 40, budget: 2 };
  assert.equal(handedOver({ cards: [card, card], tokens: 1190, dropped }), '2 memories, 1190 tokens; 2 more did not fit the budget');
});
