/**
 * The custom messages between this client and the server: names and shapes, nothing else.
 *
 * Mirrors `server/whylens/lsp/messages.py`; a test compares the two. Positions and ranges are LSP's (0-based).
 */
import { NotificationType, RequestType, RequestType0 } from 'vscode-languageclient/node';
import type { Diagnostic, Position, Range, TextDocumentIdentifier } from 'vscode-languageclient/node';
import type { ContextLedger } from './status/spending';

// ---- requests, client → server ----------------------------------------------------------------

export interface ContextParams {
  textDocument?: TextDocumentIdentifier;
  position?: Position;
  task?: string;
  /** The selected text. */
  selection?: string;
  /** The most tokens the text may cost. */
  budget?: number;
  /** A name for the chat: what it was given before is left out. */
  session?: string;
  /** Give also what the session has. */
  again?: boolean;
}

export interface ContextResult {
  text: string;
  cards: CardLine[];
  tokens: number;
  /** Relevant cards left out, counted by reason. */
  dropped: Record<string, number>;
  /** What was missing when it was built (`vectors`, `deadline`, `recall`, `memory`). */
  degraded: string[];
  /** Handles of cards that held words addressed to an assistant, which were left out. */
  flagged?: string[];
}

export const contextRequest = new RequestType<ContextParams, ContextResult, void>('whylens/context');

export interface CardsParams {
  textDocument: TextDocumentIdentifier;
}

export interface CardsResult {
  cards: FileCard[];
}

export const cardsRequest = new RequestType<CardsParams, CardsResult, void>('whylens/cards');

export interface QueueParams {
  textDocument?: TextDocumentIdentifier;
  groups?: string[];
  kinds?: string[];
  source?: string;
  /** Of the cards; 0: the counts alone. */
  limit?: number;
}

export interface QueueResult {
  total: number;
  groups: { name: string; count: number; reason: string }[];
  /** By group, the surest of each first. */
  cards: WaitingCard[];
}

/** What waits for the user's word. */
export const queueRequest = new RequestType<QueueParams, QueueResult, void>('whylens/queue');

export const statusRequest = new RequestType0<Status, void>('whylens/status');

// ---- notifications, client → server -----------------------------------------------------------

export interface DiagnosticsParams {
  uri: string;
  diagnostics: Diagnostic[];
}

/** Diagnostics of other tools, latest state of one file. */
export const diagnosticsNotification = new NotificationType<DiagnosticsParams>('whylens/diagnostics');

export interface FocusParams {
  uri: string;
  range: Range;
  /** `false`: the window has lost the focus. */
  focused: boolean;
}

/** Where the user is. */
export const focusNotification = new NotificationType<FocusParams>('whylens/focus');

export interface TerminalCommandParams {
  command: string;
  /** Missing where the shell did not tell. */
  exitCode?: number;
  milliseconds: number;
  /** As the terminal got it, escape sequences and all; beginning and end of a long one. */
  output: string;
  /** URI of the folder it ran in. */
  cwd?: string;
}

/** A command of a terminal came to its end. */
export const terminalCommandNotification = new NotificationType<TerminalCommandParams>('whylens/terminalCommand');

export interface TaskFinishedParams {
  name: string;
  /** Empty where the task runs inside an extension. */
  command: string;
  exitCode?: number;
  milliseconds: number;
  output?: string;
  /** URI of its workspace folder. */
  folder?: string;
}

/** A task came to its end. */
export const taskFinishedNotification = new NotificationType<TaskFinishedParams>('whylens/taskFinished');

export interface ChatTurnParams {
  session: string;
  /** Counts within the session. */
  turn: number;
  speaker: 'user' | 'assistant';
  text: string;
  /** Whose chat it is, such as `copilot`. */
  tool?: string;
  /** URIs of the files the turn is about. */
  files?: string[];
  /** URI of the workspace folder; missing: the first one. */
  folder?: string;
}

/** Something was said in a chat. */
export const chatTurnNotification = new NotificationType<ChatTurnParams>('whylens/chatTurn');

export interface GitStateParams {
  /** URI of the work tree. */
  root: string;
  branch: string;
  commit: string;
}

/** A repository stands elsewhere now; the server finds out how. */
export const gitStateNotification = new NotificationType<GitStateParams>('whylens/gitState');

export interface OpenedParams {
  uri: string;
  ids: string[];
}

/** The user opened the list of these cards of a file. */
export const openedNotification = new NotificationType<OpenedParams>('whylens/opened');

// ---- notifications, server → client -----------------------------------------------------------

export const statusChangedNotification = new NotificationType<Status>('whylens/statusChanged');

// ---- requests, server → client ----------------------------------------------------------------

export interface AskModelParams {
  /** Redacted already. */
  prompt: string;
  /** The most tokens the answer may cost. */
  maxTokens: number;
}

/** What the model said, or why it was not asked: `off`, `unavailable`, `refused`, or (perhaps after it was) `failed`. */
export interface AskModelResult {
  text?: string;
  error?: string;
}

