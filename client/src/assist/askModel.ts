/** The editor's own language model, for the server: only when the user's own settings say so, within a time limit. */
import * as vscode from 'vscode';
import type { AskModelParams, AskModelResult } from '../messages';
import { assistSettings } from '../settings';
import { answer } from './answer';
import type { LanguageModel } from './answer';

const WITHIN = 60_000; // ms; the server gives up after 90 s

const WHY = 'Whylens asks it what is worth remembering in commits and chats of this project. You switched this on in the setting whylens.assist.ask.';

export async function askModel(context: vscode.ExtensionContext, question: AskModelParams, token: vscode.CancellationToken): Promise<AskModelResult> {
  const { ask, model } = assistSettings();
  if (ask !== 'editor' || !vscode.workspace.isTrusted) {
    return { error: 'off' };
  }
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), WITHIN);
  const cancelled = token.onCancellationRequested(() => stop.abort());
  try {
    return await Promise.race([answer(question, () => find(context, model), isRefusal, stop.signal), aborted(stop.signal)]);
  } finally {
    clearTimeout(timer);
    cancelled.dispose();
    stop.abort();
  }
}

/** The model the user named by id or family, else the first the editor offers. */
async function find(context: vscode.ExtensionContext, named: string): Promise<LanguageModel | undefined> {
  const models = await vscode.lm.selectChatModels();
  const found = named ? models.find(({ id, family }) => id === named || family === named) : models[0];
  return found && { mayAsk: context.languageModelAccessInformation.canSendRequest(found), ask: (...given) => send(found, ...given) };
}

async function send(model: vscode.LanguageModelChat, prompt: string, maxTokens: number, signal: AbortSignal): Promise<AsyncIterable<string>> {
  const source = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => source.cancel(), { once: true });
  const options = { justification: WHY, modelOptions: { max_tokens: maxTokens, temperature: 0 } };
  const response = await model.sendRequest([vscode.LanguageModelChatMessage.User(prompt)], options, source.token);
  return response.text;
}

function isRefusal(error: unknown): boolean {
  return error instanceof vscode.LanguageModelError && error.code === vscode.LanguageModelError.NoPermissions().code;
}

function aborted(signal: AbortSignal): Promise<AskModelResult> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ error: 'failed' }), { once: true }));
}
