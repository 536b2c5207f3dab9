import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from '../../client/src/assist/answer';
import type { LanguageModel } from '../../client/src/assist/answer';

const QUESTION = { prompt: 'What is worth remembering?', maxTokens: 10 };
const REFUSAL = new Error('no permission');

async function* pieces(...texts: string[]) {
  yield* texts;
}

function model(ask: LanguageModel['ask'], mayAsk: boolean | undefined = true): () => Promise<LanguageModel> {
  return async () => ({ mayAsk, ask });
}

const asked = (find: () => Promise<LanguageModel | undefined>, signal = new AbortController().signal) =>
  answer(QUESTION, find, (error) => error === REFUSAL, signal);

test('what the model says comes back whole', async () => {
  assert.deepEqual(await asked(model(async (prompt) => pieces(prompt.slice(0, 4), '!'))), { text: 'What!' });
});

test('without a model there is no answer', async () => {
  assert.deepEqual(await asked(async () => undefined), { error: 'unavailable' });
});

test('a model the user refused is not asked', async () => {
  const never = model(() => assert.fail('asked'), false);
  assert.deepEqual(await asked(never), { error: 'refused' });
});

test('a refusal in the dialog is told from a failure', async () => {
  assert.deepEqual(await asked(model(() => Promise.reject(REFUSAL), undefined)), { error: 'refused' });
  assert.deepEqual(await asked(model(() => Promise.reject(new Error('quota')))), { error: 'failed' });
});

test('an answer that does not end is cut off', async () => {
  async function* endless() {
    for (;;) {
      yield 'and so on ';
    }
  }
  assert.deepEqual(await asked(model(async () => endless())), { error: 'failed' });
});

test('a cancelled question has no answer', async () => {
  const stop = new AbortController();
  async function* slow() {
    yield 'half';
    stop.abort();
    yield ' an answer';
  }
  assert.deepEqual(await asked(model(async () => slow()), stop.signal), { error: 'failed' });
});
