/** Where to look for a Python: what the Python extension uses here, then the usual names. */
import * as vscode from 'vscode';
import { commonCandidates } from './interpreter';
import type { Candidate } from './interpreter';

/** The part of the Python extension's interface that is asked. */
interface PythonExtension {
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}

export async function candidates(): Promise<Candidate[]> {
  const chosen = vscode.workspace.isTrusted ? await fromPythonExtension() : undefined;
  return [...(chosen ? [chosen] : []), ...commonCandidates(process.platform)];
}

/** Only asked in a trusted workspace: it may name an executable inside the workspace. */
async function fromPythonExtension(): Promise<Candidate | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>('ms-python.python');
  if (!extension) {
    return undefined;
  }
  try {
    const { environments } = await extension.activate();
    const active = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
    const executable = (await environments.resolveEnvironment(active))?.executable.uri?.fsPath;
    return executable ? { command: executable, args: [], from: 'the Python extension' } : undefined;
  } catch {
    return undefined; // another extension's trouble is not ours
  }
}
