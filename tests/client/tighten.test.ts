import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofTheUser, stillOn, together } from '../../client/src/tighten';

test('what the user switched off no repository switches on', () => {
  assert.equal(stillOn({ globalValue: false, workspaceValue: true }), false);
  assert.equal(stillOn({ globalValue: true, workspaceFolderValue: false }), false);
  assert.equal(stillOn({ workspaceValue: true }), true);
  assert.equal(stillOn(undefined), true);
});

test('what any level leaves out is left out', () => {
  assert.deepEqual(together({ globalValue: ['private/'], workspaceValue: ['*.gen.ts', 'private/'] }), ['private/', '*.gen.ts']);
  assert.deepEqual(together(undefined), []);
});

test('what is no list is handed on, so that the server fails closed', () => {
  assert.equal(together({ globalValue: ['private/'], workspaceValue: 'all' }), 'all');
});

test('what only the user may decide no workspace decides', () => {
  assert.equal(ofTheUser({ defaultValue: 'off', workspaceValue: 'editor', workspaceFolderValue: 'editor' }), 'off');
  assert.equal(ofTheUser({ defaultValue: 'off', globalValue: 'editor', workspaceValue: 'off' }), 'editor');
  assert.equal(ofTheUser(undefined), undefined);
});
