/** What a question to the editor's language model comes to: its words, or why there are none. Pure. */

/** Who may be asked, and how; the editor's own in the product. */
export interface LanguageModel {
  /** `false`: the user refused; `undefined`: never asked. */
  mayAsk: boolean | undefined;
  /** The answer as it comes; ends early when the signal is aborted. */
  ask(prompt: string, maxTokens: number, signal: AbortSignal): Promise<AsyncIterable<string>>;
}

export type Answer = { text: string } | { error: 'off' | 'unavailable' | 'refused' | 'failed' };

export interface Question {
  prompt: string;
  maxTokens: number;
}

/** Characters a token may have on average: of a longer answer nothing can be meant for us. */
const CHARACTERS_A_TOKEN = 8;

/**
 * Asks one model, once. Never throws: whatever goes wrong is an answer, and the server says it in the status.
 *
 * `isRefusal` tells the editor's error for a consent that was not given from others.
 */
export async function answer(
  question: Question,
  find: () => Promise<LanguageModel | undefined>,
  isRefusal: (error: unknown) => boolean,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const model = await find();
    if (!model) {
      return { error: 'unavailable' };
    }
    if (model.mayAsk === false) {
      return { error: 'refused' };
    }
    return await read(await model.ask(question.prompt, question.maxTokens, signal), question, signal);
  } catch (error) {
    return { error: isRefusal(error) ? 'refused' : 'failed' };
  }
}

async function read(pieces: AsyncIterable<string>, { maxTokens }: Question, signal: AbortSignal): Promise<Answer> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (signal.aborted || text.length > maxTokens * CHARACTERS_A_TOKEN) {
      return { error: 'failed' };
    }
  }
  return signal.aborted ? { error: 'failed' } : { text };
}
