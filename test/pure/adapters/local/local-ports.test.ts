import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FileObjects } from '../../../../shared/adapters/local/file-objects.ts';
import { FileResultSink } from '../../../../shared/adapters/local/file-result-sink.ts';
import { disk } from '../../../../shared/adapters/local/files/sync-files.ts';
import { MemoryQueue } from '../../../../shared/adapters/local/memory-queue.ts';
import { randomIds } from '../../../../shared/adapters/local/random-ids.ts';
import { systemClock } from '../../../../shared/adapters/local/system-clock.ts';
import { LostObject } from '../../../../shared/domain/lost-object.ts';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { clockContract } from '../../../contract/clock.contract.ts';
import { objectStoreContract } from '../../../contract/object-store.contract.ts';
import { queueContract } from '../../../contract/queue.contract.ts';
import { resultSinkContract } from '../../../contract/result-sink.contract.ts';
import { MemoryObjects } from '../../../simulation/world/memory-objects.ts';

function folder(): { path: string; close: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'orbweaver-ports-'));
  return { path, close: () => rmSync(path, { recursive: true }) };
}

describe('objects as files', () => {
  objectStoreContract(() => {
    const { path, close } = folder();
    return { objects: new FileObjects(join(path, 'state')), close };
  });

  test('lent memory that a large object made large is given up by the next small one', async () => {
    const { path, close } = folder();
    const objects = new FileObjects(join(path, 'state'));
    const scratch = { bytes: new Uint8Array(0) };
    const sizes = [];
    for (const [name, bytes] of [
      ['large', 20 << 20],
      ['most of it', 18 << 20],
      ['small', 1000],
    ] as const) {
      await objects.put(name, [new Uint8Array(bytes)]);
      expect(await objects.get(name, scratch)).toHaveLength(bytes);
      sizes.push(scratch.bytes.byteLength);
    }
    close();
    expect(sizes[1]).toBe(sizes[0]);
    expect(sizes[2]).toBeLessThan(10_000);
  });

  test('lent memory that threads share stays shared when it grows', async () => {
    const { path, close } = folder();
    const objects = new FileObjects(join(path, 'state'));
    await objects.put('turn', [new Uint8Array(1000).fill(7)]);
    const scratch = { bytes: new Uint8Array(new SharedArrayBuffer(0)) };
    const read = await objects.get('turn', scratch);
    close();
    expect([read.length, read[999], read.buffer instanceof SharedArrayBuffer]).toEqual([1000, 7, true]);
  });

  test('files that a killed process left unfinished go, all objects stay', async () => {
    const { path, close } = folder();
    const objects = new FileObjects(join(path, 'state'));
    for (const name of ['bodies/1/1', 'segments/1/1']) await objects.put(name, [new Uint8Array(5)]);
    const left = join(path, 'state', 'bodies', '1', '2.c0ffee.tmp');
    writeFileSync(left, 'half');
    await objects.removeUnfinished();
    const found = [existsSync(left), await objects.list('bodies/'), (await objects.get('segments/1/1')).length];
    close();
    expect(found).toEqual([false, ['bodies/1/1'], 5]);
  });

  /** A store with one object in it, whose file a test may damage. */
  async function stored(): Promise<{ objects: FileObjects; file: string; close: () => void }> {
    const { path, close } = folder();
    const objects = new FileObjects(join(path, 'state'));
    await objects.put('segments/1/2', [Buffer.from('what was written')]);
    return { objects, file: join(path, 'state/segments/1/2'), close };
  }

  test.each<[string, (file: string) => void]>([
    ['cut short', file => truncateSync(file, 9)],
    ['empty', file => truncateSync(file, 0)],
    ['all zeros', file => writeFileSync(file, Buffer.alloc(20))],
    ['changed by a bit', file => writeFileSync(file, readFileSync(file).with(3, 0))],
    ['longer', file => appendFileSync(file, 'more')],
    ['replaced by a folder', file => [rmSync(file), mkdirSync(join(file, 'sub'), { recursive: true })]],
  ])('a file that is %s is lost, and may be put anew once it is removed', async (_, damage) => {
    const { objects, file, close } = await stored();
    try {
      damage(file);
      await expect(objects.get('segments/1/2')).rejects.toThrow(LostObject);
      await expect(objects.get('segments/1/2', { bytes: new Uint8Array(0) })).rejects.toThrow(/1\/2 is damaged/);
      await objects.remove('segments/1/2');
      await objects.put('segments/1/2', [Buffer.from('anew')]);
      expect(Buffer.from(await objects.get('segments/1/2')).toString()).toBe('anew');
    } finally {
      close();
    }
  });

  test('a file where a folder must be is named in one sentence', async () => {
    const { path, close } = folder();
    try {
      mkdirSync(join(path, 'state'));
      writeFileSync(join(path, 'state/segments'), '');
      const objects = new FileObjects(join(path, 'state'));
      await expect(objects.get('segments/1/2')).rejects.toThrow(LostObject);
      await expect(objects.put('segments/1/2', [])).rejects.toThrow(BadInput);
    } finally {
      close();
    }
  });

  /** Writes that reach the disk while `work` runs, in order: the system's own calls. */
  async function forced(work: (root: string) => Promise<unknown>): Promise<readonly string[]> {
    const { path, close } = folder();
    const seen: string[] = [];
    const note = (what: string) => async (file: number) => {
      const name = readlinkSync(`/proc/self/fd/${file}`).slice(path.length + 1);
      seen.push(`${what} ${name.replace(/\.[^/]*\.tmp$/, '.tmp')}`);
    };
    const data = vi.spyOn(disk, 'forceData').mockImplementation(note('file'));
    const whole = vi.spyOn(disk, 'force').mockImplementation(note('folder'));
    try {
      await work(join(path, 'state'));
      return seen;
    } finally {
      data.mockRestore();
      whole.mockRestore();
      close();
    }
  }

  describe.skipIf(!existsSync('/proc/self/fd'))('on the disk', () => {
    test('are first the bytes of an object, then its name, and the names of its folders', async () => {
      const seen = await forced(async root => {
        const objects = new FileObjects(root);
        await objects.put('segments/1/2', [Buffer.from('x')]);
        await objects.put('segments/1/3', [Buffer.from('y')]);
      });
      expect(seen).toEqual([
        ...['folder state/segments', 'folder state', 'folder '],
        ...['file state/segments/1/2.tmp', 'folder state/segments/1'],
        ...['file state/segments/1/3.tmp', 'folder state/segments/1'],
      ]);
    });

    test('nothing is forced where the crawl is to be fast', async () => {
      expect(await forced(root => new FileObjects(root, 'fast').put('segments/1/2', [Buffer.from('x')]))).toEqual([]);
    });
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