/** The editor's own language model, when the user switched that on. */
export const askModelRequest = new RequestType<AskModelParams, AskModelResult, void>('whylens/askModel');

// ---- what the messages carry ------------------------------------------------------------------

/** A card in one line. */
export interface CardLine {
  id: string;
  /** Short name, such as `W-3f2a`. */
  handle: string;
  kind: string;
  summary: string;
}

/** How a card's anchor stands against the text now; `file` is a card about the whole file. */
export type AnchorState = 'exact' | 'moved' | 'renamed' | 'edited' | 'lost' | 'file';

/** A card of one file, with its place in the text as it is now. */
export interface FileCard extends CardLine {
  details: string;
  rationale: string;
  /** The rule that found it; `fixed-…` for a defect that was mended. */
  rule?: string;
  /** The words the card was taken from. */
  evidence: string;
  /** 0 to 1. */
  confidence: number;
  /** The same in words, as every view says it: `confirmed`, or `82%`. */
  sure: string;
  status: string;
  /** Unix seconds; `null`: not confirmed. */
  confirmed_at: number | null;
  /** ISO 8601 day. */
  date: string;
  source: { label: string; link?: string };
  state: AnchorState;
  range?: Range;
  symbol: string;
}

/** A card of the review queue. */
export interface WaitingCard extends CardLine {
  rule?: string;
  confidence: number;
  sure: string;
  files: string[];
  date: string;
  sources: { label: string }[];
  group: string;
  /** Why it waits, in words. */
  reason: string;
}

/** Why a card is as sure as it is. */
export interface WhyResult extends CardLine {
  pinned: boolean;
  confidence: number;
  /** The same as every view says it: `82%`. */
  percent: string;
  lines: { cause: string; amount: number; date: string }[];
  seen: { cause: string; count: number; amount: number; date: string }[];
}

export interface Status {
  mode: string;
  cards: { total: number; byKind: Record<string, number> };
  /** `done` and `total` are of the `stage`: `files`, `commits`, `vectors`. */
  learning: { running: boolean; done: number; total: number; stage?: string } | null;
  /** What is left to learn and does not go on by itself: `interrupted`, `stopped` or `behind`. */
  unfinished?: { why: string; hint: string } | null;
  vectors: { done: number; total: number };
  degraded: string[];
  /** What was taken in during this session, by kind. */
  captured?: Record<string, number>;
  /** What assistants were given in the life of the server. */
  context?: ContextLedger;
  /** What a language model is asked, where the user switched that on. */
  assist?: AssistStatus;
  version: string;
  database: string;
  sqlite: string;
}

export interface AssistStatus {
  /** `off`, `editor` or `endpoint`. */
  ask: string;
  /** Why nothing is asked now; empty when all is well. */
  problem: string;
  proposed?: number;
  spentToday?: number;
  dailyTokens?: number;
}

// ---- server commands (workspace/executeCommand) -----------------------------------------------

export interface RememberArguments {
  uri?: string;
  position?: Position;
  text: string;
  kind: string;
}

export interface FeedbackArguments {
  id: string;
  why?: string;
}

/** One word on many cards. */
export interface JudgeArguments {
  ids: string[];
  verdict: 'confirm' | 'reject';
  why?: string;
}

/** A card as the Markdown page it is edited on. */
export interface PageResult extends CardLine {
  version: number;
  text: string;
}

export interface PageArguments {
  id: string;
  text: string;
}

/** `by` is the id of a card, or a sentence. */
export interface SupersedeArguments {
  id: string;
  by: string;
  why?: string;
}

export interface SnoozeArguments {
  id: string;
  /** A day, such as `2027-01-31`. */
  until?: string;
  days?: number;
}

/** Where a card does not belong, and where it does. */
export interface NotHereArguments {
  id: string;
  uri?: string;
  position?: Position;
  moveTo?: PlaceArguments;
}

export interface PlaceArguments {
  uri: string;
  position: Position;
}

/** The card whose last change is to be taken back; missing: the last one that was changed. */
export interface UndoArguments {
  id?: string;
}

/** Where a card comes from: a place in a file, or text to show. */
export interface SourceResult {
  title: string;
  text: string;
  uri?: string;
  /** 1-based. */
  line?: number;
  link?: string;
}

/** The server's commands; the palette's own are `whylens.*` without `server`. */
export const serverCommands = {
  remember: 'whylens.server.remember',
  confirm: 'whylens.server.confirm',
  reject: 'whylens.server.reject',
  forget: 'whylens.server.forget',
  undo: 'whylens.server.undo',
  learn: 'whylens.server.learn',
  source: 'whylens.server.source',
  judge: 'whylens.server.judge',
  page: 'whylens.server.page',
  savePage: 'whylens.server.savePage',
  supersede: 'whylens.server.supersede',
  pin: 'whylens.server.pin',
  unpin: 'whylens.server.unpin',
  snooze: 'whylens.server.snooze',
  notHere: 'whylens.server.notHere',
  why: 'whylens.server.why',
} as const;
