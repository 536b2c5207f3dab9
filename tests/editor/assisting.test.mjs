/** The editor's own language model is asked when the user's settings say so, and not when a repository's do. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { sleep, until } from './driver/wait.mjs';
import { machine, openSample } from './setup.mjs';

const MESSAGE = `Let payments wait for each other

The bank counts open payments for each shop and closes the oldest when a third one
arrives, so parallel payments lost money without any error.
Token: ${'gh' + 'p_'}${'aB3dE6gH9k'.repeat(3)}aB3dE6
`;
const ANSWER = JSON.stringify({
  cards: [
    {
      kind: 'constraint',
      summary: 'The bank closes the oldest payment when a third arrives, so no payments run in parallel.',
      evidence: 'closes the oldest when a third one',
    },
  ],
});

async function open(name, settings, inRepository = {}) {
  return openSample(name, {
    settings: () => ({ 'whylens.server.python': machine.python, ...settings }),
    env: { WHYLENS_TEST_MODEL_ANSWER: ANSWER },
    prepare: (folder) => {
      fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
      fs.writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(inRepository));
      fs.appendFileSync(path.join(folder, 'shop', 'payments.py'), '\n\ndef alone(payment):\n    return payment.wait()\n');
      git(folder, 'add', '--all');
      git(folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', 'commit', '--quiet', '-m', MESSAGE);
    },
  });
}

function git(folder, ...args) {
  assert.equal(spawnSync('git', args, { cwd: folder }).status, 0);
}

function asked(sample) {
  const file = path.join(sample.dir, 'model.jsonl');
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line)).filter(({ kind, texts }) => kind === 'request' && texts.join().includes('worth remembering'));
}

describe('the language model of the editor', () => {
  test('is asked about a commit, redacted, and what it says waits for review', async () => {
    const sample = await open('assisting', { 'whylens.assist.ask': 'editor' });
    try {
      await sample.workbench.statusLike(/memories/);
      await until(() => asked(sample).length > 0, { what: 'a question', timeout: 60_000 });
      const question = asked(sample)[0].texts.join();
      assert.match(question, /closes the oldest/);
      assert.doesNotMatch(question, /aB3dE6gH9k/);
      await sleep(3_000);
      await sample.workbench.screenshot('assisting');
      const kept = spawnSync(machine.python, ['-P', '-m', 'whylens', 'export', '-', '--project', sample.folder, '--home', path.join(sample.dir, 'home')], { encoding: 'utf8' });
      assert.match(kept.stdout, /"status": ?"candidate".*no payments run in parallel|no payments run in parallel.*"status": ?"candidate"/, kept.stderr);
    } finally {
      await sample.close();
    }
  });

  test('is not asked because a repository says so', async () => {
    const sample = await open('assisting-not', {}, { 'whylens.assist.ask': 'editor', 'whylens.assist': { ask: 'editor' } });
    try {
      await sample.workbench.statusLike(/memories/);
      await sleep(12_000);
      assert.deepEqual(asked(sample), []);
    } finally {
      await sample.close();
    }
  });
});
