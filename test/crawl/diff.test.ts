import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { diff } from '../../functions/cli/diff/diff-command.ts';
import { reasonOf } from '../../functions/cli/diff/diff-printer.ts';
import { compareLocalCrawls } from '../../functions/embedded/compare-crawls.ts';
import { csvRows } from '../pure/results/csv-rows.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../servers/loopback-site.ts';
import { begin, crawl, newDirectory } from './crawl-run.ts';

let printed = '';
const sites: LoopbackSite[] = [];
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    printed += String(text);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const site of sites.splice(0)) await site.close();
});

const old: Pages = {
  '/': page('start', '/same', '/edited', '/renamed', '/redirected', '/removed', '/unlinked', 'http://one.example/'),
  '/same': page('same', '/edited', '/removed'),
  '/edited': page('before'),
  '/renamed': page('the only page with this text'),
  '/redirected': page('has moved since'),
  '/removed': page('removed'),
  '/unlinked': page('nothing leads here any more'),
};
const now: Pages = {
  '/': page('start', '/same', '/edited', '/new-name', '/redirected', '/removed', '/new', 'http://two.example/'),
  '/same': page('same', '/edited', '/removed'),
  '/edited': page('after'),
  '/new-name': page('the only page with this text'),
  '/redirected': { status: 301, headers: { location: '/home' } },
  '/home': page('has moved since', '/new'),
  '/new': page('new'),
};

/** Two crawls of one address, between which its pages change. */
async function twoCrawls(before: Pages, after: Pages): Promise<{ directories: [string, string]; origin: string }> {
  const first = await startSite(before);
  const port = Number(new URL(first.origin).port);
  const one = await crawl(`${first.origin}/`);
  await first.close();
  const second = await startSite(after, { port });
  sites.push(second);
  const two = await crawl(`${second.origin}/`);
  return { directories: [one.directory, two.directory], origin: second.origin };
}

test('tells pages and links that appeared, vanished, changed and moved', async () => {
  const { directories, origin } = await twoCrawls(old, now);
  expect(await diff(...directories, { format: 'csv' })).toBe(10);
  const path = (url = ''): string => url.replace(origin, '');
  const rows = csvRows(printed).map(({ What, Change, Url, Other, Reason }) =>
    [What, Change, path(Url), path(Other), Reason].filter(cell => cell !== '').join(' '),
  );
  expect(rows.filter(row => !row.startsWith('issue'))).toEqual([
    'page moved /redirected /home redirect',
    'page vanished /removed http-status 404',
    'page moved /renamed /new-name content',
    'page vanished /unlinked unlinked',
    'page changed /',
    'page changed /edited',
    'page appeared /new',
    'link vanished / /removed',
    'link vanished / /unlinked',
    'link appeared / /new',
    'link appeared /home /new',
    'link vanished /same /removed',
    'external vanished http://one.example/',
    'external appeared http://two.example/',
  ]);
});

test('tells the same as text and JSON, and escapes what a page calls itself in HTML', async () => {
  const { directories } = await twoCrawls(old, { ...now, '/new': '<title>&lt;script>x</title>' });
  expect(await diff(...directories, { format: 'text' })).toBe(10);
  expect(printed).toContain(
    '  2 pages moved:\n    /redirected → /home (redirect)\n    /renamed → /new-name (content)\n',
  );
  // A line with a command has the directories of the crawls.
  for (const line of printed.split('\n').filter(each => !each.includes('more: orbweaver diff')))
    expect(line.length).toBeLessThanOrEqual(80);
  printed = '';
  await diff(...directories, { format: 'json' });
  const { sites: compared } = JSON.parse(printed) as {
    sites: { counts: Record<string, number>; changes: { what: string }[] }[];
  };
  expect(compared[0]!.counts).toMatchObject({ 'page moved': 2, 'page vanished': 2, 'link appeared': 2 });
  expect(compared[0]!.changes.filter(({ what }) => what !== 'issue')).toHaveLength(14);
  printed = '';
  await diff(...directories, { format: 'html' });
  expect(printed).toContain('&lt;script&gt;x');
  expect(printed).not.toContain('<script');
});

test('says that nothing changed, with the exit code 0', async () => {
  const { directories } = await twoCrawls(old, old);
  expect(await diff(...directories, { format: 'text' })).toBe(0);
  expect(printed).toBe('Nothing changed: 1 site.\n');
});

