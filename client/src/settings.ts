/** The settings this client reads itself; all others go to the server untouched. */
import * as vscode from 'vscode';

const SECTION = 'whylens';

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

/** Everything under `whylens`, as the server gets it. */
export function wireSettings(): unknown {
  return vscode.workspace.getConfiguration().get(SECTION);
}

export function needsRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return RESTARTING.some((name) => event.affectsConfiguration(`${SECTION}.${name}`));
}

/** The proxy the user gave the editor, for pip. */
export function editorProxy(): string {
  return vscode.workspace.getConfiguration('http').get('proxy', '').trim();
}
