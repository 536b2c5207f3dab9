import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { findEnvironment, makeEnvironment } from '../../client/src/python/environment';
import type { Making } from '../../client/src/python/environment';
import { PythonProblem } from '../../client/src/python/problem';
import type { Run } from '../../client/src/python/process';

const INTERPRETER = { executable: '/usr/bin/python3', version: '3.11.7', tag: 'cpython-311' };

interface Machine {
  place: { folder: string; wheel: string };
  calls: string[];
  making: Making;
  /** What pip does next; 0 is success. */
  pipCode: number;
  pipError: string;
}

/** A machine on which making an environment writes its Python, and pip does what it is told. */
function machine(context: TestContext): Machine {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'whylens-environment-'));
  context.after(() => fs.rmSync(root, { recursive: true, force: true }));
  const wheel = path.join(root, 'whylens-0.1.0-py3-none-any.whl');
  fs.writeFileSync(wheel, 'the wheel');
  const calls: string[] = [];
  const run: Run = async (_command, args) => {
    calls.push(args.includes('venv') ? 'venv' : 'pip');
    if (args.includes('venv')) {
      const python = pythonOf(String(args.at(-1)));
      fs.mkdirSync(path.dirname(python), { recursive: true });
      fs.writeFileSync(python, '');
      return { code: 0, stdout: '', stderr: '' };
    }
    return { code: on.pipCode, stdout: '', stderr: on.pipError };
  };
  const making: Making = { run, pip: { wheelhouse: '', proxy: '' }, signal: new AbortController().signal, report: () => {}, log: () => {} };
  const on: Machine = { place: { folder: path.join(root, 'environments'), wheel }, calls, making, pipCode: 0, pipError: '' };
  return on;
}

const pythonOf = (environment: string): string =>
  process.platform === 'win32' ? path.join(environment, 'Scripts', 'python.exe') : path.join(environment, 'bin', 'python');

const folderOf = (python: string): string => path.dirname(path.dirname(python));

test('an environment is made once and found again', async (context) => {
  const on = machine(context);
  assert.equal(await findEnvironment(on.place), undefined);
  const python = await makeEnvironment(on.place, INTERPRETER, on.making);
  assert.equal(await findEnvironment(on.place), python);
  assert.equal(await makeEnvironment(on.place, INTERPRETER, on.making), python);
  assert.deepEqual(on.calls, ['venv', 'pip']);
});

test('another wheel gets another environment', async (context) => {
  const on = machine(context);
  const first = await makeEnvironment(on.place, INTERPRETER, on.making);
  fs.writeFileSync(on.place.wheel, 'a newer wheel');
  assert.equal(await findEnvironment(on.place), undefined);
  assert.notEqual(await makeEnvironment(on.place, INTERPRETER, on.making), first);
});

test('a half-made environment is not used, and is made anew', async (context) => {
  const on = machine(context);
  on.pipCode = 1;
  on.pipError = 'ERROR: No matching distribution found for pygls';
  await assert.rejects(makeEnvironment(on.place, INTERPRETER, on.making), PythonProblem);
  assert.equal(await findEnvironment(on.place), undefined);
  on.pipCode = 0;
  const python = await makeEnvironment(on.place, INTERPRETER, on.making);
  assert.deepEqual(on.calls, ['venv', 'pip', 'venv', 'pip']);
  assert.equal(await findEnvironment(on.place), python);
});

test('an environment whose Python is gone is made anew', async (context) => {
  const on = machine(context);
  const python = await makeEnvironment(on.place, INTERPRETER, on.making);
  fs.rmSync(python);
  assert.equal(await findEnvironment(on.place), undefined);
  await makeEnvironment(on.place, INTERPRETER, on.making);
  assert.deepEqual(on.calls, ['venv', 'pip', 'venv', 'pip']);
});

test('two windows that start at once make one environment', async (context) => {
  const on = machine(context);
  const pythons = await Promise.all([1, 2, 3].map(() => makeEnvironment(on.place, INTERPRETER, on.making)));
  assert.equal(new Set(pythons).size, 1);
  assert.deepEqual(on.calls, ['venv', 'pip']);
});

test('a lock whose maker is gone is taken over', async (context) => {
  const on = machine(context);
  const environment = folderOf(await makeEnvironment(on.place, INTERPRETER, on.making));
  fs.rmSync(environment, { recursive: true });
  fs.mkdirSync(`${environment}.lock`);
  const longAgo = new Date(Date.now() - 3_600_000);
  fs.utimesSync(`${environment}.lock`, longAgo, longAgo);
  assert.equal(folderOf(await makeEnvironment(on.place, INTERPRETER, on.making)), environment);
});

test('waiting for another window ends when it is stopped', async (context) => {
  const on = machine(context);
  const environment = folderOf(await makeEnvironment(on.place, INTERPRETER, on.making));
  fs.mkdirSync(`${environment}.lock`);
  const stop = new AbortController();
  const waiting = makeEnvironment(on.place, INTERPRETER, { ...on.making, signal: stop.signal });
  stop.abort();
  await assert.rejects(waiting, { name: 'Cancelled' });
});

test('the reason pip gives, and what to do, stand in the message', async (context) => {
  const on = machine(context);
  on.pipCode = 1;
  on.pipError = 'WARNING: retrying\nERROR: No matching distribution found for pygls\n';
  await assert.rejects(makeEnvironment(on.place, INTERPRETER, on.making), /No matching distribution found for pygls\. Behind a proxy, set http\.proxy/);
  on.making.pip = { wheelhouse: '/wheels', proxy: '' };
  await assert.rejects(makeEnvironment(on.place, INTERPRETER, on.making), /whylens\.wheelhouse: \/wheels must hold a wheel of every dependency/);
});
