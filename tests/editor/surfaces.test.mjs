/** Every surface in a real editor, with the server of this checkout. The tests follow one another: each starts where the last one ended. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { until } from './driver/wait.mjs';
import { inSequence, machine, openSample } from './setup.mjs';

const DEFECT = 'A partial refund fails when the order has a discount, because the tax share is lost';
const LENSES = ['§ 1 constraint', '⚠ 1 known defect', '◆ 1 decision'];

let sample, bench;

before(async () => {
  sample = await openSample('surfaces', { settings: () => ({ 'whylens.server.python': machine.python }) });
  bench = sample.workbench;
});
after(() => sample?.close());
inSequence(() => bench, 'surfaces');

describe('reading', () => {
  test('the status bar says how much is remembered', async () => {
    await bench.statusLike(/^4 memories/);
  });

  test('a hover says why, with confidence, date and source', async () => {
    const text = await bench.hover.at(6, 'charge', { expect: /Constraint/ });
    assert.match(text, /Constraint — MAX_TRIES must stay at 3, because the gateway bans clients that retry more often\./);
    assert.match(text, /\d+% · 2026-03-01 · shop\/payments\.py:8/);
    await bench.screenshot('hover');
    await bench.hover.leave();
  });

  test('lenses stand above the functions with something to know', async () => {
    await bench.lenses.like(/known defect/);
    assert.deepEqual(await bench.lenses.texts(), LENSES);
    assert.equal(await bench.lenses.lineBelow(/known defect/), 15);
  });

  test('a click on a lens lists what is known about the function', async () => {
    await bench.lenses.click('known defect');
    assert.equal(await bench.quickInput.title(), 'Whylens: what is known about refund');
    const rows = await bench.quickInput.list(/refund/);
    assert.equal(rows.length, 1);
    assert.match(rows[0], /A partial refund fails when the order has a discount, because the tax share is lost Known defect · refund · \d+% · 2026-03-01 · shop\/payments\.py:17 — … .*tax share is lost/);
    await bench.screenshot('lens-list');
  });

  test('Enter opens the line the memory was taken from', async () => {
    await bench.page.keyboard.press('Enter');
    await until(async () => (await cursorLine()) === 17, { what: 'the cursor on the comment' });
  });

  test('a memory from the history opens its commit', async () => {
    await bench.hover.at(21, 'total', { expect: /Decision/ });
    await bench.hover.follow(/commit/);
    await until(async () => (await bench.editor.visibleText()).includes('Count money in integer cents'), { what: 'the commit' });
    await bench.screenshot('commit');
    await bench.evaluate('await vscode.commands.executeCommand("workbench.action.closeActiveEditor")');
    await bench.editor.focus('payments.py');
  });

  test('Show Memories of This File lists them by line, and Enter goes to the place', async () => {
    await bench.quickInput.run('Whylens: Show Memories of This File');
    assert.equal(await bench.quickInput.title(/memories of/), 'Whylens: 3 memories of shop/payments.py');
    const rows = await bench.quickInput.list(/integer cents/);
    const saying = ['MAX_TRIES must stay', 'A partial refund', 'integer cents'];
    assert.deepEqual(rows.map((row) => saying.findIndex((words) => row.includes(words))), [0, 1, 2], rows.join('\n'));
    await bench.screenshot('file-list');
    await bench.quickInput.pick('integer cents');
    await until(async () => [21, 22, 23].includes(await cursorLine()), { what: 'the cursor in total' });
  });

  test('Show Status lists the figures and what can be done', async () => {
    await bench.quickInput.run('Whylens: Show Status');
    const rows = await bench.quickInput.list(/Restart Server/);
    assert.ok(rows.some((row) => row.includes('1 defect · 1 constraint · 2 decisions')), rows.join('\n'));
    assert.ok(rows.some((row) => row.includes('SQLite 3.')));
    await bench.screenshot('status');
    await bench.quickInput.dismiss();
  });

  test('the palette offers everything, by readable titles', async () => {
    const titles = await bench.quickInput.titles('Whylens: ');
    for (const title of ['Inject Memory into Chat', 'Remember This', 'Show Memories of This File', 'Confirm a Memory', 'Reject a Memory', 'Forget a Memory', 'Undo the Last Change to a Memory', "Learn This Repository's History", 'Show Status', 'Restart Server']) {
      assert.ok(titles.includes(`Whylens: ${title}`), `${title} is not among ${titles}`);
    }
    assert.ok(!titles.some((title) => /Function|Source/.test(title)), 'what needs an argument is not offered');
  });
});

describe('editing', () => {
  test('lenses and hovers follow the code while it is edited, unsaved', async () => {
    await bench.editor.focus('payments.py');
    await bench.editor.goTo(14);
    await bench.page.keyboard.type('\n\ndef audit(order):\nreturn order', { delay: 15 });
    await until(async () => (await bench.lenses.lineBelow(/known defect/)) > 16, { what: 'the lens to move down' });
    const line = await bench.lenses.lineBelow(/known defect/);
    assert.match(await lineText(line), /^def refund/);
    assert.match(await bench.hover.at(line, 'refund', { expect: /Known defect/ }), new RegExp(DEFECT));
    await bench.hover.leave();
    assert.deepEqual(await bench.lenses.texts(), LENSES, 'the new function has none');
  });

  test('undo brings them back', async () => {
    await bench.editor.focus('payments.py');
    await bench.evaluate('await vscode.commands.executeCommand("workbench.action.files.revert")');
    await until(async () => (await bench.lenses.lineBelow(/known defect/)) === 15, { what: 'the lens to come back' });
  });
});

describe('the user’s hand', () => {
  test('a code action confirms a memory', async () => {
    const titles = await bench.editor.codeActions(15, 'refund', /Whylens: Confirm/);
    for (const verb of ['Confirm', 'Reject', 'Forget']) {
      assert.ok(titles.some((title) => title.startsWith(`Whylens: ${verb} “A partial refund`)), titles.join('\n'));
    }
    await bench.screenshot('actions');
    await bench.editor.pickAction('Whylens: Confirm');
    assert.match(await bench.hover.at(15, 'refund', { expect: /confirmed/ }), /confirmed · 2026-03-01/);
    await bench.hover.leave();
  });

  test('a link in the hover takes a confirmation back', async () => {
    await bench.hover.at(15, 'refund', { expect: /Undo confirm/ });
    await bench.screenshot('undo-confirm');
    await bench.hover.follow('Undo confirm');
    await bench.hover.leave();
    assert.match(await bench.hover.at(15, 'refund', { expect: /Confirm\s*·\s*Reject/ }), /%/, 'it is as sure as it was');
  });

  test('and so does the message that says it was given', async () => {
    await bench.hover.follow('Confirm');
    assert.match(await bench.notifications.like(/confirmed/), /^Whylens: confirmed “A partial refund fails/);
    await bench.screenshot('confirmed');
    await bench.notifications.press('Undo');
    await bench.hover.leave();
    await bench.hover.at(15, 'refund', { expect: /Confirm\s*·\s*Reject/ });
    await bench.hover.leave();
    await bench.notifications.clear();
  });

  test('Remember This keeps the selection at its place', async () => {
    await bench.evaluate('const e = vscode.window.activeTextEditor; e.selection = new vscode.Selection(27, 4, 27, 30)');
    await bench.quickInput.run('Whylens: Remember This');
    await bench.quickInput.title(/Remember “return bank\.rate\(currency\)”/);
    await bench.screenshot('remember-kind');
    await bench.quickInput.pick('what is true here');
    assert.match(await bench.notifications.like(/kept/), /^Fact W-[0-9a-f]+ kept: return bank\.rate\(currency\)/);
    await bench.screenshot('remembered');
  });

  test('Undo takes it back', async () => {
    await bench.notifications.press('Undo');
    await bench.statusLike(/^4 memories/);
  });

  test('Remember This without a selection asks for a sentence', async () => {
    await bench.editor.goTo(26, 5);
    await bench.quickInput.run('Whylens: Remember This');
    await bench.quickInput.title(/Remember This/);
    await bench.screenshot('remember-sentence');
    await bench.quickInput.answer('Rates are not cached, because the bank changes them at midnight.');
    await bench.quickInput.title(/Remember “Rates are not cached/);
    await bench.quickInput.pick('what was chosen');
    await bench.statusLike(/^5 memories/);
    assert.match(await bench.hover.at(26, 'rate', { expect: /Rates are not cached/ }), /Decision — Rates are not cached, because the bank changes them at midnight\./);
    await bench.hover.leave();
    await bench.notifications.clear();
  });

  test('a link in the hover rejects a memory, and asks why', async () => {
    await bench.hover.at(21, 'total', { expect: /integer cents/ });
    await bench.hover.follow('Reject');
    await bench.quickInput.title(/Whylens: Reject W-/);
    await bench.screenshot('reject');
    await bench.quickInput.answer('it is about the database only');
    await until(async () => !(await bench.lenses.texts()).includes('◆ 1 decision') || (await bench.lenses.lineBelow(/1 decision/)) !== 21, { what: 'the lens above total to go' });
    await bench.notifications.clear();
    await bench.editor.focus('payments.py');
  });

  test('forgetting asks first, and a No is a No', async () => {
    await bench.editor.codeActions(15, 'refund', /Whylens: Forget/);
    await bench.editor.pickAction('Whylens: Forget');
    assert.match(await bench.notifications.dialog(), /Forget W-[0-9a-f]+\?.*deleted for good/);
    await bench.screenshot('forget');
    await bench.notifications.answerDialog('Cancel');
    assert.ok((await bench.lenses.texts()).includes('⚠ 1 known defect'));
  });

  test('a button of the list forgets a memory', async () => {
    await bench.lenses.click('known defect');
    await bench.quickInput.list(/refund/);
    await bench.quickInput.pressButton('A partial refund', 'Forget');
    await bench.notifications.dialog();
    await bench.notifications.answerDialog('Forget');
    await until(async () => !(await bench.lenses.texts()).includes('⚠ 1 known defect'), { what: 'the lens to go' });
  });
});

describe('without a chat', () => {
  const TEXT = /MAX_TRIES must stay at 3[^]*\n\nretry more often$/;

  test('the context goes to the clipboard', async () => {
    await bench.editor.goTo(6, 5);
    await injectWithTask('retry more often');
    assert.match(await bench.notifications.like(/No chat/), /No chat is set up in this editor\. The context is ready \(\d+ memor(y|ies), \d+ tokens\)/);
    await bench.screenshot('no-chat');
    await bench.notifications.press('Copy to Clipboard');
    await until(async () => TEXT.test(await bench.clipboard()), { what: 'the context in the clipboard' });
  });

  test('or into a new document', async () => {
    await injectWithTask('retry more often');
    await bench.notifications.like(/No chat/);
    await bench.notifications.press('New Document');
    await until(async () => TEXT.test(await activeText()), { what: 'the context in a document' });
    await bench.screenshot('new-document');
    await bench.evaluate('await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor")');
    await bench.editor.focus('payments.py');
  });
});

describe('settings and trouble', () => {
  test('lenses can be turned off and on', async () => {
    await setting('codeLens', 'off');
    await until(async () => (await bench.lenses.texts()).length === 0, { what: 'no lens' });
    await setting('codeLens', undefined);
    await bench.lenses.like(/constraint/);
  });

  test('a server that is killed comes back', async () => {
    const before = await serverPid();
    process.kill(before, 'SIGKILL');
    await until(async () => ((now) => now && now !== before)(await serverPid()), { what: 'another server' });
    await bench.statusLike(/memories/);
    assert.match(await bench.hover.at(6, 'charge', { expect: /Constraint/ }), /MAX_TRIES/);
    await bench.hover.leave();
    assert.deepEqual((await bench.notifications.texts()).filter((text) => /crash|server/i.test(text)), []);
  });

  test('switched off, nothing runs and nothing is shown; switched on, all is there again', async () => {
    await setting('enabled', false);
    await until(async () => !(await serverPid()), { what: 'the server to end' });
    assert.equal(await bench.status(), 'Whylens');
    await setting('enabled', undefined);
    await bench.statusLike(/memories/);
    await bench.lenses.like(/constraint/);
  });

  test('a Python that does not exist is named, with what can be done', async () => {
    await setting('server.python', '/no/such/python');
    assert.match(await bench.notifications.like(/no\/such/), /The setting whylens\.server\.python names \/no\/such\/python, which could not be started\./);
    await bench.screenshot('no-python');
    await setting('server.python', machine.python);
    await bench.statusLike(/memories/);
  });
});

const cursorLine = () => bench.evaluate('return vscode.window.activeTextEditor?.selection.active.line + 1');
const lineText = (line) => bench.evaluate('return vscode.window.activeTextEditor.document.lineAt(args - 1).text', line);
const activeText = () => bench.evaluate('return vscode.window.activeTextEditor?.document.getText() ?? ""');
const setting = (name, value) => bench.evaluate('await vscode.workspace.getConfiguration("whylens").update(args.name, args.value, vscode.ConfigurationTarget.Global)', { name, value });

async function injectWithTask(task) {
  await bench.quickInput.run('Whylens: Inject Memory into Chat');
  await bench.quickInput.title(/Inject Memory into Chat/);
  await bench.quickInput.answer(task);
}

/** The process that runs the server of this test's editor. */
function serverPid() {
  return bench.evaluate(`
    const { execFileSync } = require('node:child_process');
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\\n');
    const own = lines.map((line) => line.trim().split(/\\s+/)).find(([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('-m whylens serve'));
    return own && Number(own[0]);
  `);
}
