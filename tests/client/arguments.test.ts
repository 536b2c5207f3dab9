import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardArgument, idsArgument } from '../../client/src/commands/arguments';

for (const [given, card] of [
  ['c1', { id: 'c1' }],
  [{ id: 'c1' }, { id: 'c1' }],
  [{ id: 'c1', handle: 'W-1', more: true }, { id: 'c1', handle: 'W-1' }],
  ['', undefined],
  [{ id: 7 }, undefined],
  [null, undefined],
  [undefined, undefined],
] as const) {
  test(`${JSON.stringify(given)} names ${JSON.stringify(card)}`, () => assert.deepEqual(cardArgument(given), card));
}

test('only texts are ids', () => {
  assert.deepEqual(idsArgument(['a', 3, null, 'b']), ['a', 'b']);
  assert.deepEqual(idsArgument('a'), []);
});
