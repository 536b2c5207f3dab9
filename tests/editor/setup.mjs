/** What all editor tests start from: the machine's parts, scratch folders, the packed test extension. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startServer } from './driver/server.mjs';
import { openWorkbench } from './driver/workbench.mjs';
import { makeRepository } from './repository.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');

/** `scripts/test.py` sets these. */
export const machine = {
  node: given('NODE'),
  codeServer: given('CODE_SERVER'),
  browserPath: given('BROWSER'),
  python: given('PYTHON'),
  vsix: given('VSIX'),
  wheelhouse: given('WHEELHOUSE'),
};

function given(name) {
  const value = process.env[`WHYLENS_TEST_${name}`];
  if (!value) {
    throw new Error(`WHYLENS_TEST_${name} is not set: run the editor tests with scripts/test.py`);
  }
  return value;
}

/** A VS Code with Whylens on the sample repository, and how to end it. */
export async function openSample(name, { settings = () => ({}), env = {}, prepare = () => {}, ...options } = {}) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), `whylens-editor-${name}-`));
  const folder = makeRepository(path.join(dir, 'shop'));
  prepare(folder);
  const whole = { settings: settings({ dir }), env: { WHYLENS_HOME: path.join(dir, 'home'), ...env }, ...options };
  const { server, workbench } = await openFolder(dir, folder, 'shop/payments.py', whole);
  const close = async () => {
    await workbench.close();
    await server.stop();
    if (!process.env.WHYLENS_TEST_KEEP) {
      fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  };
  return { dir, folder, server, workbench, close };
}

/** A VS Code with Whylens on any folder; its profile goes into the empty folder `dir`, its first file is shown. */
export async function openFolder(dir, folder, file, options) {
  const server = await startServer({ ...machine, dir, vsix: [machine.vsix, packedTestExtension(dir)], ...options });
  const workbench = await openWorkbench({ server, folder, file, browserPath: machine.browserPath, shots: path.join(here, 'shots') });
  return { server, workbench };
}

/**
 * For tests that follow one another in one editor. After each a picture is taken: a test that finds a text does not see
 * that it is ugly. After a failure the others are not run, since each starts where the last one ended.
 */
export function inSequence(workbench, prefix) {
  let failed = '';
  beforeEach(() => {
    if (failed) {
      throw new Error(`not run, because “${failed}” failed`);
    }
  });
  afterEach(async (context) => {
    if (!failed) {
      failed = context.passed ? '' : context.name;
      const name = `${prefix}-${context.name.replace(/\W+/g, '-')}${failed ? '-FAILED' : ''}`;
      await workbench()?.screenshot(name).catch(() => {});
    }
  });
}

function packedTestExtension(dir) {
  const out = path.join(dir, 'test-extension.vsix');
  const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const args = [vsce, 'package', '--no-dependencies', '--skip-license', '--allow-missing-repository', '--out', out];
  const { status, stdout, stderr } = spawnSync(machine.node, args, { cwd: path.join(here, 'test-extension'), encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`the test extension could not be packed:\n${stdout}${stderr}`);
  }
  return out;
}
