import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localAnswers } from '../../../../shared/adapters/local/open.ts';
import type { PageAnswer } from '../../../../shared/domain/http/page-answer.ts';
import { StoredRecord } from '../../../../shared/steps/page/answer-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-answers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const most = 100_000;
const answer = (n: number): PageAnswer => ({ status: 200, headers: [], body: Buffer.alloc(15_000, n) });
const address = (n: number): string => `https://example.org/${n}`;

/** Bytes of all files. */
function kept(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

test('recorded answers take so much of the disk and no more, whichever process adds them', async () => {
  const directory = join(folder, 'crawl');
  const open = () => new StoredRecord(localAnswers(directory, 'fast'), most);
  const first = open();
  for (let n = 0; n < 4; n += 1) await first.put(address(n), answer(n));
  const second = open();
  for (let n = 4; n < 10; n += 1) await second.put(address(n), answer(n));
  expect([first.leftOut, second.leftOut]).toEqual([0, 4]);
  expect(kept(directory)).toBeLessThanOrEqual(most);
  expect(kept(directory)).toBeGreaterThan(most - 20_000);
  // This process still knows what it could not store; the next one asks the site.
  const known = async (record: StoredRecord): Promise<number[]> => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => record.get(address(n))));
    return answers.flatMap((each, n) => (each?.body[0] === n ? [n] : []));
  };
  expect(await known(second)).toHaveLength(10);
  expect(await known(open())).toEqual([0, 1, 2, 3, 4, 5]);
});
