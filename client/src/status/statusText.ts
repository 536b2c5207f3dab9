/** What the status bar says for each state of the server. Pure. */
import type { Status } from '../messages';
import type { ServerState } from '../server/state';

export interface StatusText {
  text: string;
  /** Plain sentences, one a line. */
  lines: string[];
  /** Something the user should look at. */
  warning: boolean;
}

/** Kinds in the order they are listed, with their plural. */
const KINDS: Record<string, string> = {
  decision: 'decisions',
  constraint: 'constraints',
  issue: 'known defects',
  failed_approach: 'failed approaches',
  todo: 'to-dos',
  fact: 'facts',
  preference: 'preferences',
  evidence: 'pieces of evidence',
  observation: 'observations',
  summary: 'summaries',
};

/** What a missing part means to the user. */
const MISSING: Record<string, string> = {
  vectors: 'search by meaning is not ready; keywords and places answer',
  embedding: 'search by meaning is not available; keywords and places answer',
  deadline: 'the last answer was cut short to stay quick',
};

export function statusText(state: ServerState): StatusText {
  switch (state.kind) {
    case 'off':
      return { text: '$(eye-closed) Whylens', lines: [`Off: ${state.why}.`], warning: false };
    case 'starting':
      return { text: '$(loading~spin) Whylens', lines: ['Starting.'], warning: false };
    case 'failed':
      return { text: '$(warning) Whylens', lines: [state.why], warning: true };
    case 'running':
      return state.status ? runningText(state.status) : { text: '$(eye) Whylens', lines: ['Running.'], warning: false };
  }
}

function runningText(status: Status): StatusText {
  const lines = [modeLine(status.mode), cardsLine(status), learningLine(status), vectorsLine(status), ...status.degraded.map(degradedLine)];
  return { text: runningLabel(status), lines: lines.filter((line) => line !== ''), warning: false };
}

function runningLabel(status: Status): string {
  if (status.mode === 'off') {
    return '$(eye-closed) Whylens';
  }
  if (status.learning?.running) {
    const percent = percentOf(status.learning.done, status.learning.total);
    return `$(sync~spin) Whylens: learning${percent === undefined ? '' : ` ${percent} %`}`;
  }
  const count = `${status.cards.total.toLocaleString('en')} ${status.cards.total === 1 ? 'memory' : 'memories'}`;
  return `$(eye) ${count}${status.degraded.length > 0 ? ' $(warning)' : ''}`;
}

function modeLine(mode: string): string {
  return mode === 'full' ? '' : `Mode: ${mode}.`;
}

export function cardsLine(status: Status): string {
  const known = Object.keys(KINDS).filter((kind) => status.cards.byKind[kind]);
  const other = Object.keys(status.cards.byKind).filter((kind) => !(kind in KINDS));
  const parts = [...known, ...other].map((kind) => `${status.cards.byKind[kind]?.toLocaleString('en')} ${KINDS[kind] ?? kind}`);
  return parts.length > 0 ? `${parts.join(' · ')}` : 'Nothing remembered yet.';
}

export function learningLine(status: Status): string {
  if (!status.learning) {
    return '';
  }
  const { running, done, total } = status.learning;
  return running ? `Learning the history: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}.` : '';
}

export function vectorsLine(status: Status): string {
  const { done, total } = status.vectors;
  return done < total ? `Preparing search by meaning: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}.` : '';
}

export function degradedLine(what: string): string {
  return `Limited: ${MISSING[what] ?? what}.`;
}

function percentOf(done: number, total: number): number | undefined {
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : undefined;
}
