import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatSession, QUIET_MS } from '../../client/src/commands/chatSession';

test('a chat keeps its name while it is used, however long', () => {
  const chat = new ChatSession('w');
  const names = [0, QUIET_MS, 2 * QUIET_MS].map((now) => chat.name(now));
  assert.equal(new Set(names).size, 1);
});

test('after a long silence, and when the user says so, it is another chat', () => {
  const chat = new ChatSession('w');
  const first = chat.name(0);
  const later = chat.name(QUIET_MS + 1);
  chat.startAnew();
  assert.equal(new Set([first, later, chat.name(QUIET_MS + 2)]).size, 3);
});

test('chats of two windows have two names', () => {
  assert.notEqual(new ChatSession('a').name(0), new ChatSession('b').name(0));
});
