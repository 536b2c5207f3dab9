import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Debounce } from '../../client/src/forward/debounce';

test('of many values of one key the latest is sent, once, when it is quiet', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: string[] = [];
  const debounce = new Debounce<string, number>(500, 10, (key, value) => sent.push(`${key} ${value}`));
  debounce.put('a', 1);
  context.mock.timers.tick(400);
  debounce.put('a', 2);
  debounce.put('b', 3);
  context.mock.timers.tick(499);
  assert.deepEqual(sent, []);
  context.mock.timers.tick(1);
  assert.deepEqual(sent, ['a 2', 'b 3']);
});

test('no more keys wait than allowed, and those that wait stay', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: string[] = [];
  const debounce = new Debounce<string, number>(500, 2, (key, value) => sent.push(`${key} ${value}`));
  for (const key of ['a', 'b', 'c']) {
    debounce.put(key, 1);
  }
  debounce.put('a', 2);
  context.mock.timers.tick(500);
  assert.deepEqual(sent.sort(), ['a 2', 'b 1']);
});

test('what waits is forgotten when cleared', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const debounce = new Debounce<string, number>(500, 2, () => assert.fail('sent'));
  debounce.put('a', 1);
  debounce.clear();
  context.mock.timers.tick(1_000);
});
