/** "Show Status": what Whylens knows and does, as a list whose entries are the things to do next. */
import * as vscode from 'vscode';
import type { Status } from '../messages';
import type { Server } from '../server/server';
import { spendingRows } from './spending';
import type { ContextLedger } from './spending';
import { LEARN_TITLE, statusText } from './statusText';

interface Entry extends vscode.QuickPickItem {
  run?: () => unknown;
}

export async function showStatus(server: Server, log: vscode.LogOutputChannel): Promise<void> {
  if (server.client) {
    await server.refreshStatus();
  }
  const { state } = server;
  const facts = statusText(state, vscode.workspace.isTrusted).lines.map((label): Entry => ({ label }));
  const status = state.kind === 'running' ? state.status : undefined;
  const picked = await vscode.window.showQuickPick([...facts, ...(status ? machinery(status) : []), ...spending(status?.context), separator(), ...actions(server, log)], {
    title: 'Whylens: Status',
  });
  await picked?.run?.();
}

function machinery(status: Status): Entry[] {
  const version = { label: `$(versions) Whylens ${status.version}`, description: status.sqlite && `SQLite ${status.sqlite}` };
  if (!status.database) {
    return [version]; // nothing is open
  }
  return [
    version,
    { label: '$(database) Copy Path of the Database', description: status.database, run: () => vscode.env.clipboard.writeText(status.database) },
  ];
}

function spending(ledger: ContextLedger | undefined): Entry[] {
  if (!ledger || ledger.answered === 0) {
    return [];
  }
  const show = () => vscode.window.showQuickPick(spendingRows(ledger), { title: 'Whylens: What Assistants Were Given' });
  return [{ label: '$(comment-discussion) What Assistants Were Given', description: `${ledger.tokens.toLocaleString('en')} tokens`, run: show }];
}

function separator(): Entry {
  return { label: '', kind: vscode.QuickPickItemKind.Separator };
}

function actions(server: Server, log: vscode.LogOutputChannel): Entry[] {
  const command = (icon: string, label: string, id: string, ...args: unknown[]): Entry => ({
    label: `$(${icon}) ${label}`,
    run: () => vscode.commands.executeCommand(id, ...args),
  });
  const trust = vscode.workspace.isTrusted ? [] : [command('shield', 'Trust This Workspace', 'workbench.trust.manage')];
  const running =
    server.client && vscode.workspace.isTrusted
      ? [command('inbox', 'Review What Was Learned', 'whylens.review'), command('mortar-board', LEARN_TITLE, 'whylens.learn')]
      : [];
  return [
    ...trust,
    ...running,
    { label: '$(output) Show Output', run: () => log.show() },
    command('gear', 'Open Settings', 'workbench.action.openSettings', '@ext:whylens.whylens'),
    command('refresh', 'Restart Server', 'whylens.restart'),
  ];
}