test('tells sites that only one of the crawls has', async () => {
  const [one, two] = [await startSite({ '/': page('one') }), await startSite({ '/': page('two') })];
  sites.push(one, two);
  const [before, after] = [await crawl(one.origin), await crawl(two.origin)];
  const found: string[] = [];
  await compareLocalCrawls(before.directory, after.directory, site => {
    found.push(`${site.origin} ${site.before?.pages} ${site.after?.pages}`);
  });
  expect(found).toEqual([`${two.origin} undefined 1`, `${one.origin} 1 undefined`]);
  expect(await diff(before.directory, after.directory, { format: 'csv' })).toBe(10);
});

test('refuses a crawl that is not finished, and a directory without one', async () => {
  const site = await startSite({ '/': page('one', '/a'), '/a': page('a') });
  sites.push(site);
  const { directory } = await crawl(site.origin);
  const unfinished = newDirectory();
  const running = await begin(unfinished, site.origin, { delayMs: 1000 });
  await expect(diff(directory, unfinished, { format: 'text' })).rejects.toThrow(/is not finished/);
  running.stop();
  await running.run();
  await expect(diff(directory, newDirectory(), { format: 'text' })).rejects.toThrow(/holds no crawl/);
});

test('a crawl that was cut short makes nothing vanish that it did not get to', async () => {
  const site = await startSite({
    '/': page('start', '/a', '/b'),
    '/a': page('a', '/c', 'http://one.example/'),
    '/b': page('b', '/c', 'http://two.example/'),
    '/c': page('c'),
  });
  sites.push(site);
  const whole = await crawl(`${site.origin}/`);
  const cut = await crawl(`${site.origin}/`, { limit: 2 });
  const found: string[] = [];
  await compareLocalCrawls(whole.directory, cut.directory, ({ changes }) => {
    for (const { what, change, url } of changes) found.push(`${what} ${change} ${url.replace(site.origin, '')}`);
  });
  expect(found).toEqual(['page not comparable /b', 'page not comparable /c']);
});

test('what a crawl did not look at, whichever of the two it is and for whatever reason, has neither come nor gone', async () => {
  const site = await startSite({
    '/': page('start', '/a', '/b', '/gone'),
    '/a': page('a', '/c', 'http://one.example/'),
    '/b': page('b', '/d', '/kept', 'http://two.example/'),
    '/c': page('c', '/kept'),
    '/d': page('d', 'http://three.example/'),
    '/kept': page('kept'),
  });
  sites.push(site);
  const changesOf = async (before: string, after: string): Promise<readonly string[]> => {
    const found: string[] = [];
    await compareLocalCrawls(before, after, ({ changes }) => {
      for (const each of changes)
        if (each.what !== 'issue')
          found.push(
            [each.what, each.change, each.url.replace(site.origin, ''), reasonOf(each)].filter(Boolean).join(' '),
          );
    });
    return found;
  };
  const whole = await crawl(`${site.origin}/`);
  const two = await crawl(`${site.origin}/`, { limit: 2 });
  const unseen = (reason: (page: string) => string) =>
    ['/b', '/c', '/d', '/kept'].map(each => `page not comparable ${each} ${reason(each)}`.trim());
  const cut = (each: string) => (each === '/d' || each === '/kept' ? 'unlinked' : 'page-budget');
  expect(await changesOf(whole.directory, two.directory)).toEqual(unseen(cut));
  expect(await changesOf(two.directory, whole.directory)).toEqual(unseen(each => `${cut(each)} (earlier crawl)`));
  const without = await crawl(`${site.origin}/`, { exclude: ['/b'] });
  const excluded = ['page not comparable /b excluded', 'page not comparable /d unlinked'];
  expect(await changesOf(whole.directory, without.directory)).toEqual(excluded);
  expect(await changesOf(without.directory, whole.directory)).toEqual(excluded.map(each => `${each} (earlier crawl)`));
  const shallow = await crawl(`${site.origin}/`, { maxLevel: 1 });
  expect(await changesOf(shallow.directory, whole.directory)).toEqual(
    ['/c', '/d', '/kept'].map(each => `page not comparable ${each} level (earlier crawl)`),
  );
});

test('a link whose redirect or copy a crawl did not get to has neither come nor gone', async () => {
  const t = page('t', '/x');
  const pages = { '/': page('start', '/s', '/t', '/u'), '/s': page('s', '/old', '/copy'), '/t': t, '/copy': t };
  const moved = { status: 301, headers: { location: '/u' } };
  const site = await startSite({ ...pages, '/u': page('u'), '/old': moved, '/x': page('x') });
  sites.push(site);
  const whole = await crawl(`${site.origin}/`);
  const cut = await crawl(`${site.origin}/`, { limit: 4 });
  for (const pair of [
    [whole.directory, cut.directory],
    [cut.directory, whole.directory],
  ] as const) {
    printed = '';
    await diff(...pair, { format: 'csv' });
    expect(csvRows(printed).map(({ What, Change }) => `${What} ${Change}`)).toEqual(['page not comparable']);
  }
});

