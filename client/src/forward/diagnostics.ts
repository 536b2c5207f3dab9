/** Tells the server what other tools find wrong in the workspace's files. */
import * as vscode from 'vscode';
import { diagnosticsNotification } from '../messages';
import type { Server } from '../server/server';
import { mayCapture } from '../settings';
import { Debounce } from './debounce';

const QUIET = 500; // ms
const MOST_FILES = 200;
const MOST_IN_A_FILE = 100;
const OURS = 'whylens';

export function forwardDiagnostics(server: Server): vscode.Disposable {
  const debounce = new Debounce<string, vscode.Uri>(QUIET, MOST_FILES, (_, uri) => send(server, uri));
  const listening = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (!server.client) {
      return;
    }
    for (const uri of uris.filter((each) => isOfWorkspace(each) && mayCapture('diagnostics', each))) {
      debounce.put(uri.toString(), uri);
    }
  });
  return vscode.Disposable.from(listening, { dispose: () => debounce.clear() });
}

function isOfWorkspace(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

function send(server: Server, uri: vscode.Uri): void {
  const client = server.client;
  if (!client) {
    return;
  }
  const others = vscode.languages.getDiagnostics(uri).filter((each) => each.source?.toLowerCase() !== OURS);
  void client.sendNotification(diagnosticsNotification, {
    uri: client.code2ProtocolConverter.asUri(uri),
    diagnostics: client.code2ProtocolConverter.asDiagnosticsSync(others.slice(0, MOST_IN_A_FILE)),
  });
}
