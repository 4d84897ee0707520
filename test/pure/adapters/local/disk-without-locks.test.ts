/** Some network disks have no locks: SQLite then says of each file that another process has it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDirectoryLocked, lockDirectory } from '../../../../shared/adapters/local/directory-lock.ts';
import { hasNoLocks, withSystemReason } from '../../../../shared/adapters/local/sqlite/sqlite-open.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-locks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Another process, which has `name`. */
function holding(name: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, name));
  database.exec('BEGIN EXCLUSIVE');
  return database;
}

const withoutLocks = (): boolean => true;

test('a directory that nobody can have is refused, and is in use by nobody', () => {
  const other = holding('lock.db');
  const path = join(folder, 'lock.db');
  expect(() => lockDirectory(folder, withoutLocks)).toThrow(expect.objectContaining({ code: 'ENOLCK', path }));
  other.close();
  expect(isDirectoryLocked(folder)).toBe(false);
});

test('a directory that another process has is in use, and the test for locks leaves nothing behind', () => {
  const other = holding('lock.db');
  expect(lockDirectory(folder)).toEqual({ owner: 0 });
  expect([hasNoLocks(folder), hasNoLocks(join(folder, 'none'))]).toEqual([false, false]);
  expect(readdirSync(folder).filter(name => name.endsWith('.lock'))).toEqual([]);
  other.close();
});

test('so is each other database', () => {
  const other = holding('watch.db');
  const path = join(folder, 'watch.db');
  const database = new DatabaseSync(path, { timeout: 0 });
  const read = (): unknown => database.prepare('SELECT 1 FROM sqlite_schema').get();
  expect(() => withSystemReason(path, read, withoutLocks)).toThrow(expect.objectContaining({ code: 'ENOLCK', path }));
  expect(() => withSystemReason(path, read)).toThrow(expect.objectContaining({ errcode: 5, path }));
  database.close();
  other.close();
});

test('a database that SQLite calls damaged because the disk cannot read it is not called damaged', () => {
  const damaged = (): never => {
    throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
  };
  // A folder stands for a file that cannot be read.
  expect(() => withSystemReason(folder, damaged)).toThrow(expect.objectContaining({ code: 'EISDIR', path: folder }));
});
