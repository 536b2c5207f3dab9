import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseInterpreter, commonCandidates } from '../../client/src/python/interpreter';
import { pipArguments, pipEnvironment, pipFailure, pipProgress } from '../../client/src/python/pip';
import type { Run } from '../../client/src/python/process';

/** A machine with these Pythons; every other name is unknown. */
function machine(pythons: Record<string, { version: [number, number, number]; able?: boolean }>): Run {
  return async (command, args) => {
    const found = pythons[[command, ...args.filter((each) => each.startsWith('-3'))].join(' ')];
    const said = found && { version: found.version, tag: `cpython-${found.version[0]}${found.version[1]}`, executable: `/opt/${command}`, able: found.able ?? true };
    return { code: said ? 0 : null, stdout: said ? JSON.stringify(said) : '', stderr: '' };
  };
}

const choose = (run: Run, platform: NodeJS.Platform = 'linux') => chooseInterpreter(commonCandidates(platform), run, '/storage');

test('the first Python that is new enough is taken', async () => {
  const chosen = await choose(machine({ python3: { version: [3, 10, 2] }, python: { version: [3, 12, 1] } }));
  assert.deepEqual(chosen, { executable: '/opt/python', version: '3.12.1', tag: 'cpython-312' });
});

test('on Windows the launcher is asked for version 3', async () => {
  const chosen = await choose(machine({ 'py -3': { version: [3, 11, 4] } }), 'win32');
  assert.equal(chosen.executable, '/opt/py');
});

test('when none will do, each reason is named with the remedy', async () => {
  const run = machine({ python3: { version: [3, 9, 0] }, python: { version: [3, 11, 2], able: false } });
  await assert.rejects(choose(run), /3\.11 or newer.*`python3`: 3\.9\.0 is too old; `python`: 3\.11\.2 cannot make environments.*apt install python3-venv/);
});

test('with a wheelhouse pip asks no index', () => {
  const args = pipArguments('w.whl', { wheelhouse: '/wheels', proxy: '' });
  assert.deepEqual(args.slice(args.indexOf('--no-index')), ['--no-index', '--find-links', '/wheels', 'w.whl']);
});

test('a proxy reaches pip, and no process list', () => {
  const options = { wheelhouse: '', proxy: 'http://name:secret@proxy:3128' };
  assert.equal(pipEnvironment({}, options)['PIP_PROXY'], options.proxy);
  assert.ok(!pipArguments('w.whl', options).join(' ').includes('secret'));
});

test('pip runs apart from the PYTHON variables and the current folder', () => {
  assert.equal(pipArguments('w.whl', { wheelhouse: '', proxy: '' })[0], '-I');
});

for (const [line, shown] of [
  ['Collecting pygls<3,>=2.1 (from whylens==0.1.0)', 'fetching pygls'],
  ['Installing collected packages: a, b', 'installing'],
  ['Requirement already satisfied: pip', undefined],
] as const) {
  test(`of “${line}” is shown: ${shown}`, () => assert.equal(pipProgress(line), shown));
}

test('without an ERROR line, the last line is the reason', () => {
  assert.equal(pipFailure('Traceback\nOSError: [Errno 28] No space left on device\n'), 'OSError: [Errno 28] No space left on device');
});
