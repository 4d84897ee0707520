/** Damage of a write-ahead log, beside the remains of every kill or rollback. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findJournalDamage, judgeJournal } from '../../../../shared/adapters/local/sqlite/journal/journal-damage.ts';

let folder: string;
let db: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-journal-'));
  db = new DatabaseSync(join(folder, 'live.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE t (a, b)');
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function insert(rows: number): void {
  for (let row = 0; row < rows; row += 1) db.exec('INSERT INTO t VALUES (1, randomblob(3000))');
}

/** The files as a process leaves them that is killed now; `index`: its index too. */
function killedNow(name: string, index = true): string {
  const path = join(folder, name);
  for (const end of ['', '-wal', ...(index ? ['-shm'] : [])])
    copyFileSync(join(folder, `live.db${end}`), `${path}${end}`);
  return path;
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

const frameBytes = 24 + 4096;

test.each([true, false])(
  'what a kill leaves is whole: after commits, a rollback, a copy into the database (index: %s)',
  index => {
    insert(20);
    expect(findJournalDamage(killedNow('commits', index))).toBeUndefined();
    db.exec('PRAGMA cache_size = 2; BEGIN');
    insert(50);
    expect(findJournalDamage(killedNow('under-way', index))).toBeUndefined();
    db.exec('ROLLBACK');
    insert(1);
    expect(findJournalDamage(killedNow('rolled-back', index))).toBeUndefined();
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    expect(findJournalDamage(killedNow('copied', index))).toBeUndefined();
    insert(3);
    expect(findJournalDamage(killedNow('begun-anew', index))).toBeUndefined();
    const torn = killedNow('torn', index);
    truncateSync(`${torn}-wal`, readFileSync(`${torn}-wal`).length - 100);
    if (!index) expect(findJournalDamage(torn)).toBeUndefined();
  },
);

test('a bit anywhere in the frames of a life is found', () => {
  insert(5);
  const frames = (readFileSync(join(folder, 'live.db-wal')).length - 32) / frameBytes;
  for (let frame = 0; frame < frames; frame += 1)
    for (const at of [3, 9, 17, 2000]) {
      const path = killedNow(`bit-${frame}-${at}`);
      flip(`${path}-wal`, 32 + frame * frameBytes + at);
      expect(findJournalDamage(path), `${frame} ${at}`).toMatchObject({
        damage: { code: 'journal-damaged' },
        rescue: 'believe',
      });
    }
});

test('a log that is older than what was copied into the database is left out, and nothing of it comes back', () => {
  insert(10);
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  const path = killedNow('older');
  truncateSync(`${path}-wal`, 32 + 5 * frameBytes);
  expect(findJournalDamage(path)).toMatchObject({ rescue: 'leave-out' });
});

describe('by what is in the files', () => {
  const salts = Buffer.from('0000000500000000', 'hex');
  const walked = (committed: number, own = salts) => ({ salts: own, committed, hasLostCommit: false });
  const judge = (found: ReturnType<typeof walked>, index: object) =>
    judgeJournal('x-wal', {
      size: 99_999,
      walked: found,
      index: { salts, committed: 0, copied: 0, begun: 0, ...index },
    });

  test('there is no good state where pages were just being copied', () => {
    expect(judge(walked(10), { committed: 30, copied: 0, begun: 30 })).toMatchObject({ rescue: 'none' });
    expect(judge(walked(30), { committed: 30, copied: 0, begun: 30 })).toBeUndefined();
  });

  test('the database is that state where its copy is whole, and the log where it goes further', () => {
    expect(judge(walked(10), { committed: 30, copied: 20, begun: 20 })).toMatchObject({ rescue: 'leave-out' });
    expect(judge(walked(25), { committed: 30, copied: 20, begun: 20 })).toMatchObject({ rescue: 'believe' });
  });

  test('an index of an earlier life tells nothing, as after a failure of the power; a log of another life is left out', () => {
    const later = Buffer.from('00000006deadbeef', 'hex');
    const other = Buffer.from('f0000006deadbeef', 'hex');
    expect(judge(walked(3, later), { committed: 30 })).toBeUndefined();
    expect(judge(walked(40, other), { committed: 30 })).toMatchObject({ rescue: 'leave-out' });
  });
});
