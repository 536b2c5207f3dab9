/** "Inject Memory into Chat": the context for this file, place and task, in the chat box or wherever the user wants it. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { contextRequest } from '../messages';
import type { ContextParams, ContextResult } from '../messages';
import { handedOver } from './handedOver';
import type { Server } from '../server/server';
import { chatIsAvailable, openChatWith } from './chat';
import { ChatSession } from './chatSession';
import { fileEditor, placeOf, selectedText } from './place';

const chat = new ChatSession(vscode.env.sessionId);
const NEW_CHAT = 'It Is a New Chat';

export async function injectIntoChat(server: Server): Promise<void> {
  const client = server.client;
  if (!client) {
    throw new Error('The server is not running.');
  }
  const editor = fileEditor();
  const task = await vscode.window.showInputBox({
    title: 'Whylens: Inject Memory into Chat',
    prompt: 'What are you going to do? This picks what bears on it. May be left empty.',
    placeHolder: 'for example: make retries configurable',
  });
  if (task === undefined) {
    return;
  }
  const place = editor ? { ...placeOf(editor, client), selection: selectedText(editor) } : {};
  const params: ContextParams = { ...place, task }; // the server knows the budget that is set for this folder
  await ask(client, params, editor);
}

/** Only the editor's own chat is named: who copies a text takes it to who knows where. */
async function ask(client: LanguageClient, params: ContextParams, editor: vscode.TextEditor | undefined): Promise<void> {
  const named = chatIsAvailable() ? { ...params, session: chat.name(Date.now()) } : params;
  const context = await client.sendRequest(contextRequest, named);
  const { task = '' } = params;
  const again = offerAgain(context);
  if (context.cards.length > 0) {
    await handOver(context, [context.text.trimEnd(), task].filter(Boolean).join('\n\n'), editor);
  } else if (!again) {
    await sayNothingKnown(context, task, editor);
  } else {
    await openChatWith(task, editor);
  }
  if ((await again) === NEW_CHAT) {
    chat.startAnew();
    await ask(client, params, editor);
  }
}

/** Says what was left out because the chat has it; an answer means that it has not. Nothing when nothing was left out. */
function offerAgain({ dropped }: ContextResult): Thenable<string | undefined> | undefined {
  const left = dropped['already given'] ?? 0;
  return left > 0 ? vscode.window.showInformationMessage(`Not repeated: ${left === 1 ? 'a memory' : `${left} memories`} this chat was given before.`, NEW_CHAT) : undefined;
}

async function handOver(context: ContextResult, text: string, editor: vscode.TextEditor | undefined): Promise<void> {
  if (chatIsAvailable()) {
    await openChatWith(text, editor);
    vscode.window.setStatusBarMessage(`Whylens: ${handedOver(context)}`, 6_000);
    return;
  }
  const chosen = await vscode.window.showInformationMessage(
    `No chat is set up in this editor. The context is ready (${handedOver(context)}).`,
    'Copy to Clipboard',
    'New Document',
  );
  if (chosen === 'Copy to Clipboard') {
    await vscode.env.clipboard.writeText(text);
  } else if (chosen === 'New Document') {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text, language: 'markdown' }));
  }
}

async function sayNothingKnown({ degraded }: ContextResult, task: string, editor: vscode.TextEditor | undefined): Promise<void> {
  const mode = degraded.find((what) => what.startsWith('mode '));
  const message = mode ? `In ${mode} (setting whylens.mode) nothing is added to the chat.` : 'Whylens remembers nothing that bears on this place and task.';
  const openAnyway = chatIsAvailable() ? ['Open Chat Anyway'] : [];
  const chosen = await vscode.window.showInformationMessage(message, ...openAnyway);
  if (chosen) {
    await openChatWith(task, editor);
  }
}
