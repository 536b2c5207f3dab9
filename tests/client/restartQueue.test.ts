import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestartQueue } from '../../client/src/server/restartQueue';

/** A restart that takes until it is released, and notes how it went. */
function slowRestart() {
  const log: string[] = [];
  const releases: (() => void)[] = [];
  const restart = async (signal: AbortSignal): Promise<void> => {
    const number = releases.length + 1;
    log.push(`start ${number}`);
    await new Promise<void>((resolve) => {
      releases.push(resolve);
      signal.addEventListener('abort', () => resolve());
    });
    log.push(`end ${number}${signal.aborted ? ', overtaken' : ''}`);
  };
  return { log, releases, restart };
}

test('requests while one runs become one more run', async () => {
  const { log, releases, restart } = slowRestart();
  const queue = new RestartQueue(restart);
  const first = queue.request();
  const others = [queue.request(), queue.request(), queue.request()];
  await new Promise(setImmediate);
  releases[1]?.();
  await Promise.all([first, ...others]);
  assert.deepEqual(log, ['start 1', 'end 1, overtaken', 'start 2', 'end 2']);
});

test('a request after the queue has emptied runs again', async () => {
  let runs = 0;
  const queue = new RestartQueue(async () => void runs++);
  await queue.request();
  await queue.request();
  assert.equal(runs, 2);
});

test('closing stops what runs and drops what waits', async () => {
  const { log, restart } = slowRestart();
  const queue = new RestartQueue(restart);
  void queue.request();
  void queue.request();
  await queue.close();
  assert.deepEqual(log, ['start 1', 'end 1, overtaken']);
});
