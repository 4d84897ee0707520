import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FoundSites } from '../../../functions/serve/site-found.ts';
import { siteRow } from '../../contract/sample-state.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orbweaver-found-'));
  mkdirSync(join(directory, 'reports'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const row = siteRow('x', 1);
const level = { level: 0, found: 4, nodes: 1, redirects: 1, duplicates: 0, skipped: 2, normalized: 3 };

function writeSummary(more: object): void {
  writeFileSync(join(directory, 'crawl.json'), JSON.stringify({ sites: [{ number: 1, arcs: 7, ...more }] }));
}

test('the levels of a site are data of crawl.json: no table is read for them', async () => {
  writeSummary({ byLevel: [level] });
  expect(await new FoundSites().read(directory, async () => [row], [1])).toEqual(
    new Map([[1, { levels: [level], arcs: 7 }]]),
  );
});

test('of an earlier version they are read from the table, by the names of its columns', async () => {
  writeSummary({});
  const table = 'Skipped,Level,Nodes,Found,Duplicates,Normalized,Redirects\n2,0,1,4,0,3,1\n';
  writeFileSync(join(directory, 'reports/example.org.levels.csv'), table);
  expect(await new FoundSites().read(directory, async () => [row], [1])).toEqual(
    new Map([[1, { levels: [level], arcs: 7 }]]),
  );
});

test('a site whose results are not written is not found', async () => {
  writeSummary({});
  expect(await new FoundSites().read(directory, async () => [row], [1, 2])).toEqual(new Map());
});
