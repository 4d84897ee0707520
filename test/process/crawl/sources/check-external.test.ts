import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { resumeLocalCrawl } from '../../../../functions/embedded/run-crawl.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { begin, crawl, finish, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { csvRows } from '../../../pure/results/csv-rows.ts';
import { leastGapMs } from '../../../servers/arrivals.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../../../servers/loopback-site.ts';
import { startChild, until } from '../child-crawl.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(pages: Pages | ((origin: string) => Pages)): Promise<LoopbackSite> {
  const site = await startSite(pages);
  sites.push(site);
  return site;
}

/** The other site: what it answers is what the check tells. */
const others: Pages = {
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private\n' },
  '/fine': page('fine'),
  '/gone': { status: 410 },
  '/missing': { status: 404 },
  '/old': { status: 301, headers: { location: '/fine' } },
  '/old-gone': { status: 308, headers: { location: '/gone' } },
  '/for-now': { status: 302, headers: { location: '/fine' } },
  '/round': { status: 301, headers: { location: '/round' } },
  '/members': { status: 403 },
  '/broken': { status: 500 },
  '/private': page('private'),
  '/busy': { status: 429 },
  '/busy-once': ({ nth }) => (nth === 1 ? { status: 429, headers: { 'retry-after': '1' } } : page('free')),
};

const linkTo = (address: string, text: string): string => `<a href="${address}">${text}</a>`;

function ownPages(other: string): Pages {
  const links = [
    '/fine',
    '/gone',
    '/missing',
    '/old',
    '/old-gone',
    '/for-now',
    '/round',
    '/members',
    '/broken',
    '/private',
    '/busy',
    '/busy-once',
  ];
  return {
    '/': `<title>start</title>${links.map(path => linkTo(other + path, `to ${path}`)).join(' ')} <a href=/a>a</a>
      ${linkTo('http://no-such-host.invalid/x', 'nobody')} ${linkTo('http://10.0.0.1/x', 'intranet')}`,
    '/a': `<title>a</title>${linkTo(`${other}/gone`, 'the same')}${linkTo(`${other}/gone`, 'the same')}`,
  };
}

const settingsFor = (other: LoopbackSite) => ({ checkExternal: true, allowHosts: [new URL(other.origin).host] });
const report = (directory: string, site: LoopbackSite): string =>
  readFileSync(join(directory, `reports/${site.fileName}.external-checks.csv`), 'utf8');

test('tells which external addresses are dead, moved, failing or refuse to answer, and who links to them', async () => {
  const other = await open(others);
  const site = await open(ownPages(other.origin));
  const { directory, summary } = await crawl(site.origin, settingsFor(other));
  const path = (url = ''): string => url.replace(other.origin, '').replace(site.origin, '');
  const rows = csvRows(report(directory, site)).map(row =>
    [
      path(row['Url']),
      row['State'],
      row['Status'],
      path(row['Target']),
      path(row['Page']),
      row['Anchor'],
      row['Occurrences'],
    ].join('|'),
  );
  expect(rows).toEqual([
    '/gone|dead|410 Gone||/|to /gone|1',
    '/missing|dead|404 Not Found||/|to /missing|1',
    '/old|moved|301 Moved Permanently|/fine|/|to /old|1',
    '/old-gone|dead|410 Gone|/gone|/|to /old-gone|1',
    '/round|failing|redirects without end||/|to /round|1',
    '/members|refused|403 Forbidden||/|to /members|1',
    '/broken|failing|500 Internal Server Error||/|to /broken|1',
    '/private|refused|robots.txt||/|to /private|1',
    '/busy|not-asked|429 Too Many Requests||/|to /busy|1',
    'http://no-such-host.invalid/x|dead|no such host||/|nobody|1',
    'http://10.0.0.1/x|not-asked|not on the public Internet||/|intranet|1',
    '/gone|dead|410 Gone||/a|the same|2',
  ]);
  expect(other.paths()).not.toContain('/private');
  // HEAD alone where it tells enough; the first bytes where it does not.
  const asked = (of: string): string[] => other.asked.filter(each => each.path === of).map(({ method }) => method);
  expect(asked('/for-now')).toEqual(['HEAD']);
  expect(asked('/missing')).toEqual(['HEAD', 'GET']);
  expect(asked('/busy')).toEqual(['HEAD', 'HEAD', 'HEAD']);
  expect(asked('/busy-once')).toEqual(['HEAD', 'HEAD']);
  expect(asked('/robots.txt')).toEqual(['GET']);
  // Every request is in the log; level -1, because no page of the crawl was asked for.
  const logged = csvRows(readFileSync(join(directory, 'logs/common.csv'), 'utf8')).filter(({ address = '' }) =>
    address.startsWith(`${other.origin}/`),
  );
  expect(logged.map(({ address }) => path(address)).toSorted()).toEqual(other.asked.map(each => each.path).toSorted());
  expect(new Set(logged.map(({ level }) => level))).toEqual(new Set(['-1']));
  expect(summary.notices).toEqual([]);
  // The pages of the other site are not crawled, and the graph is the same without the option.
  const without = await crawl(site.origin);
  for (const name of without.summary.files.filter(each => each !== 'crawl.json' && !/broken.csv|issue/.test(each)))
    expect(readFileSync(join(directory, name)), name).toEqual(readFileSync(join(without.directory, name)));
});

