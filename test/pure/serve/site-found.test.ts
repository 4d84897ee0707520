import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FoundSites } from '../../../functions/serve/site-found.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orbweaver-found-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const level = { level: 0, found: 4, nodes: 1, redirects: 1, duplicates: 0, skipped: 2, normalized: 3 };

function writeSummary(more: object): void {
  writeFileSync(join(directory, 'crawl.json'), JSON.stringify({ sites: [{ number: 1, arcs: 7, ...more }] }));
}

test('the levels of a site are data of crawl.json', () => {
  writeSummary({ byLevel: [level] });
  expect(new FoundSites().read(directory, [1])).toEqual(new Map([[1, { levels: [level], arcs: 7 }]]));
});

test('a site whose results are not written is not found', () => {
  writeSummary({});
  expect(new FoundSites().read(directory, [1, 2])).toEqual(new Map());
});