test('a page to which a page of both crawls leads now has appeared, though the earlier crawl was cut short', async () => {
  const linked = { '/a': page('a', '/c'), '/b': page('b'), '/c': page('c'), '/new': page('new') };
  const first = await startSite({ ...linked, '/': page('start', '/a', '/b') });
  const before = await crawl(`${first.origin}/`, { limit: 2 });
  const port = Number(new URL(first.origin).port);
  await first.close();
  const second = await startSite({ ...linked, '/': page('start', '/a', '/b', '/new') }, { port });
  sites.push(second);
  const after = await crawl(`${second.origin}/`);
  await diff(before.directory, after.directory, { format: 'csv' });
  const rows = csvRows(printed).filter(({ What, Change }) => What === 'page' && Change !== 'changed');
  expect(rows.map(({ Change, Url = '' }) => `${Change} ${Url.replace(second.origin, '')}`).sort()).toEqual([
    ...['appeared /new', 'not comparable /b', 'not comparable /c'],
  ]);
});

test('pages of a host that is of the site in one of the crawls alone have neither come nor gone', async () => {
  const site = await startSite({ '/': page('start', '/a/'), '/a/': page('a', '/b/'), '/b/': page('b') });
  sites.push(site);
  const wide = await crawl(`${site.origin}/`);
  const narrow = await crawl(`${site.origin}/`, { scope: 'prefix', sites: [{ url: `${site.origin}/a/` }] });
  const found: string[] = [];
  await compareLocalCrawls(narrow.directory, wide.directory, ({ changes }) => {
    for (const { what, change, url } of changes) found.push(`${what} ${change} ${url.replace(site.origin, '')}`);
  });
  expect(found.filter(each => !each.startsWith('issue'))).toEqual([]);
});

test('an issue that a crawl cut short did not get to has neither come nor gone; one of a changed page has', async () => {
  let title = '<title>A title that is long enough</title>';
  const site = await startSite({
    '/': page('start', '/a'),
    '/a': ({ path }) => `${title}${path} <a href=/b>b</a><a href=/missing>m</a>`,
    '/b': page('b', '/'),
  });
  sites.push(site);
  const whole = await crawl(`${site.origin}/`);
  const cut = await crawl(`${site.origin}/`, { limit: 2 });
  const issues = async (before: string, after: string): Promise<readonly string[]> => {
    const found: string[] = [];
    await compareLocalCrawls(before, after, ({ changes }) => {
      for (const { what, change, url, ...more } of changes)
        if (what === 'issue') found.push(`${change} ${url.replace(site.origin, '')} ${String(Object(more)['why'])}`);
    });
    return found;
  };
  expect(await issues(whole.directory, cut.directory)).toEqual([]);
  expect((await issues(cut.directory, whole.directory)).filter(text => text.includes(' /a '))).toEqual([]);
  title = '';
  const changed = await crawl(`${site.origin}/`, { limit: 2 });
  const found = await issues(whole.directory, changed.directory);
  expect(found).toContain('appeared /a title-missing');
  expect(found.filter(text => text.includes('/missing'))).toEqual([]);
});

test('issues that are new and gone are reported, but none of a check that only one of the crawls ran', async () => {
  const first = await startSite({ '/': '<title>The title before</title>Words <a href=/gone>gone</a>' });
  const before = await crawl(`${first.origin}/`);
  const port = Number(new URL(first.origin).port);
  await first.close();
  const second = await startSite(
    { '/': 'Words <a href=/gone>gone</a>', '/gone': '<title>Back as it was</title>w' },
    { port },
  );
  sites.push(second);
  const after = await crawl(`${second.origin}/`, { nearDuplicates: 0.5, sitemaps: 'add' });
  const found: string[] = [];
  await compareLocalCrawls(before.directory, after.directory, ({ changes }) => {
    for (const change of changes) if (change.what === 'issue') found.push(`${change.change} ${change.why}`);
  });
  expect(found.filter(text => text.includes('sitemap') || text.includes('near'))).toEqual([]);
  expect(found).toContain('appeared title-missing');
  // The link leads to a page now.
  expect(found.filter(text => text.startsWith('vanished'))).toEqual(['vanished dead-end', 'vanished broken-link']);
});
