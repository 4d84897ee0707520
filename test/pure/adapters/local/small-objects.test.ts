/** Small objects of a crawl of many sites: rows of `crawl.db`, and files beside it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileObjects } from '../../../../shared/adapters/local/file-objects.ts';
import { SmallObjects } from '../../../../shared/adapters/local/small-objects.ts';
import { openSqliteArchive } from '../../../../shared/adapters/local/sqlite/sqlite-archive.ts';
import { SqliteStore } from '../../../../shared/adapters/local/sqlite/sqlite-store.ts';
import { LostObject } from '../../../../shared/domain/lost-object.ts';
import { objectStoreContract } from '../../../contract/object-store.contract.ts';

const inOneProcess = { self: 'this', isAlive: () => true };
const manySites = 65;
let folder: string;
let store: SqliteStore;
let files: FileObjects;
let objects: SmallObjects;

function open(sites = manySites): void {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-small-'));
  store = new SqliteStore({ crawl: join(folder, 'crawl.db'), tokens: join(folder, 'tokens.db') }, inOneProcess);
  files = new FileObjects(join(folder, 'state'));
  objects = new SmallObjects(files, store.objects, sites);
}

function close(): void {
  store.close();
  rmSync(folder, { recursive: true });
}

describe.each([manySites, 1])('objects of %i sites', sites => {
  objectStoreContract(() => {
    open(sites);
    return { objects, close };
  });
});

describe('of many sites', () => {
  beforeEach(() => open());
  afterEach(close);

  const put = async (name: string, text: string): Promise<void> => await objects.put(name, [Buffer.from(text)]);
  const get = async (name: string): Promise<string> => Buffer.from(await objects.get(name)).toString();
  const isFile = (name: string): boolean => existsSync(join(folder, 'state', name));
  /** By a connection of its own, as a disk or a person would. */
  const alter = (sql: string, ...values: string[]): void => {
    const database = new DatabaseSync(join(folder, 'crawl.db'));
    database.prepare(sql).run(...values);
    database.close();
  };
  const numberOf = (pragma: string): number => {
    const database = new DatabaseSync(join(folder, 'crawl.db'), { readOnly: true });
    const found = Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get()!)[0]);
    database.close();
    return found;
  };

  test('small turn records, segments and robots.txt are no files; larger ones, and all other objects, are', async () => {
    await put('bodies/1/1-a', 'small');
    await put('segments/1/1', 'small');
    await put('robots/abc', 'small');
    await put('samples/abc', 'small');
    await put('segments/1/2', 'x'.repeat((1 << 17) + 1));
    expect(['bodies/1/1-a', 'segments/1/1', 'robots/abc', 'samples/abc', 'segments/1/2'].map(isFile)).toEqual([
      ...[false, false, false],
      ...[true, true],
    ]);
    expect(await get('robots/abc')).toBe('small');
    expect(await objects.list('segments/')).toEqual(['segments/1/1', 'segments/1/2']);
  });

  test('a crawl that has few sites by now finds what it put as rows', async () => {
    await put('segments/1/1', 'row');
    objects.setSites(3);
    await put('segments/1/2', 'file');
    expect([isFile('segments/1/2'), await get('segments/1/1'), await get('segments/1/2')]).toEqual([
      true,
      'row',
      'file',
    ]);
  });

  test.each([
    ['small', 'large'],
    ['large', 'small'],
  ])('what was %s and is put anew as %s is the new one; once it is removed nothing is there', async (first, second) => {
    const texts: Record<string, string> = { small: 'small', large: 'x'.repeat(1 << 18) };
    await put('segments/1/1', texts[first]!);
    await put('segments/1/1', texts[second]!);
    expect(await get('segments/1/1')).toBe(texts[second]);
    expect(await objects.list('segments/')).toEqual(['segments/1/1']);
    await objects.remove('segments/1/1');
    await expect(objects.get('segments/1/1')).rejects.toThrow(LostObject);
    expect(await objects.list('segments/')).toEqual([]);
  });

  test('a row with other bytes, or another checksum, is lost and told by its name; it may be put anew', async () => {
    for (const sql of [
      "UPDATE small_objects SET bytes = X'00' WHERE name = ?",
      'UPDATE small_objects SET checksum = checksum + 1 WHERE name = ?',
    ]) {
      await put('segments/1/2', 'what was written');
      alter(sql, 'segments/1/2');
      await expect(objects.get('segments/1/2')).rejects.toThrow(LostObject);
      await expect(objects.get('segments/1/2')).rejects.toThrow(
        /^segments\/1\/2 in .*crawl\.db is damaged: its checksum/,
      );
      await objects.remove('segments/1/2');
      await put('segments/1/2', 'anew');
      expect(await get('segments/1/2')).toBe('anew');
    }
  });

  test('a row that is gone is missing', async () => {
    await put('bodies/1/1-a', 'x');
    alter('DELETE FROM small_objects WHERE name = ?', 'bodies/1/1-a');
    await expect(objects.get('bodies/1/1-a')).rejects.toThrow(/bodies\/1\/1-a is missing/);
  });

  test('the file does not grow by what is removed again', async () => {
    const bytes = 'x'.repeat(100_000);
    const putAndRemove = async (from: number): Promise<void> => {
      for (let turn = from; turn < from + 50; turn += 1) {
        await put(`bodies/1/${turn}-a`, bytes);
        if (turn >= 5) await objects.remove(`bodies/1/${turn - 5}-a`);
      }
    };
    await putAndRemove(0);
    const before = numberOf('page_count');
    await putAndRemove(50);
    await putAndRemove(100);
    expect(numberOf('page_count')).toBeLessThanOrEqual(before + 30);
  });

  test('a process apart finds a row as a file, which goes with the row', async () => {
    await put('bodies/1/1-a', 'x');
    await objects.copyToFile('bodies/1/1-a');
    expect(Buffer.from(await files.get('bodies/1/1-a')).toString()).toBe('x');
    await objects.remove('bodies/1/1-a');
    expect([isFile('bodies/1/1-a'), await objects.list('bodies/')]).toEqual([false, []]);
  });

  test('an object is there as soon as what was written behind it is, and not before it is committed', async () => {
    store.gather();
    const others = new DatabaseSync(join(folder, 'crawl.db'), { readOnly: true });
    const seen = (): unknown[] => [
      others.prepare('SELECT count(*) AS n FROM small_objects').get()!['n'],
      others.prepare('SELECT count(*) AS n FROM robots').get()!['n'],
    ];
    try {
      await put('bodies/1/1-a', 'x');
      await store.keepRobots('c', 'http://a.example/robots.txt', { kind: 'text', at: 1, hash: 'ab' });
      expect(seen()).toEqual([0, 0]);
      store.commitGathered();
      expect(seen()).toEqual([1, 1]);
    } finally {
      others.close();
    }
  });

  test('only a file with such rows is one that versions of before refuse', async () => {
    expect(numberOf('user_version')).toBe(3);
    await put('segments/1/1', 'x');
    expect(numberOf('user_version')).toBe(4);
  });

  test('a reader of the file finds them, also of one that no later table was made in', async () => {
    await put('segments/1/1', 'x');
    const read = async (): Promise<string[]> => {
      const archive = openSqliteArchive(
        { crawl: join(folder, 'crawl.db'), tokens: undefined, isWorkedOn: () => true },
        inOneProcess,
      );
      try {
        return await new SmallObjects(files, archive.store.objects).list('segments/');
      } finally {
        archive.close();
      }
    };
    expect(await read()).toEqual(['segments/1/1']);
    alter('DROP TABLE small_objects');
    alter('PRAGMA user_version = 3');
    store.close();
    expect(await read()).toEqual([]);
    store = new SqliteStore({ crawl: join(folder, 'crawl.db'), tokens: join(folder, 'tokens.db') }, inOneProcess);
  });
});
