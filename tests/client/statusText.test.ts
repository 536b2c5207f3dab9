import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Status } from '../../client/src/messages';
import { statusText } from '../../client/src/status/statusText';

const STATUS: Status = {
  mode: 'full',
  cards: { total: 1204, byKind: { decision: 800, issue: 404 } },
  learning: null,
  vectors: { done: 1204, total: 1204 },
  degraded: [],
  version: '0.1.0',
  database: '/home/ada/whylens.db',
  sqlite: '3.50.4',
};

const running = (status: Partial<Status>) => statusText({ kind: 'running', status: { ...STATUS, ...status } });

test('a healthy server says how much it knows', () => {
  const { text, lines } = running({});
  assert.equal(text, '$(eye) 1,204 memories');
  assert.deepEqual(lines, ['1,204 memories', '404 defects · 800 decisions']);
});

test('one memory is not “1 memories”', () => {
  assert.equal(running({ cards: { total: 1, byKind: { fact: 1 } } }).text, '$(eye) 1 memory');
});

test('with nothing remembered it shows its name', () => {
  const { text, lines } = running({ cards: { total: 0, byKind: {} } });
  assert.equal(text, '$(eye) Whylens');
  assert.deepEqual(lines, ['Nothing remembered yet.']);
});

test('what was taken in is counted, in words', () => {
  const { lines } = running({ captured: { Edited: 1, Ran: 12, Looked: 7 } });
  assert.ok(lines.includes('Taken in: 1 edit, 12 commands.'));
});

test('learning shows how far it is', () => {
  const { text, lines } = running({ learning: { running: true, stage: 'commits', done: 1700, total: 5000 } });
  assert.equal(text, '$(sync~spin) Whylens: reading history 34 %');
  assert.ok(lines.includes('Now reading history: 1,700 of 5,000.'));
});

test('learning whose size is not known yet shows no percentage', () => {
  assert.equal(running({ learning: { running: true, done: 0, total: 0 } }).text, '$(sync~spin) Whylens: learning');
});

test('learning that was cut off says so, and which command goes on with it', () => {
  const { lines } = running({ unfinished: { why: 'interrupted', hint: '' } });
  assert.ok(lines.includes("Learning was interrupted: “Learn This Repository's History” goes on."), lines.join('\n'));
  assert.ok(running({ unfinished: { why: 'stopped', hint: '' } }).lines.some((line) => line.startsWith('You stopped learning: ')));
  assert.ok(!running({ unfinished: null }).lines.some((line) => line.includes('goes on')));
});

test('learning that is done is not shown', () => {
  assert.equal(running({ learning: { running: false, done: 9, total: 9 } }).text, '$(eye) 1,204 memories');
});

test('what is missing is said in words', () => {
  const { text, lines } = running({ degraded: ['vectors', 'something new'] });
  assert.match(text, /\$\(warning\)$/);
  assert.ok(lines.includes('Limited: search by meaning is not ready; keywords and places answer.'));
  assert.ok(lines.includes('Limited: something new.'));
});

test('vectors in the making are said once, with their progress', () => {
  const { text, lines } = running({ vectors: { done: 12, total: 3000 }, degraded: ['vectors of 2,988 of 3,000 memories'] });
  assert.match(text, /\$\(warning\)$/);
  assert.deepEqual(lines.filter((line) => /2,988|3,000/.test(line)), ['Preparing search by meaning: 12 of 3,000.']);
});

test('kinds this client does not know are shown all the same', () => {
  assert.deepEqual(running({ cards: { total: 2, byKind: { omen: 2 } } }).lines, ['2 memories', '2 omen']);
});

test('where the workspace is not trusted, it says that it is off for that', () => {
  const { text, lines } = statusText({ kind: 'running', status: { ...STATUS, mode: 'off' } }, false);
  assert.equal(text, '$(eye-closed) Whylens');
  assert.match(lines.join(), /not trusted/);
});

for (const [state, text, line] of [
  [{ kind: 'off', why: 'no folder is open' }, '$(eye-closed) Whylens', 'Off: no folder is open.'],
  [{ kind: 'starting' }, '$(loading~spin) Whylens', 'Starting.'],
  [{ kind: 'failed', why: 'There is no Python.' }, '$(warning) Whylens', 'There is no Python.'],
  [{ kind: 'running', status: undefined }, '$(eye) Whylens', 'Running.'],
] as const) {
  test(`the state ${state.kind} is shown as ${text}`, () => {
    const shown = statusText(state);
    assert.equal(shown.text, text);
    assert.deepEqual(shown.lines, [line]);
  });
}

test('a language model is spoken of only where one is asked', () => {
  const said = (assist: Status['assist']) => running(assist ? { assist } : {}).lines.filter((line) => line.includes('anguage model'));
  assert.deepEqual(said(undefined), []);
  assert.deepEqual(said({ ask: 'off', problem: '' }), []);
  assert.deepEqual(said({ ask: 'editor', problem: '', proposed: 2, spentToday: 1234, dailyTokens: 50_000 }), [
    'A language model is asked (1,234 of 50,000 tokens today); proposed: 2.',
  ]);
  assert.deepEqual(said({ ask: 'editor', problem: 'the editor offers no language model' }), [
    'No language model is asked: the editor offers no language model.',
  ]);
});
