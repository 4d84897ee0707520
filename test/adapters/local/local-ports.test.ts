import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FileObjects } from '../../../shared/adapters/local/file-objects.ts';
import { FileResultSink } from '../../../shared/adapters/local/file-result-sink.ts';
import { MemoryQueue } from '../../../shared/adapters/local/memory-queue.ts';
import { randomIds } from '../../../shared/adapters/local/random-ids.ts';
import { systemClock } from '../../../shared/adapters/local/system-clock.ts';
import { clockContract } from '../../contract/clock.contract.ts';
import { objectStoreContract } from '../../contract/object-store.contract.ts';
import { queueContract } from '../../contract/queue.contract.ts';
import { resultSinkContract } from '../../contract/result-sink.contract.ts';
import { MemoryObjects } from '../../protocol/memory-objects.ts';

function folder(): { path: string; close: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'orbweaver-ports-'));
  return { path, close: () => rmSync(path, { recursive: true }) };
}

describe('objects as files', () => {
  objectStoreContract(() => {
    const { path, close } = folder();
    return { objects: new FileObjects(join(path, 'state')), close };
  });
});

describe('objects in memory, which the simulation uses', () => {
  objectStoreContract(() => ({ objects: new MemoryObjects(), close: () => undefined }));
});

describe('result files', () => {
  resultSinkContract(() => {
    const { path, close } = folder();
    const read = async (name: string): Promise<string | undefined> =>
      existsSync(join(path, name)) ? readFileSync(join(path, name), 'utf8') : undefined;
    return { sink: new FileResultSink(path), read, close };
  });
});

describe('the queue in memory', () => {
  queueContract(() => {
    const queue = new MemoryQueue({ clock: systemClock(), ids: randomIds, mostFetches: 4 });
    const rest = { fail: (error: unknown) => expect.fail(String(error)), idle: () => undefined };
    return {
      queue,
      consume: handle => queue.consume({ fetch: handle, parse: handle, ...rest }),
      close: () => queue.close(),
    };
  });
});

describe('the clock of the system', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  clockContract(systemClock);

  test.each([
    ['an hour back', -3_600_000],
    ['a day ahead', 86_400_000],
  ])('adverse 56: a clock that is set %s while the process runs moves no instant', (_, jump) => {
    const clock = systemClock();
    const before = clock.now();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
    expect(clock.now() - before).toBeGreaterThanOrEqual(0);
    expect(clock.now() - before).toBeLessThan(10_000);
  });
});
