/** Where the user is, in the protocol's words. */
import * as vscode from 'vscode';
import type { LanguageClient, Position, TextDocumentIdentifier } from 'vscode-languageclient/node';

/** The editor with a file of this machine in it, or nothing. */
export function fileEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.uri.scheme === 'file' ? editor : undefined;
}

/** Characters of a selection that are worth sending. */
const LONGEST_SELECTION = 4_000;

export interface Place {
  textDocument: TextDocumentIdentifier;
  position: Position;
}

/** The start of the selection: a selection that ends at the next function is still about this one. */
export function placeOf(editor: vscode.TextEditor, client: LanguageClient): Place {
  const convert = client.code2ProtocolConverter;
  return {
    textDocument: { uri: convert.asUri(editor.document.uri) },
    position: convert.asPosition(editor.selection.start),
  };
}

export function selectedText({ document, selection }: vscode.TextEditor): string {
  return document.getText(selection).slice(0, LONGEST_SELECTION);
}
