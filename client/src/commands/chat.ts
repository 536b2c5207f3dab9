/** The editor's own chat: whether it is there, and how text is handed to it. */
import * as vscode from 'vscode';

/**
 * `workbench.action.chat.open` is always listed and silently does nothing without a chat,
 * so the setting that hides chat and the extension that provides it are asked instead.
 */
export function chatIsAvailable(): boolean {
  const hidden = vscode.workspace.getConfiguration('chat').get('disableAIFeatures') === true;
  return !hidden && vscode.extensions.getExtension('GitHub.copilot-chat') !== undefined;
}

/** Puts `text` into the chat box, ready to be edited and sent, with the editor's selection or file attached. */
export async function openChatWith(text: string, editor: vscode.TextEditor | undefined): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.open', {
    query: text,
    isPartialQuery: true,
    ...(editor ? { attachFiles: [attachment(editor)] } : {}),
  });
}

function attachment({ document, selection }: vscode.TextEditor): vscode.Uri | { uri: vscode.Uri; range: object } {
  if (selection.isEmpty) {
    return document.uri;
  }
  const { start, end } = selection;
  // Whole lines are selected up to the start of the next one, which is not meant.
  const last = end.character === 0 && end.line > start.line ? document.lineAt(end.line - 1).range.end : end;
  // The workbench's own kind of range: lines and columns count from 1.
  const range = {
    startLineNumber: start.line + 1,
    startColumn: start.character + 1,
    endLineNumber: last.line + 1,
    endColumn: last.character + 1,
  };
  return { uri: document.uri, range };
}
