/** What is too long for its place is cut at a word, and says so. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { cut, split } from '../../client/src/cut';

test('what fits is left as it is, on one line', () => {
  assert.equal(cut('two\n  lines', 20), 'two lines');
  assert.deepEqual(split('short', 5), ['short', '']);
});

test('a cut falls between words and is marked', () => {
  assert.equal(cut('retries stop at three because the gateway bans clients', 30), 'retries stop at three because…');
  assert.deepEqual(split('retries stop at three', 12), ['retries stop', 'at three']);
});

test('one endless word is cut where there is no more room', () => {
  assert.equal(cut('x'.repeat(50), 10), `${'x'.repeat(9)}…`);
});

test('no cut is longer than its place', () => {
  const text = 'a bb ccc dddd eeeee ffffff ggggggg';
  for (let length = 2; length < 40; length += 1) {
    assert.ok(cut(text, length).length <= length, `${length}: ${cut(text, length)}`);
  }
});
