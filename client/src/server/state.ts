/** Where the server stands, as everything that shows it sees it. */
import type { Status } from '../messages';

export type ServerState =
  | { kind: 'off'; why: string }
  | { kind: 'starting' }
  | { kind: 'running'; status: Status | undefined }
  | { kind: 'failed'; why: string };
