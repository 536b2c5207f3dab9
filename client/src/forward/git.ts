/** Tells the server at once that a repository stands elsewhere, where the editor's git extension says so. */
import * as vscode from 'vscode';
import { gitStateNotification } from '../messages';
import type { Server } from '../server/server';
import { mayCapture } from '../settings';

/** The part of the git extension's interface that is used. */
interface GitExtension {
  getAPI(version: 1): { repositories: Repository[]; onDidOpenRepository: vscode.Event<Repository> };
}

interface Repository {
  rootUri: vscode.Uri;
  state: { HEAD: { name?: string; commit?: string } | undefined; onDidChange: vscode.Event<void> };
}

export function forwardGit(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  const listening: vscode.Disposable[] = [];
  const follow = (repository: Repository): void => {
    let known = headOf(repository);
    listening.push(
      repository.state.onDidChange(() => {
        const now = headOf(repository);
        if (now !== known) {
          known = now;
          send(server, repository);
        }
      }),
    );
  };
  void gitExtension(log).then((git) => {
    if (git) {
      git.repositories.forEach(follow);
      listening.push(git.onDidOpenRepository(follow));
    }
  });
  return { dispose: () => listening.forEach((each) => each.dispose()) };
}

/** Without it the server sees the same by itself, a little later. */
async function gitExtension(log: vscode.LogOutputChannel): Promise<ReturnType<GitExtension['getAPI']> | undefined> {
  try {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    return (await extension?.activate())?.getAPI(1);
  } catch (error) {
    log.debug(`The git extension is of no help: ${String(error)}`); // it throws when git is switched off
    return undefined;
  }
}

function headOf({ state }: Repository): string {
  return `${state.HEAD?.name ?? ''} ${state.HEAD?.commit ?? ''}`;
}

function send(server: Server, { rootUri, state }: Repository): void {
  const client = server.client;
  if (client && mayCapture('git', rootUri)) {
    const root = client.code2ProtocolConverter.asUri(rootUri);
    void client.sendNotification(gitStateNotification, { root, branch: state.HEAD?.name ?? '', commit: state.HEAD?.commit ?? '' });
  }
}
