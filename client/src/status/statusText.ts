/** What the status bar says for each state of the server. Pure. */
import { countedKinds } from '../kinds';
import type { Status } from '../messages';
import type { ServerState } from '../server/state';
import { spendingLine } from './spending';

export interface StatusText {
  text: string;
  /** Plain sentences, one a line. */
  lines: string[];
  /** Something the user should look at. */
  warning: boolean;
}

/** The command that learns, as the palette and the list of the status call it. */
export const LEARN_TITLE = "Learn This Repository's History";

const OFF = '$(eye-closed) Whylens';

/** What learning is at; each stage has a percentage of its own. */
const STAGES: Record<string, string> = {
  commits: 'reading history',
  files: 'reading files',
  records: 'reading records',
  vectors: 'indexing',
};

/** What a missing part means to the user. */
const MISSING: Record<string, string> = {
  vectors: 'search by meaning is not ready; keywords and places answer',
  embedding: 'search by meaning is not available; keywords and places answer',
  deadline: 'the last answer was cut short to stay quick',
};

/** Opens what is said while vectors are being made; the line of their progress says it already. */
const SOME_VECTORS = 'vectors of ';

/** `trusted`: the user trusts the workspace; where not, the server keeps everything off. */
export function statusText(state: ServerState, trusted = true): StatusText {
  switch (state.kind) {
    case 'off':
      return { text: OFF, lines: [`Off: ${state.why}.`], warning: false };
    case 'starting':
      return { text: '$(loading~spin) Whylens', lines: ['Starting.'], warning: false };
    case 'failed':
      return { text: '$(warning) Whylens', lines: [state.why], warning: true };
    case 'running':
      return state.status ? runningText(state.status, trusted) : { text: '$(eye) Whylens', lines: ['Running.'], warning: false };
  }
}

function runningText(status: Status, trusted: boolean): StatusText {
  if (!trusted) {
    return { text: OFF, lines: ['Off: this workspace is not trusted. Nothing is captured or shown.'], warning: false };
  }
  const limits = status.degraded.filter((what) => !what.startsWith(SOME_VECTORS)).map(degradedLine);
  const lines = [modeLine(status.mode), ...cardsLines(status), learningLine(status), unfinishedLine(status), vectorsLine(status), capturedLine(status), spendingLine(status.context), assistLine(status), ...limits];
  return { text: runningLabel(status), lines: lines.filter((line) => line !== ''), warning: false };
}

function runningLabel(status: Status): string {
  if (status.mode === 'off') {
    return OFF;
  }
  if (status.learning?.running) {
    const { stage, done, total } = status.learning;
    return `$(sync~spin) Whylens: ${STAGES[stage ?? ''] ?? 'learning'}${percentOf(done, total)}`;
  }
  const known = status.cards.total > 0 ? countedMemories(status) : 'Whylens';
  return `$(eye) ${known}${status.degraded.length > 0 ? ' $(warning)' : ''}`;
}

function modeLine(mode: string): string {
  return mode === 'full' ? '' : `Mode: ${mode}.`;
}

function cardsLines(status: Status): string[] {
  return status.cards.total > 0 ? [countedMemories(status), countedKinds(status.cards.byKind)] : ['Nothing remembered yet.'];
}

function countedMemories({ cards }: Status): string {
  return `${cards.total.toLocaleString('en')} ${cards.total === 1 ? 'memory' : 'memories'}`;
}

function learningLine(status: Status): string {
  if (!status.learning) {
    return '';
  }
  const { running, stage, done, total } = status.learning;
  if (!running) {
    return '';
  }
  const what = STAGES[stage ?? ''] ?? 'learning';
  return `Now ${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}.`;
}

/** What is left to learn when nothing goes on with it by itself. */
const UNFINISHED: Record<string, string> = {
  interrupted: 'Learning was interrupted',
  stopped: 'You stopped learning',
  behind: 'Another commit is checked out than was learned',
};

function unfinishedLine({ unfinished }: Status): string {
  return unfinished ? `${UNFINISHED[unfinished.why] ?? 'Learning did not finish'}: “${LEARN_TITLE}” goes on.` : '';
}

function vectorsLine(status: Status): string {
  const { done, total } = status.vectors;
  return done < total ? `Preparing search by meaning: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}.` : '';
}

/** What was captured, in the words of docs/capture.md: one and many. */
const CAPTURED: Record<string, [string, string]> = {
  Event: ['saved file', 'saved files'],
  Edited: ['edit', 'edits'],
  Reported: ['report', 'reports'],
  HeadMoved: ['git move', 'git moves'],
  Ran: ['command', 'commands'],
  Said: ['chat turn', 'chat turns'],
  ToolUsed: ['tool call', 'tool calls'],
};

function capturedLine({ captured = {} }: Status): string {
  const counts = Object.entries(CAPTURED).map(([kind, [one, many]]) => counted(captured[kind] ?? 0, one, many));
  const said = counts.filter((count) => count !== '');
  return said.length > 0 ? `Taken in: ${said.join(', ')}.` : '';
}

/** What came of asking a language model; said only where the user switched that on. */
function assistLine({ assist }: Status): string {
  if (!assist || assist.ask === 'off') {
    return '';
  }
  if (assist.problem) {
    return `No language model is asked: ${assist.problem}.`;
  }
  const spent = `${(assist.spentToday ?? 0).toLocaleString('en')} of ${(assist.dailyTokens ?? 0).toLocaleString('en')} tokens today`;
  return `A language model is asked (${spent}); proposed: ${(assist.proposed ?? 0).toLocaleString('en')}.`;
}

function counted(count: number, one: string, many: string): string {
  return count > 0 ? `${count.toLocaleString('en')} ${count === 1 ? one : many}` : '';
}

function degradedLine(what: string): string {
  return `Limited: ${MISSING[what] ?? what}.`;
}

function percentOf(done: number, total: number): string {
  return total > 0 ? ` ${Math.min(100, Math.floor((100 * done) / total))} %` : '';
}
