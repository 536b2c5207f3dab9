import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

const CLIENT = fs.readFileSync('client/src/messages.ts', 'utf8');
const SERVER = fs.readFileSync('server/whylens/lsp/messages.py', 'utf8');

/** All names like `whylens/…` or `whylens.server.…` that stand between quotes. */
const names = (source: string, pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map((match) => match[1]))].sort();

test('client and server know the same custom methods', () => {
  const methods = /['"](whylens\/\w+)['"]/g;
  assert.deepEqual(names(CLIENT, methods), names(SERVER, methods));
});

test('the server has every command the client calls', () => {
  const commands = /['"](whylens\.server\.\w+)['"]/g;
  const served = names(SERVER, commands);
  assert.deepEqual(names(CLIENT, commands).filter((name) => !served.includes(name)), []);
});

test('every command of the palette is registered, and the other way round', () => {
  const contributed = (JSON.parse(fs.readFileSync('package.json', 'utf8')) as Contributions).contributes.commands.map(({ command }) => command).sort();
  assert.deepEqual(names(fs.readFileSync('client/src/commands/register.ts', 'utf8'), /'(whylens\.\w+)':/g), contributed);
});

test('every command a hover links to may be run from one', () => {
  const linked = names(fs.readFileSync('server/whylens/lsp/hovertext.py', 'utf8'), /"(whylens\.\w+)"/g);
  const client = fs.readFileSync('client/src/server/languageClient.ts', 'utf8');
  const allowed = names(client.slice(client.indexOf('HOVER_COMMANDS = '), client.indexOf('];')), /'(whylens\.\w+)'/g);
  assert.ok(linked.length > 0);
  assert.deepEqual(linked.filter((name) => !allowed.includes(name)), []);
});

interface Contributions {
  contributes: { commands: { command: string }[] };
}
