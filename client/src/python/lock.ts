/** One window at a time: a folder that exists, and is kept fresh, while its maker is at work. */
import * as fs from 'node:fs/promises';
import { throwIfAborted } from './problem';

const LOOK_AGAIN = 300; // ms
const BEAT = 2_000; // ms
const ABANDONED = 15_000; // ms without a beat: the maker is gone

/** Runs `work` while no other process holds `folder`. A lock left by a process that is gone is taken over. */
export async function withLock<T>(folder: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  while (!(await take(folder))) {
    throwIfAborted(signal);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
  const beat = setInterval(() => void fs.utimes(folder, new Date(), new Date()).catch(() => undefined), BEAT);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function take(folder: string): Promise<boolean> {
  try {
    await fs.mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
  const held = await fs.stat(folder).catch(() => undefined);
  if (held && Date.now() - held.mtimeMs > ABANDONED) {
    await fs.rm(folder, { recursive: true, force: true });
  }
  return false;
}
