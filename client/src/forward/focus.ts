/** Tells the server where the user is, so that what is near can be ready. */
import * as vscode from 'vscode';
import { focusNotification } from '../messages';
import type { Server } from '../server/server';
import { Debounce } from './debounce';

const QUIET = 400; // ms

export function forwardFocus(server: Server): vscode.Disposable {
  const debounce = new Debounce<'focus', vscode.TextEditor>(QUIET, 1, (_, editor) => send(server, editor));
  const look = (editor: vscode.TextEditor | undefined): void => {
    if (editor?.document.uri.scheme === 'file') {
      debounce.put('focus', editor);
    }
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.window.onDidChangeWindowState(() => look(vscode.window.activeTextEditor)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => look(textEditor)),
    { dispose: () => debounce.clear() },
  );
}

function send(server: Server, editor: vscode.TextEditor): void {
  const client = server.client;
  if (client) {
    const convert = client.code2ProtocolConverter;
    const uri = convert.asUri(editor.document.uri);
    void client.sendNotification(focusNotification, { uri, range: convert.asRange(editor.selection), focused: vscode.window.state.focused });
  }
}
