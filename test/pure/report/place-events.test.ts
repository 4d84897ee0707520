import { describe, expect, test } from 'vitest';
import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import { crawlEnded, crawlFailed, mostDetailBytes, watchLooked } from '../../../shared/report/place-events.ts';
import type { CrawlSummary, SiteSummary } from '../../../shared/report/summary.ts';

const run = { crawl: '01ABC', run: 2, kind: 'crawl' as const };
const site = { arcs: 5, externalLinks: 2, badLinks: 1 } as SiteSummary;
const summary: CrawlSummary = {
  ...{ directory: '', finishReason: 'no-work', unchanged: false, elapsedMs: 61_400, files: [] },
  outcomes: { found: 9, nodes: 4, redirects: 1, duplicates: 2, skipped: 2 },
  sites: [site, site],
  notices: ['One.'],
};
const written = { finishedAt: 0, results: 's3://b/results/01ABC/', files: ['nodes.csv'] };
const bytesOf = (detail: object): number => Buffer.byteLength(JSON.stringify(detail));

describe('the end of a crawl', () => {
  test('has the figures of all sites and the addresses of the files', () => {
    expect(crawlEnded(run, { summary, ...written })).toEqual({
      type: 'Crawl Ended',
      detail: {
        ...{ version: 1, id: '01ABC-2-finished', crawl: '01ABC', run: 2, kind: 'crawl', status: 'finished' },
        ...{ reason: 'no-work', finishedAt: '1970-01-01T00:00:00.000Z', elapsedSeconds: 61, sites: 2 },
        ...{ pages: 4, redirects: 1, duplicates: 2, skipped: 2, arcs: 10, externalLinks: 4, badLinks: 2 },
        ...{
          notices: ['One.'],
          results: 's3://b/results/01ABC/',
          files: ['s3://b/results/01ABC/nodes.csv'],
          leftOut: 0,
        },
      },
    });
  });

  test('distinguishes a stop, a crawl of nothing and a failure', () => {
    const stopped = crawlEnded(run, { summary: { ...summary, finishReason: 'stopped' }, ...written });
    const failure = [refusal('task-failed', { why: 'no table' })];
    const nothing = crawlEnded(run, { summary, ...written, failure });
    const failed = crawlFailed(run, failure);
    expect([stopped, nothing, failed].map(({ detail }) => [detail['id'], detail['status']])).toEqual([
      ['01ABC-2-stopped', 'stopped'],
      ['01ABC-2-failed', 'failed'],
      ['01ABC-2-failed', 'failed'],
    ]);
    expect(nothing.detail['failure']).toEqual(failed.detail['failure']);
    expect(failed.detail['failure']).toEqual([expect.stringContaining('no table')]);
  });

  test('fits into an event with 100,000 files and long sentences, and says how many files it leaves out', () => {
    const files = Array.from({ length: 100_000 }, (_, at) => `nodes-ж${at}.csv`);
    const notices = Array.from({ length: 100 }, () => 'ж'.repeat(5_000));
    const { detail } = crawlEnded(run, { summary: { ...summary, notices }, ...written, files });
    const kept = detail['files'] as string[];
    expect(bytesOf(detail)).toBeLessThanOrEqual(mostDetailBytes);
    expect(bytesOf(detail)).toBeGreaterThan(mostDetailBytes - 100);
    expect(kept).toEqual(files.slice(0, kept.length).map(name => `s3://b/results/01ABC/${name}`));
    expect(detail['leftOut']).toBe(100_000 - kept.length);
  });
});

test('a look has its new and changed publications, as many as fit', () => {
  const found = Array.from({ length: 400 }, (_, at) => ({
    ...{ publication: at, version: at % 4 === 0 ? 2 : 1, isNew: at % 4 !== 0 },
    ...{ url: `https://news.example/${at}`, title: 'ж'.repeat(2_000) },
  }));
  const look = { watch: '01W', source: 3, at: 5_000 };
  const { type, detail } = watchLooked(look, found.slice(0, 2));
  expect([type, detail]).toEqual([
    'Watch Looked',
    {
      ...{ version: 1, id: '01W-3-5000', watch: '01W', source: 3, at: '1970-01-01T00:00:05.000Z', new: 1, changed: 1 },
      publications: found.slice(0, 2).map(each => ({ ...each, title: `${'ж'.repeat(1_000)}…` })),
      leftOut: 0,
    },
  ]);
  const many = watchLooked(look, found).detail;
  expect(bytesOf(many)).toBeLessThanOrEqual(mostDetailBytes);
  expect(many).toMatchObject({ new: 300, changed: 100 });
  expect((many['publications'] as unknown[]).length + Number(many['leftOut'])).toBe(400);
});
