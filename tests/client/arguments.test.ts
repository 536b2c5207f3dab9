import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardArgument, idsArgument, placeArgument } from '../../client/src/commands/arguments';

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

const PLACE = { uri: 'file:///a.py', position: { line: 3, character: 0 } };
for (const [given, place] of [
  [{ id: 'c1', ...PLACE }, PLACE],
  [{ id: 'c1' }, undefined],
  [{ uri: 7, position: PLACE.position }, undefined],
  [{ uri: 'file:///a.py', position: { line: '3', character: 0 } }, undefined],
  [{ uri: 'file:///a.py', position: null }, undefined],
  [null, undefined],
] as const) {
  test(`${JSON.stringify(given)} names the place ${JSON.stringify(place)}`, () => assert.deepEqual(placeArgument(given), place));
}
