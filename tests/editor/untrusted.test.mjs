/** A workspace that is not trusted: nothing of it is run, read or shown until the user says so. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sleep } from './driver/wait.mjs';
import { inSequence, machine, openSample } from './setup.mjs';

let sample, bench, trap;

before(async () => {
  sample = await openSample('untrusted', {
    settings: () => ({ 'whylens.server.python': machine.python, 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' }),
    trustEverything: false,
    prepare: setTraps,
  });
  bench = sample.workbench;
});
after(() => sample?.close());
inSequence(() => bench, 'untrusted');

/** Everything in the repository that a careless start would execute; each leaves a mark. */
function setTraps(folder) {
  trap = path.join(folder, '..', 'trapped');
  const mark = `open(${JSON.stringify(trap)}, "a").write(__name__)\n`;
  for (const name of ['json.py', 'pygls.py', 'sitecustomize.py', 'whylens/__init__.py', 'whylens/__main__.py']) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), mark);
  }
  const python = path.join(folder, 'python.sh');
  fs.writeFileSync(python, `#!/bin/sh\necho python >>${JSON.stringify(trap)}\n`, { mode: 0o755 });
  fs.mkdirSync(path.join(folder, '.vscode'));
  fs.writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'whylens.server.python': python }));
}

test('nothing is learned or shown', async () => {
  await bench.statusLike(/^Whylens$/);
  await sleep(3_000); // time in which it would have learned
  assert.equal(await bench.status(), 'Whylens');
  assert.deepEqual(await bench.lenses.texts(), []);
  assert.ok(!fs.existsSync(path.join(sample.dir, 'home', 'projects')), 'no memory was made');
});

test('the status says why, and leads to trust', async () => {
  await bench.quickInput.run('Whylens: Show Status');
  const rows = await bench.quickInput.list(/Trust This Workspace/);
  assert.ok(rows.some((row) => /not trusted/.test(row)), rows.join('\n'));
  await bench.screenshot('untrusted-status');
  await bench.quickInput.dismiss();
});

test('nothing of the workspace was executed', () => {
  assert.ok(!fs.existsSync(trap), fs.existsSync(trap) && fs.readFileSync(trap, 'utf8'));
});

test('once trusted, it learns; modules of the workspace are still not imported', async () => {
  fs.rmSync(path.join(sample.folder, '.vscode'), { recursive: true }); // a trusted workspace may choose the Python
  await bench.quickInput.run('Workspaces: Manage Workspace Trust');
  await bench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust/ }).first().click();
  await bench.closeModal();
  await bench.statusLike(/memor/);
  await bench.editor.focus('payments.py');
  await bench.lenses.like(/known defect/);
  assert.ok(!fs.existsSync(trap), fs.existsSync(trap) && fs.readFileSync(trap, 'utf8'));
});
