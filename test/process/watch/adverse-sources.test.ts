/** Sources that behave badly: each has an outcome of its own on the list of sources, and nothing that was good is lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WatchState } from '../../../functions/embedded/watch/read-watch.ts';
import type { EntryStatus, SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { type AdverseSources, serveAdverseSources } from '../../servers/news/adverse-sources.ts';
import { runCli } from '../cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-adverse-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const names = [
  ...['truncated', 'dates', 'bomb', 'equal-etag', 'cut-later', 'moves-later', 'refuses-later', 'challenges-later'],
  ...['pdf-later', 'html-later', 'bomb-later', 'renamed-later', 'mixed', 'endless', 'mapped'],
];
const looks = 4;
const directory = join(folder, 'watch');
let servers: readonly AdverseSources[] = [];
let state: WatchState;
let text: string;

/** Every source has a host of its own. */
beforeAll(async () => {
  servers = await Promise.all(
    names.map(name => serveAdverseSources(name === 'mapped' ? 'Sitemap: /mapped/map.xml' : undefined)),
  );
  const urls = names.map((name, index) => `${servers[index]!.url}/${name}/`);
  const made = await runCli(
    ['watch', 'new', directory, '--delay', '0', '--quiet', ...urls.flatMap(url => ['--source', url])],
    { env },
  );
  expect(made).toMatchObject({ exitCode: 0 });
  for (let look = 0; look < looks; look += 1)
    expect(await runCli(['watch', 'run', directory, '--once', '--quiet'], { env })).toMatchObject({ exitCode: 0 });
  state = JSON.parse((await runCli(['watch', 'status', directory, '--json'], { env })).stdout) as WatchState;
  text = (await runCli(['watch', 'sources', 'list', directory], { env })).stdout;
}, 120_000);

