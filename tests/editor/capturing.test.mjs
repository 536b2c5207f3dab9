/** What happens in a real editor reaches the memory: a terminal, a task, other tools' findings, edits, files, git. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sleep, until } from './driver/wait.mjs';
import { happenings, recordingPython } from './recording.mjs';
import { inSequence, machine, openSample } from './setup.mjs';

let sample, bench;

before(async () => {
  sample = await openSample('capturing', {
    settings: ({ dir }) => ({ 'whylens.server.python': recordingPython(machine.python, dir), 'terminal.integrated.shellIntegration.enabled': true }),
  });
  bench = sample.workbench;
  await bench.statusLike(/^4 memories/);
});
after(async () => {
  if (sample && process.env.WHYLENS_TEST_SHOW_HAPPENINGS) {
    console.log(happenings(sample.dir).map((each) => JSON.stringify(each)).join('\n'));
  }
  await sample?.close();
});
inSequence(() => bench, 'capturing');

describe('the terminal', () => {
  test('a command that fails is told with its exit code and what it printed', async () => {
    await openTerminal();
    await typeInTerminal(`python3 -c "print('\\033[31m1 failed\\033[0m'); raise SystemExit(3)"`);
    const ran = await told('Ran', ({ command }) => command.includes('SystemExit'));
    assert.equal(ran.exit_code, 3);
    assert.equal(ran.output.trim(), '1 failed');
    assert.equal(ran.folder, '');
    assert.equal(ran.is_task, false);
  });

  test('of an endless output the beginning and the end are told', async () => {
    await typeInTerminal('seq 1 60000');
    const ran = await told('Ran', ({ command }) => command.startsWith('seq'));
    assert.match(ran.output, /^1\n2\n3\n/);
    assert.match(ran.output, /60000\s*$/);
    assert.match(ran.output, /characters cut/);
    assert.ok(ran.output.length <= 64 * 1024);
    assert.equal(ran.exit_code, 0);
  });

  test('a commit made there is told as a move of the head', async () => {
    await typeInTerminal('git -c user.name=Ada -c user.email=ada@example.invalid commit --quiet --allow-empty -m "Try it"');
    const moved = await told('HeadMoved', () => true);
    assert.equal(moved.how, 'commit');
    assert.equal(moved.branch, 'main');
    assert.match(moved.now, /^[0-9a-f]{40}$/);
  });

  test('with the setting off nothing of it is told', async () => {
    await bench.evaluate(`await vscode.workspace.getConfiguration('whylens').update('capture.terminal', false, vscode.ConfigurationTarget.Global)`);
    await typeInTerminal('echo unheard');
    await until(() => terminalText().then((text) => /^unheard/m.test(text)), { what: 'the output in the terminal' });
    await bench.evaluate(`await vscode.workspace.getConfiguration('whylens').update('capture.terminal', undefined, vscode.ConfigurationTarget.Global)`);
    await typeInTerminal('echo heard');
    await told('Ran', ({ command }) => command === 'echo heard');
    assert.ok(!happenings(sample.dir).some(({ command }) => command === 'echo unheard'));
  });
});

describe('around the code', () => {
  test('a task is told with its command and how it ended', async () => {
    await bench.evaluate(`
      const folder = vscode.workspace.workspaceFolders[0];
      const execution = new vscode.ShellExecution('echo built && exit 2');
      await vscode.tasks.executeTask(new vscode.Task({ type: 'shell' }, folder, 'build', 'test', execution));
    `);
    const ran = await told('Ran', (each) => each.is_task);
    assert.equal(ran.command, 'echo built && exit 2');
    assert.equal(ran.exit_code, 2);
    assert.equal(ran.output.trim(), 'built');
    assert.ok(!happenings(sample.dir).some((each) => each.is === 'Ran' && !each.is_task && each.command.includes('built')), 'not told twice');
  });

  test('what another tool finds is told with its function, and that it is gone', async () => {
    await report('a finding of our own', 'Whylens');
    await sleep(1_000); // longer than the client waits for more
    await report('undefined name');
    const found = await told('Reported', ({ problems }) => problems.length > 0);
    assert.deepEqual(found.problems, [{ message: 'undefined name', severity: 'error', code: 'F821', tool: 'lint', line: 9, symbol: ['charge'] }]);
    await report('');
    const gone = await told('Reported', ({ problems }) => problems.length === 0);
    assert.equal(gone.path, 'shop/payments.py');
    assert.equal(happenings(sample.dir).filter(({ is }) => is === 'Reported').length, 2, 'our own findings are not told');
  });

  test('an edit is told by function, and a renamed file by both names', async () => {
    await bench.evaluate(`
      const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'shop/payments.py');
      const document = await vscode.workspace.openTextDocument(file);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, new vscode.Position(8, 0), '    check(order)\\n');
      await vscode.workspace.applyEdit(edit);
      await document.save();
    `);
    const edited = await told('Edited', () => true);
    assert.deepEqual([edited.path, edited.symbol, edited.added, edited.removed], ['shop/payments.py', ['charge'], ['    check(order)'], []]);
    await bench.evaluate(`
      const root = vscode.workspace.workspaceFolders[0].uri;
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(vscode.Uri.joinPath(root, 'README.md'), vscode.Uri.joinPath(root, 'ABOUT.md'));
      await vscode.workspace.applyEdit(edit);
    `);
    const moved = await told('FileMoved', () => true);
    assert.deepEqual([moved.path, moved.to], ['README.md', 'ABOUT.md']);
  });

  test('Show Status says what was taken in', async () => {
    await bench.quickInput.run('Whylens: Show Status');
    const rows = await bench.quickInput.list(/Taken in: /);
    assert.ok(rows.some((row) => /1 edit, 2 reports, 1 git move, \d commands/.test(row)), rows.join('\n'));
    await bench.screenshot('status-captured');
    await bench.quickInput.dismiss();
  });
});

/** The first happening of a kind that is like `expect`. */
async function told(kind, expect) {
  return until(() => happenings(sample.dir).find((each) => each.is === kind && expect(each)), { timeout: 30_000, what: `${kind} to be told` });
}

async function report(message, source = 'lint') {
  await bench.evaluate(`
    globalThis.lint ??= vscode.languages.createDiagnosticCollection('lint');
    const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'shop/payments.py');
    const found = new vscode.Diagnostic(new vscode.Range(8, 0, 8, 3), args.message || 'nothing', vscode.DiagnosticSeverity.Error);
    Object.assign(found, { source: args.source, code: 'F821' });
    globalThis.lint.set(file, args.message ? [found] : []);
  `, { message, source });
}

async function openTerminal() {
  await bench.evaluate(`
    const terminal = vscode.window.createTerminal({ name: 'work', shellPath: '/bin/bash' });
    terminal.show();
    for (let left = 300; left > 0 && !terminal.shellIntegration; left--) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    if (!terminal.shellIntegration) {
      throw new Error('no shell integration');
    }
  `);
}

/** As a user does: by the keyboard. */
async function typeInTerminal(command) {
  await bench.evaluate(`await vscode.commands.executeCommand('workbench.action.terminal.focus')`);
  await bench.page.locator('.terminal-wrapper.active .xterm-helper-textarea, .xterm.focus .xterm-helper-textarea').first().waitFor({ state: 'attached' });
  await bench.page.keyboard.type(command, { delay: 5 });
  await bench.page.keyboard.press('Enter');
}

async function terminalText() {
  await bench.evaluate(`
    await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    await vscode.commands.executeCommand('workbench.action.terminal.clearSelection');
  `);
  return bench.clipboard();
}
