import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStateThread, type StateClient } from '../../../functions/embedded/state-client.ts';
import { withSpareThread } from '../../../functions/embedded/threads/spare-thread.ts';
import { lockDirectory } from '../../../shared/adapters/local/open.ts';

/** Threads that are prepared before there is work for them. */

let root: string;
let locks: { release(): void }[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orbweaver-spare-'));
  process.env['ORBWEAVER_STATE'] = join(root, 'state');
  locks = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const lock of locks) lock.release();
  rmSync(root, { recursive: true, force: true });
});

/** A state thread that owns a folder of its own. */
function opened(name: string): StateClient {
  const directory = join(root, name);
  const lock = lockDirectory(directory);
  if ('owner' in lock) throw new Error('somebody else has the folder');
  locks.push(lock);
  return openStateThread(directory, lock.holder);
}

test('a prepared thread takes its folder, and the next one has another', async () => {
  await withSpareThread(async () => {
    const [first, second] = [opened('first'), opened('second')];
    expect(await Promise.all([first.thread.crawl(), second.thread.crawl()])).toEqual([undefined, undefined]);
    await Promise.all([first.terminate(), second.terminate()]);
  });
});

test('a thread that was taken lives on when the work is done', async () => {
  const state = await withSpareThread(async () => opened('taken'));
  expect(await state.thread.crawl()).toBeUndefined();
  await state.terminate();
});

test('what the work throws is thrown', async () => {
  const failed = withSpareThread(async () => {
    throw new Error('bad input');
  });
  await expect(failed).rejects.toThrow('bad input');
});

test.skipIf(process.platform !== 'linux').each([
  ['is ended', () => undefined],
  ['ends by itself where its end is not heard while it begins to wait', () => vi.spyOn(Worker.prototype, 'terminate')],
])('a thread that nobody took %s', async (_, deafen) => {
  deafen()?.mockResolvedValue(0);
  const before = new Set(workerThreads());
  const made = await withSpareThread(
    async () => await vi.waitUntil(() => workerThreads().find(task => !before.has(task)), { timeout: 60_000 }),
  );
  await vi.waitUntil(() => !workerThreads().includes(made), { timeout: 60_000 });
});

/** Numbers of the threads that run JavaScript, but for the first. */
function workerThreads(): string[] {
  return readdirSync('/proc/self/task').filter(task => {
    try {
      return readFileSync(`/proc/self/task/${task}/comm`, 'latin1').trim() === 'WorkerThread';
    } catch {
      return false; // It has ended meanwhile.
    }
  });
}
