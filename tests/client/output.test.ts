import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeadAndTail } from '../../client/src/forward/output';

const said = (most: number, chunks: string[]) => {
  const output = new HeadAndTail(most);
  chunks.forEach((chunk) => output.add(chunk));
  return output.text();
};

test('a short output is kept as it is', () => {
  assert.equal(said(100, ['make', '\n', 'done']), 'make\ndone');
});

test('of a long output the beginning and the end are kept, and how much is gone', () => {
  assert.equal(said(8, ['abcdef', 'ghij', 'klmnop']), 'abcd\n… [8 characters cut] …\nmnop');
});

test('it does not matter in which pieces it comes', () => {
  const whole = 'x'.repeat(40) + 'start of the end' + 'y'.repeat(40);
  assert.equal(said(30, [...whole]), said(30, [whole]));
});

test('an endless output takes no more room than a long one', () => {
  const output = new HeadAndTail(1_000);
  for (let line = 0; line < 100_000; line++) {
    output.add(`line ${line}\n`);
  }
  assert.ok(output.text().length < 1_100);
  assert.ok(output.text().startsWith('line 0\n'));
  assert.ok(output.text().endsWith('line 99999\n'));
});
