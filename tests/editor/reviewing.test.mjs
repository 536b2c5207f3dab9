/** The review of what was learned, the page a memory is edited on, and the rest of what is done with one memory, in a real editor. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from './driver/wait.mjs';
import { inSequence, machine, openSample } from './setup.mjs';

const IMPORTS = [
  { summary: 'Never send two refunds at once', kind: 'constraint', files: ['shop/payments.py'] },
  { summary: 'Timeouts are 30 s because the gateway cuts at 31', kind: 'decision' },
  { summary: 'The team meets on Mondays', kind: 'fact' },
  { summary: 'Totals are printed twice on Fridays', kind: 'fact' },
];

let sample, bench;

before(async () => {
  sample = await openSample('reviewing', { settings: () => ({ 'whylens.server.python': machine.python }), prepare: importCards });
  bench = sample.workbench;
});
after(() => sample?.close());
inSequence(() => bench, 'reviewing');

function importCards(folder) {
  const home = path.join(path.dirname(folder), 'home');
  const input = IMPORTS.map((card) => JSON.stringify(card)).join('\n');
  const done = spawnSync(machine.python, ['-m', 'whylens', 'import', '-', '--project', folder, '--home', home], { input, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
}

const review = () => bench.quickInput.run('Whylens: Review What Was Learned');

describe('reviewing', () => {
  test('what waits is listed with the reason', async () => {
    await bench.statusLike(/^4 memories/); // what waits is not counted as remembered
    await review();
    assert.match(await bench.quickInput.title(/wait/), /Whylens: 4 memories wait for you/);
    const rows = await bench.quickInput.list(/Never send/);
    assert.ok(rows.some((row) => row.includes('4 imports: imported, not activated')), rows.join('\n'));
    assert.ok(rows.some((row) => /Never send two refunds at once.*shop\/payments\.py/.test(row)), rows.join('\n'));
    await bench.screenshot('review');
  });

  test('by keyboard alone two are ticked and rejected, and the rest comes again', async () => {
    await bench.page.keyboard.type('Mondays');
    await bench.quickInput.list(/Mondays/);
    await bench.page.keyboard.press('ArrowDown');
    await bench.page.keyboard.press('Space');
    await bench.page.keyboard.press('Enter');
    assert.match(await bench.quickInput.title(/Mondays/), /Whylens: “The team meets on Mondays”/);
    await bench.quickInput.list(/Confirm/);
    await bench.screenshot('review-actions');
    await bench.quickInput.pick('Reject');
    await bench.quickInput.title(/Reject/);
    await bench.quickInput.answer('not about the code');
    assert.match(await bench.quickInput.title(/wait/), /3 memories wait/);
    await bench.quickInput.dismiss();
  });

  test('one undo brings it back to the queue', async () => {
    assert.match(await bench.notifications.like(/rejected/), /Whylens: rejected “The team meets on Mondays”/);
    await bench.notifications.press('Undo');
    await bench.notifications.clear();
    await review();
    await bench.quickInput.title(/4 memories wait/);
    await bench.quickInput.dismiss();
  });

  test('all are confirmed at once, and then nothing waits', async () => {
    await review();
    await bench.quickInput.list(/Never send/);
    await bench.page.locator('.quick-input-widget:visible .quick-input-header .monaco-custom-toggle').first().click();
    await bench.page.keyboard.press('Enter');
    assert.match(await bench.quickInput.title(/4 memories/), /4 memories/);
    await bench.quickInput.pick('Confirm');
    await bench.notifications.like(/confirmed 4 memories/);
    await bench.statusLike(/^8 memories/);
    await bench.notifications.clear();
    await review();
    await bench.notifications.like(/Nothing waits for you/);
    await bench.screenshot('review-empty');
    await bench.notifications.clear();
  });
});

describe('the page of a memory', () => {
  test('Edit in the hover opens it, and saving keeps it', async () => {
    await bench.editor.focus('payments.py');
    await bench.hover.at(15, 'refund', { expect: /A partial refund/ });
    await bench.hover.follow('Edit');
    await until(async () => (await bench.editor.visibleText()).includes('kind: issue'), { what: 'the page' });
    await bench.screenshot('edit-page');
    await replaceInPage('A partial refund', 'Every partial refund');
    await bench.evaluate('await vscode.window.activeTextEditor.document.save()');
    await bench.notifications.like(/edited “Every partial refund/);
    await until(async () => (await bench.editor.visibleText()).includes('version: 2'), { what: 'the page to tell its new version' });
    await bench.notifications.clear();
  });

  test('what cannot be read is said, and the text stays', async () => {
    await replaceInPage('kind: issue', 'kind: nonsense');
    const saved = await bench.evaluate('return vscode.window.activeTextEditor.document.save()');
    assert.equal(saved, false);
    await bench.notifications.like(/there is no kind 'nonsense': use one of decision/);
    await bench.screenshot('edit-refused');
    assert.ok((await bench.editor.visibleText()).includes('kind: nonsense'));
    await bench.notifications.clear();
    await bench.evaluate('await vscode.commands.executeCommand("workbench.action.files.revert"); await vscode.commands.executeCommand("workbench.action.closeActiveEditor")');
    await bench.editor.focus('payments.py');
  });

  test('the hover has the new words', async () => {
    await bench.hover.at(15, 'refund', { expect: /Every partial refund/ });
    await bench.hover.leave();
  });
});

describe('the rest', () => {
  test('the dots of a hover lead to pin, snooze, not here and why', async () => {
    await bench.hover.at(21, 'total', { expect: /integer cents/ });
    await bench.screenshot('hover-acts');
    await bench.hover.follow('…');
    const rows = await bench.quickInput.list(/Snooze/);
    for (const act of ['Why This Confidence', 'Replace', 'Not Here', 'Pin', 'Snooze']) {
      assert.ok(rows.some((row) => row.includes(act)), `${act} is not among ${rows}`);
    }
    await bench.screenshot('more');
    await bench.quickInput.pick('Why This Confidence');
    const lines = await bench.quickInput.list(/commit/);
    assert.ok(lines.some((line) => /\+0\.\d\d .*commit/.test(line)), lines.join('\n'));
    await bench.screenshot('why');
    await bench.quickInput.dismiss();
  });

  test('a snoozed memory is gone, and Undo brings it back', async () => {
    await bench.editor.focus('payments.py');
    await bench.hover.at(21, 'total', { expect: /integer cents/ });
    await bench.hover.follow('…');
    await bench.quickInput.list(/Snooze/);
    await bench.quickInput.pick('Snooze');
    await bench.quickInput.list(/For a Week/);
    await bench.quickInput.pick('For a Week');
    await bench.notifications.like(/snoozed/);
    await until(async () => !(await bench.lenses.texts()).includes('◆ 1 decision'), { what: 'the lens to go' });
    await bench.notifications.press('Undo');
    await until(async () => (await bench.lenses.texts()).includes('◆ 1 decision'), { what: 'the lens to come back' });
    await bench.notifications.clear();
  });

  test('a memory that stands at the wrong place moves to the cursor', async () => {
    await bench.editor.codeActions(15, 'refund', /Not here/);
    await bench.screenshot('actions-all');
    await bench.page.keyboard.press('Escape');
    await bench.editor.goTo(26, 5);
    await bench.hover.at(15, 'refund', { expect: /Every partial refund/ });
    await bench.hover.follow('…');
    await bench.quickInput.list(/Not Here/);
    await bench.quickInput.pick('Not Here');
    await bench.quickInput.list(/Move It to the Cursor/);
    await bench.screenshot('not-here');
    await bench.quickInput.pick('Move It to the Cursor');
    await bench.notifications.like(/moved “Every partial refund/);
    await until(async () => (await bench.lenses.lineBelow(/known defect/)) > 20, { what: 'the lens at the other function' });
    await bench.notifications.press('Undo');
    await until(async () => (await bench.lenses.lineBelow(/known defect/)) === 15, { what: 'the lens where it was' });
  });
});

/** Types over the first `before` of the page that is open. */
function replaceInPage(before, after) {
  const [from, to] = [before, after].map((text) => JSON.stringify(text));
  return bench.evaluate(`
    const editor = vscode.window.activeTextEditor;
    const start = editor.document.getText().indexOf(${from});
    const range = new vscode.Range(editor.document.positionAt(start), editor.document.positionAt(start + ${from}.length));
    await editor.edit((edit) => edit.replace(range, ${to}));`);
}