afterAll(async () => {
  await Promise.all(servers.map(server => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

function source(name: string): SourceStatus {
  return state.sources.find(({ origin }) => origin === servers[names.indexOf(name)]!.url)!;
}

function entry(name: string): EntryStatus {
  return source(name).entries.find(({ on }) => on)!;
}

describe('a source', () => {
  test('whose feed is cut: what is whole of it is taken, each look counts as failed, and the last whole feed counts', () => {
    expect(entry('cut-later')).toMatchObject({
      ...{ looks, failures: looks - 1, lastRead: expect.any(Number) },
      last: { outcome: 'truncated', items: 8, fresh: 1, faults: { truncated: 1 } },
    });
    expect(source('cut-later').publications).toBe(8);
    // Its ETag is that of the last whole feed.
    expect(entry('truncated')).toMatchObject({ failures: looks, last: { outcome: 'truncated', items: 3 } });
    expect(entry('truncated').lastRead).toBeUndefined();
  });

  test('whose feed has dates of 1970, of the future and of no day: items stay, their dates are counted', () => {
    const faults = { 'old-date': 1, 'future-date': 1, 'bad-date': 1 };
    expect(entry('dates')).toMatchObject({ failures: 0, last: { outcome: 'read', items: 8, faults } });
  });

  test('whose feed is an entity bomb: nothing is unpacked, and it is counted', () => {
    expect(entry('bomb')).toMatchObject({ last: { outcome: 'read', items: 6, faults: { entities: 1 } } });
    expect(entry('bomb-later')).toMatchObject({
      failures: 0,
      last: { items: 6, faults: { entities: 1, 'no-address': 1 } },
    });
  });

  test('whose ETag stays while items come: after three such looks it is not believed', () => {
    expect(entry('equal-etag')).toMatchObject({ disbelieved: true, last: { outcome: 'read', items: 9, fresh: 1 } });
    expect(entry('cut-later').disbelieved).toBeUndefined();
    expect(source('equal-etag').publications).toBe(9);
  });

  test.each([
    ['html-later', 'what was a feed is a page', 'no-feed-html'],
    ['pdf-later', 'what was a feed is a PDF', 'content-type'],
    ['refuses-later', 'it answers only to browsers', 'refused'],
    ['challenges-later', 'it wants proof that a person is there', 'challenge'],
    ['moves-later', 'it redirects to another host', 'moved-away'],
  ])('%s: %s', (name, _, outcome) => {
    expect(entry(name)).toMatchObject({ failures: looks - 1, lastRead: expect.any(Number), last: { outcome } });
    expect(source(name).publications).toBe(5);
    const shown = text.replaceAll(/\s+/g, ' ');
    expect(shown).toMatch(new RegExp(`${outcome}[^;]*, ${looks - 1} failures in a row; last read`));
  });

  test('that moved says where to, and nobody asks there', () => {
    const at = servers[names.indexOf('moves-later')]!;
    const target = `${at.url.replace('127.0.0.1', 'localhost')}/truncated/feed.xml`;
    expect(entry('moves-later').last).toMatchObject({ target, status: 301 });
    expect(at.asked).not.toContain('/truncated/feed.xml');
    expect(text).toContain('redirects to another host (moved-away)');
  });

  test('whose feed has another address for good is requested there, and known by both', async () => {
    const at = servers[names.indexOf('renamed-later')]!;
    const [before, now] = ['feed.xml', 'rss.xml'].map(name => `${at.url}/renamed-later/${name}`);
    expect(entry('renamed-later')).toMatchObject({ address: now, movedFrom: before, failures: 0, last: { items: 6 } });
    expect(source('renamed-later').publications).toBe(6);
    const requests = at.asked.filter(each => each.endsWith('.xml') && each.startsWith('/renamed-later/')).slice(-4);
    expect(requests.map(each => each.slice(15))).toEqual(['feed.xml', 'rss.xml', 'rss.xml', 'rss.xml']);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`moved here from ${before}`);
    const off = await runCli(['watch', 'sources', 'off', directory, now!], { env });
    expect(off).toMatchObject({ exitCode: 0 });
  });

  test('whose feed names PDF files, challenges and pages elsewhere: each is counted with its reason', () => {
    expect(entry('mixed').last).toMatchObject({ items: 5, faults: { file: 1, 'other-host': 1 } });
    expect(source('mixed')).toMatchObject({
      ...{ publications: 1, elsewhere: 1 },
      skippedBy: { 'content-type': 1, binary: 1, 'moved-away': 1, 'not-publication': 1 },
    });
    // That may be over in a while.
    expect(source('mixed').failed.filter(({ due }) => due !== undefined)).toMatchObject([{ why: 'challenge' }]);
    expect(text).toContain('Of other hosts: 1 address.');
  });

  test('whose list has no end: further parts are counted and not asked for', () => {
    const at = servers[names.indexOf('endless')]!;
    expect(entry('endless')).toMatchObject({ kind: 'page', failures: 0, last: { items: 10, faults: { archive: 1 } } });
    expect(at.asked.filter(target => target.includes('?page='))).toEqual([]);
  });

  test('whose sitemap alone names its publications: the headlines of its page tell the watch which they are', () => {
    const [sitemap, list] = ['sitemap', 'page'].map(kind => source('mapped').entries.find(each => each.kind === kind));
    expect(sitemap).toMatchObject({ on: true, last: { items: 60 } });
    expect(list).toMatchObject({ on: true, failures: 0 });
    expect(source('mapped').publications).toBe(60);
  });

  test('is told in words, not by codes alone', () => {
    const shown = text.replaceAll(/\s+/g, ' ');
    for (const words of [
      'cut off: what is whole is taken, the last whole one counts (truncated); 8 named, 1 new',
      'documents with their own entities (not unpacked): 1',
      'dates before 1990 (items kept): 1, dates in the future (items kept): 1, dates that are none (items kept): 1',
      'its ETag is not trusted',
      'is no feed any more: a page (no-feed-html)',
      'is another kind of document (PDF or the like) (content-type)',
      'refuses to answer a program (refused)',
      'wants proof that a person is there (challenge)',
      'files (PDF and the like): 1, addresses of other hosts: 1',
      'further parts of lists: 1',
    ])
      expect(shown).toContain(words);
  });

  test('is shown in 80 columns, but for addresses', () => {
    const long = text.split('\n').filter(line => line.length > 80 && !line.includes('http://'));
    expect(long).toEqual([]);
  });
});
