/** The status bar item: one glance says whether Whylens runs and how much it knows. */
import * as vscode from 'vscode';
import type { Server } from '../server/server';
import type { ServerState } from '../server/state';
import { statusText } from './statusText';

export class StatusItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('whylens.status', vscode.StatusBarAlignment.Right, 90);
  readonly #listening: vscode.Disposable;

  constructor(server: Server) {
    this.#item.name = 'Whylens';
    this.#item.command = 'whylens.status';
    this.#show(server.state);
    this.#item.show();
    this.#listening = server.onDidChangeState((state) => this.#show(state));
  }

  dispose(): void {
    this.#listening.dispose();
    this.#item.dispose();
  }

  #show(state: ServerState): void {
    const { text, lines, warning } = statusText(state, vscode.workspace.isTrusted);
    this.#item.text = text;
    this.#item.tooltip = new vscode.MarkdownString('**Whylens**\n\n').appendText(lines.join('\n'));
    this.#item.backgroundColor = warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    void vscode.commands.executeCommand('setContext', 'whylens.running', state.kind === 'running');
  }
}
