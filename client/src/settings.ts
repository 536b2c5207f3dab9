/** The settings this client reads itself; all others go to the server untouched. */
import * as vscode from 'vscode';
import { ofTheUser, stillOn, together } from './tighten';

const SECTION = 'whylens';

/** What is captured while somebody works; each can be switched off by itself. */
const SOURCES = ['edits', 'diagnostics', 'git', 'terminal', 'tasks', 'chat', 'tools'] as const;
export type Source = (typeof SOURCES)[number];

/** Whether and how a language model is asked: settings of the user alone. */
const ASSIST = ['ask', 'endpoint', 'model', 'dailyTokens', 'keyVariable', 'allowedHosts'] as const;

/** Settings that are fixed when the server starts. */
const RESTARTING = ['enabled', 'server.python', 'wheelhouse', 'log.level'];

export interface Settings {
  enabled: boolean;
  /** Empty: Whylens' own environment. */
  python: string;
  /** Empty: packages come through pip's usual index. */
  wheelhouse: string;
}

export function readSettings(): Settings {
  const section = vscode.workspace.getConfiguration(SECTION);
  return {
    enabled: section.get('enabled', true),
    python: section.get('server.python', '').trim(),
    wheelhouse: section.get('wheelhouse', '').trim(),
  };
}

/** Everything under `whylens`, as the server gets it for a folder. */
export function wireSettings(scope?: vscode.Uri): unknown {
  return tightened(vscode.workspace.getConfiguration(undefined, scope).get(SECTION), scope);
}

/** What the user allows a language model; what a workspace says of it is not heard. */
export function assistSettings(): { ask: string; model: string } {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const assist = userAssist();
  return { ask: text(assist['ask']), model: text(assist['model']) };
}

function userAssist(): Record<string, unknown> {
  const here = vscode.workspace.getConfiguration(SECTION);
  return Object.fromEntries(ASSIST.map((name) => [name, ofTheUser(here.inspect(`assist.${name}`))]).filter(([, value]) => value !== undefined));
}

/** What the user switched off or left out stays so, whatever a repository's own settings say. */
export function tightened(section: unknown, scope?: vscode.Uri): unknown {
  if (typeof section !== 'object' || section === null) {
    return section;
  }
  const here = vscode.workspace.getConfiguration(SECTION, scope);
  const written = 'capture' in section ? section.capture : undefined;
  const off = SOURCES.filter((source) => !stillOn(here.inspect(`capture.${source}`))).map((source) => [source, false]);
  const capture = typeof written === 'object' && written !== null ? { ...written, ...Object.fromEntries(off) } : written;
  return { ...section, capture, exclude: together(here.inspect('exclude')), assist: userAssist() };
}

/** Whether a source may be captured; the server decides again, but what it would drop is not even read. */
export function mayCapture(source: Source, scope?: vscode.Uri): boolean {
  const here = vscode.workspace.getConfiguration(SECTION, scope);
  const captures = here.get('enabled') === true && ['full', 'observe'].includes(here.get('mode', ''));
  return vscode.workspace.isTrusted && captures && here.get(`capture.${source}`) === true && stillOn(here.inspect(`capture.${source}`));
}

export function needsRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return RESTARTING.some((name) => event.affectsConfiguration(`${SECTION}.${name}`));
}

/** The proxy the user gave the editor, for pip. */
export function editorProxy(): string {
  return vscode.workspace.getConfiguration('http').get('proxy', '').trim();
}
