import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileResultSink } from '../../../shared/adapters/local/file-result-sink.ts';

// The tests before this one have loaded the modules that the doubled one is for, and those after it need the real ones.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

/** Fails as a full disk does, where it is set. */
const disk = vi.hoisted(() => ({ fault: undefined as Error | undefined }));
vi.mock('node:fs', async importActual => {
  const actual = await importActual<typeof import('node:fs')>();
  const util = await vi.importActual<typeof import('node:util')>('node:util');
  const write = util.promisify(actual.writev);
  const writeOrFail = async (...args: Parameters<typeof write>): Promise<unknown> => {
    if (disk.fault !== undefined) throw disk.fault;
    return await write(...args);
  };
  return { ...actual, writev: Object.assign(() => {}, { [util.promisify.custom]: writeOrFail }) };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'result-sink-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('FileResultSink', () => {
  it('shows a file under its name only when it is whole', async () => {
    const file = await new FileResultSink(folder).create('graph/a.csv');
    await file.write('x'.repeat(2_000_000));
    expect(await readdir(join(folder, 'graph'))).toEqual(['a.csv.part']);
    await file.close();
    expect(await readdir(join(folder, 'graph'))).toEqual(['a.csv']);
  });

  it('keeps texts, small pieces and large blocks in order', async () => {
    const file = await new FileResultSink(folder).create('a.txt');
    const pieces = ['é', Buffer.from('small'), Buffer.alloc(1 << 20, 'b'), '', Buffer.alloc(400_000, 'c'), 'end'];
    for (const piece of pieces) await file.write(piece);
    await file.close();
    const expected = Buffer.concat(pieces.map(piece => Buffer.from(piece as Uint8Array)));
    expect((await readFile(join(folder, 'a.txt'))).equals(expected)).toBe(true);
  });

  it('writes an empty file for no bytes', async () => {
    await (await new FileResultSink(folder).create('empty')).close();
    expect(await readFile(join(folder, 'empty'))).toHaveLength(0);
  });

  it('replaces an earlier file, and what a killed process left half-written', async () => {
    await writeFile(join(folder, 'a.csv'), 'old');
    await writeFile(join(folder, 'a.csv.part'), 'half of something longer');
    const file = await new FileResultSink(folder).create('a.csv');
    await file.write('new');
    await file.close();
    expect(await readdir(folder)).toEqual(['a.csv']);
    expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('new');
  });

  it('leaves the earlier file alone when the new one is given up', async () => {
    await writeFile(join(folder, 'a.csv'), 'old');
    const file = await new FileResultSink(folder).create('a.csv');
    await file.write('x'.repeat(2_000_000));
    await file.abort();
    expect(await readdir(folder)).toEqual(['a.csv']);
    expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('old');
  });

  it.each(['', '/etc/a', '../a', 'graph/../../a', 'graph//a', 'graph/.', 'graph\\..\\a'])(
    'refuses the name %j, which could lead out of its folder',
    async name => {
      await expect(new FileResultSink(folder).create(name)).rejects.toThrow(`Result file name "${name}" must be`);
    },
  );

  it('names the file and keeps the cause when the disk refuses', async () => {
    await writeFile(join(folder, 'graph'), 'a file where a folder should be');
    const failure = await new FileResultSink(folder).create('graph/a.csv').catch((error: Error) => error);
    expect(failure).toMatchObject({
      message: expect.stringContaining('Result file graph/a.csv cannot be written'),
      cause: { code: 'ENOTDIR' },
    });
  });

  it('writes in place of a link that has its name, not through it', async () => {
    await writeFile(join(folder, 'mine'), 'mine');
    await symlink(join(folder, 'mine'), join(folder, 'a.csv.part'));
    const file = await new FileResultSink(folder).create('a.csv');
    await file.write('new');
    await file.close();
    expect(await readFile(join(folder, 'mine'), 'utf8')).toBe('mine');
    expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('new');
  });

  it('says that the disk is full, and leaves nothing behind', async () => {
    const file = await new FileResultSink(folder).create('a.csv');
    disk.fault = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    await expect(file.write('x'.repeat(2_000_000))).rejects.toMatchObject({
      message: expect.stringContaining('Result file a.csv cannot be written'),
      cause: { code: 'ENOSPC' },
    });
    disk.fault = undefined;
    await file.abort();
    expect(await readdir(folder)).toEqual([]);
  });
});