test('keeps the distance between two requests, and the anchors of links within the site that are broken', async () => {
  const other = await open(others);
  const site = await open({
    '/': `<a href=/none>my old page</a>${['/fine', '/gone', '/members'].map(path => linkTo(other.origin + path, 'x')).join('')}`,
  });
  const { directory } = await crawl(site.origin, { ...settingsFor(other), delayMs: 200 });
  // robots.txt, three times HEAD, and GET where HEAD was refused.
  expect(other.asked).toHaveLength(5);
  expect(leastGapMs(other.asked, 150)).toBeGreaterThanOrEqual(200);
  const broken = csvRows(readFileSync(join(directory, `reports/${site.fileName}.broken.csv`), 'utf8'));
  expect(broken.map(({ Anchor }) => Anchor)).toEqual(['my old page']);
});

/** A site of many addresses; `/0` is asked first. */
const many: Pages = { '*': { status: 404 } };
const manyLinks = (other: string, count = 30): string =>
  Array.from({ length: count }, (_, index) => linkTo(`${other}/${index}`, String(index))).join('');

test('a stopped check says what is left, and a resume asks for nothing twice', async () => {
  const other = await open(many);
  const site = await open({ '/': manyLinks(other.origin) });
  const directory = newDirectory();
  const running = await begin(directory, site.origin, { ...settingsFor(other), delayMs: 40 });
  const ended = finish(directory, running);
  await until(() => other.asked.length > 8);
  running.stop();
  const stopped = await ended;
  // An address that was not checked has its rows all the same.
  const shown = csvRows(report(directory, site));
  expect(shown).toHaveLength(30);
  const unchecked = shown.filter(({ Status }) => Status === 'not checked');
  expect(new Set(unchecked.map(({ State }) => State))).toEqual(new Set(['not-asked']));
  const left = unchecked.length;
  expect(left).toBeGreaterThan(0);
  expect(stopped.summary.notices).toEqual([
    `Crawl: The crawl was stopped before ${left} addresses were checked; a resume checks them.`,
  ]);
  await resume(directory);
  const states = csvRows(report(directory, site)).map(({ State }) => State);
  expect(states).toEqual(Array.from({ length: 30 }, () => 'dead'));
  const heads = other.asked.filter(({ method }) => method === 'HEAD').map(({ path }) => path);
  expect(new Set(heads).size).toBe(30);
  // An address that was under way when the stop came is requested again.
  expect(heads.length).toBeLessThanOrEqual(31);
  expect((await resume(directory)).summary.unchanged).toBe(true);
});

