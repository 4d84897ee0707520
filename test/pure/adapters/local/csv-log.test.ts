import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CsvLog } from '../../../../shared/adapters/local/csv-log.ts';

test('a log of a watch begins anew when it is long, and keeps what it had once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-log-'));
  const line = { address: 'https://a.example/', level: 1, status: 200, bytes: 5, ms: 7, delayMs: 0 };
  for (let run = 0; run < 3; run += 1) {
    const log = new CsvLog(folder, 180);
    log.fetched({ time: run, ...line });
    log.fetched({ time: 10 + run, ...line });
    log.close();
  }
  const row = (time: number): string =>
    `1970-01-01T00:00:00.0${String(time).padStart(2, '0')}Z,https://a.example/,1,200,5,7,,0,,`;
  const head = 'time,address,level,status,bytes,ms,start,delay,rules,agent';
  expect(readFileSync(join(folder, 'common.csv'), 'utf8').split('\n')).toEqual([head, row(2), row(12), '']);
  expect(readFileSync(join(folder, 'common.old.csv'), 'utf8').split('\n')).toEqual([head, row(1), row(11), '']);
  rmSync(folder, { recursive: true });
});

test('keeps a note in the log, and once as a sentence, with one full stop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-log-'));
  const log = new CsvLog(folder);
  for (let time = 0; time < 2; time += 1) log.note({ time, site: 1, text: 'No sign of an answer within 10 ms.' });
  log.note({ time: 2, site: 2, text: 'Crawl-delay was cut' });
  log.close();
  expect(log.notes).toEqual(['Site 1: No sign of an answer within 10 ms.', 'Site 2: Crawl-delay was cut.']);
  expect(readFileSync(join(folder, 'errors.csv'), 'utf8').split('\n')).toEqual([
    'time,address,reason,detail',
    '1970-01-01T00:00:00.000Z,site 1,note,No sign of an answer within 10 ms.',
    '1970-01-01T00:00:00.001Z,site 1,note,No sign of an answer within 10 ms.',
    '1970-01-01T00:00:00.002Z,site 2,note,Crawl-delay was cut',
    '',
  ]);
  rmSync(folder, { recursive: true });
});
