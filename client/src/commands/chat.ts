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
  // The workbench's own kind of range: lines and columns count from 1.
  const range = {
    startLineNumber: selection.start.line + 1,
    startColumn: selection.start.character + 1,
    endLineNumber: selection.end.line + 1,
    endColumn: selection.end.character + 1,
  };
  return { uri: document.uri, range };
}