test('checks that hang end with the time limit and with a stop, at once; a resume has a limit of its own', async () => {
  let hangs = true;
  const other = await startSite(
    { '*': page('fine'), '/robots.txt': page('none') },
    { answerAfterMs: () => (hangs && other.asked.length > 1 ? 60_000 : 0) },
  );
  sites.push(other);
  const site = await open({ '/': manyLinks(other.origin, 10) });
  const directory = newDirectory();
  const first = await finish(
    directory,
    await begin(directory, site.origin, { ...settingsFor(other), timeLimitSeconds: 2 }),
  );
  // Ten answers, each after a minute, would take ten.
  expect(first.summary.elapsedMs).toBeLessThan(50_000);
  expect(first.summary.finishReason).toBe('no-work');
  expect(first.summary.notices).toEqual([
    'Crawl: The time limit came before 10 addresses were checked; a resume checks them.',
  ]);
  expect(csvRows(report(directory, site)).map(({ Status }) => Status)).toEqual(Array(10).fill('not checked'));
  expect(readdirSync(join(directory, 'graph')).length).toBeGreaterThan(0);
  const again = await resumeLocalCrawl({ directory, raise: { timeLimitSeconds: 60 } });
  const ended = finish(directory, again);
  const asked = other.asked.length;
  await until(() => other.asked.length > asked);
  const begun = performance.now();
  again.stop();
  expect((await ended).summary.notices.at(-1)).toContain('The crawl was stopped before 10 addresses were checked');
  expect(performance.now() - begun).toBeLessThan(50_000);
  hangs = false;
  const last = await resume(directory);
  expect(last.summary.notices).toEqual([]);
  expect(csvRows(report(directory, site))).toEqual([]);
});

test('a check that was killed is gone on with', async () => {
  const other = await open(many);
  const site = await open({ '/': manyLinks(other.origin, 60) });
  const directory = newDirectory();
  const args = ['crawl', site.origin, '--check-external', '--allow-host', new URL(other.origin).host, '--delay', '90'];
  const child = startChild(...args, '--format', 'csv', '--out', directory, '--quiet');
  await until(() => other.asked.length > 80, 60_000);
  child.process.kill('SIGKILL');
  await child.ended;
  await resume(directory, { delayMs: 1 });
  expect(csvRows(report(directory, site))).toHaveLength(60);
  // Some 40 were asked for when it was killed; what is older than five seconds is stored.
  const heads = other.asked.filter(({ method }) => method === 'HEAD');
  expect(heads.length).toBeLessThan(85);
});

test('refuses the option where there is nobody to ask', () => {
  const layer = readSpec({ checkExternal: true, sites: [{ url: 'https://example.org/' }] }, path => path.join('.'));
  expect(() => resolveSpec([layer], { robots: [], finish: [], writers: [], analyzers: [] })).toThrow(
    'external addresses are requested on one machine only; leave it out here.',
  );
});

test('an archive has the checks, and gives the same report without a request', async () => {
  const other = await open(others);
  const site = await open(ownPages(other.origin));
  const { directory } = await crawl(site.origin, { ...settingsFor(other), warc: true });
  const asked = other.asked.length;
  const folder = join(directory, 'archive');
  const fromWarc = readdirSync(folder)
    .filter(name => name.endsWith('.warc.gz'))
    .map(name => join(folder, name));
  const again = await crawl(site.origin, { ...settingsFor(other), fromWarc });
  expect(report(again.directory, site)).toBe(report(directory, site));
  expect(report(directory, site).split('\n').length).toBeGreaterThan(9);
  expect(other.asked).toHaveLength(asked);
  // Nobody wants an answer without its content in place of a page.
  expect(readFileSync(join(folder, 'index.cdxj'), 'utf8')).not.toContain(`"${other.origin}/gone"`);
});

test('an address that the archive does not have was not asked for', async () => {
  const other = await open(others);
  const site = await open({ '/': `<title>start</title>${linkTo(`${other.origin}/fine`, 'fine')}` });
  const { directory } = await crawl(site.origin, { warc: true });
  const folder = join(directory, 'archive');
  const fromWarc = readdirSync(folder)
    .filter(name => name.endsWith('.warc.gz'))
    .map(name => join(folder, name));
  const again = await crawl(site.origin, { ...settingsFor(other), fromWarc });
  expect(csvRows(report(again.directory, site))).toMatchObject([{ State: 'not-asked', Status: 'not in the archive' }]);
  expect(other.asked).toHaveLength(0);
});
