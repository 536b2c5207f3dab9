/** Waiting: everything in an editor comes a little later. */

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls `look` until it gives something truthy, or throws what it last saw. `what` may be a function, asked at the end. */
export async function until(look, { timeout = 30_000, every = 100, what = String(look) } = {}) {
  const end = Date.now() + timeout;
  let last;
  for (;;) {
    try {
      last = await look();
      if (last) {
        return last;
      }
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) {
      throw new Error(`timed out after ${timeout} ms: ${typeof what === 'function' ? what() : what}; last: ${last}`);
    }
    await sleep(every);
  }
}

/** A regular expression that matches `text` as it stands. */
export const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
