/**
 * The hands of the part of a scripted day that is worked in a real editor: one act a line (JSON) on standard input, one
 * answer a line on standard output. What the acts are and when they come is `day_real_editor.py`'s to say.
 *
 * node day_real_editor.mjs PROFILE FOLDER FILE SETTINGS   (PROFILE: an empty folder; SETTINGS: JSON)
 */
import readline from 'node:readline';
import { sleep } from '../tests/editor/driver/wait.mjs';
import { openFolder } from '../tests/editor/setup.mjs';

const [profile, folder, file, settings] = process.argv.slice(2);
const { server, workbench } = await openFolder(profile, folder, file, { settings: JSON.parse(settings) });

const ACTS = {
  /** Waits until the status bar says how much is remembered. */
  ready: () => workbench.statusLike(/\d memor/, 120_000),

  terminal: () =>
    workbench.evaluate(`
      const terminal = vscode.window.createTerminal({ name: 'work', shellPath: '/bin/bash' });
      terminal.show();
      for (let left = 300; left > 0 && !terminal.shellIntegration; left--) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      if (!terminal.shellIntegration) {
        throw new Error('no shell integration');
      }
    `),

  /** As a user does: by the keyboard. */
  type: async ({ line }) => {
    await workbench.evaluate(`await vscode.commands.executeCommand('workbench.action.terminal.focus')`);
    await workbench.page.locator('.terminal-wrapper.active .xterm-helper-textarea, .xterm.focus .xterm-helper-textarea').first().waitFor({ state: 'attached' });
    await workbench.page.keyboard.type(line, { delay: 5 });
    await workbench.page.keyboard.press('Enter');
  },

  /** Puts `now` in the place of `before`, and saves. */
  edit: ({ path, before, now }) =>
    workbench.evaluate(
      `
      const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, args.path);
      const document = await vscode.workspace.openTextDocument(file);
      await vscode.window.showTextDocument(document);
      const at = document.getText().indexOf(args.before);
      if (at < 0) {
        throw new Error('the text to replace is not there');
      }
      const edit = new vscode.WorkspaceEdit();
      edit.replace(file, new vscode.Range(document.positionAt(at), document.positionAt(at + args.before.length)), args.now);
      await vscode.workspace.applyEdit(edit);
      await document.save();
    `,
      { path, before, now },
    ),

  /** Runs a task of the folder's tasks.json to its end; its exit code. */
  task: ({ name }) =>
    workbench.evaluate(
      `
      const task = (await vscode.tasks.fetchTasks()).find((each) => each.name === args.name);
      const ended = new Promise((resolve) => {
        const listening = vscode.tasks.onDidEndTaskProcess((event) => {
          if (event.execution.task.name === args.name) {
            listening.dispose();
            resolve(event.exitCode ?? null);
          }
        });
      });
      await vscode.tasks.executeTask(task);
      return ended;
    `,
      { name },
    ),

  /** What the editor lists as problems of a file. */
  problems: ({ path }) =>
    workbench.evaluate(
      `
      const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, args.path);
      return vscode.languages.getDiagnostics(file).map(({ message, source, code }) => [source ?? '', String(code?.value ?? code ?? ''), message]);
    `,
      { path },
    ),

  /** What the status says was taken in, as the user reads it. */
  status: async () => {
    await workbench.quickInput.run('Whylens: Show Status');
    const rows = await workbench.quickInput.list(/Taken in: /);
    await workbench.quickInput.dismiss();
    return rows.filter((row) => row.includes('Taken in')).join('\n');
  },

  picture: ({ name }) => workbench.screenshot(name),
};

async function answer({ act, ...given }) {
  try {
    return { value: (await ACTS[act](given)) ?? null };
  } catch (error) {
    return { error: String(error?.stack ?? error) };
  }
}

console.log(JSON.stringify({ value: 'open' }));
for await (const line of readline.createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(JSON.parse(line))));
}
// as somebody who closes the folder: the extension, and with it the server, comes to an end by itself
await workbench.evaluate(`void vscode.commands.executeCommand('workbench.action.closeFolder')`).catch(() => {});
await sleep(6_000);
await workbench.close();
await server.stop();
