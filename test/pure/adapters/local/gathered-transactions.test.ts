import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../../shared/adapters/local/sqlite/sqlite-database.ts';

let folder: string;
let writer: SqliteDatabase;
let reader: SqliteDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-gathered-'));
  const path = join(folder, 'some.db');
  writer = new SqliteDatabase(path);
  writer.exec('CREATE TABLE numbers (n INTEGER CHECK (n < 10))');
  reader = new SqliteDatabase(path, 'read');
  writer.gather();
});

afterEach(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

const add = (...numbers: number[]): void =>
  writer.transaction(() => {
    for (const n of numbers) writer.run('INSERT INTO numbers (n) VALUES (?)', n);
  }, 'immediate');
const numbersOf = (database: SqliteDatabase): unknown[] =>
  database.all('SELECT n FROM numbers ORDER BY n').map(row => row['n']);

test('gathered transactions are seen by others with the commit, and each happens whole or not at all', () => {
  add(1, 2);
  expect(() => add(3, 10)).toThrow(/CHECK/);
  add(4);
  expect(numbersOf(writer)).toEqual([1, 2, 4]);
  expect(numbersOf(reader)).toEqual([]);
  writer.commitGathered();
  expect(numbersOf(reader)).toEqual([1, 2, 4]);
});

test('they are committed without anybody asking, as soon as this thread waits', async () => {
  add(5);
  await new Promise(resolve => void setImmediate(() => setImmediate(resolve)));
  expect(numbersOf(reader)).toEqual([5]);
});

test('what is to outlast a failure of the power is committed before', () => {
  add(6);
  writer.settle();
  expect(numbersOf(reader)).toEqual([6]);
});
