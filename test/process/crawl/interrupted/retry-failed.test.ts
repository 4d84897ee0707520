import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { resumeLocalCrawl } from '../../../../functions/embedded/run-crawl.ts';
import type { ResumeChanges } from '../../../../shared/domain/spec/resolve/resume-changes.ts';
import { begin, crawl, type FinishedCrawl, finish, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { type LoopbackSite, type Pages, page, type SitePage, startSite } from '../../../servers/loopback-site.ts';
import { startChild, until } from '../child-crawl.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** Whether the servers are ill, and how long they take. */
interface Health {
  isIll: boolean;
  answerMs?: number;
}

const illWith =
  (health: Health, status: number, healthy: SitePage): SitePage =>
  asked =>
    health.isIll ? { status } : typeof healthy === 'function' ? healthy(asked) : healthy;

/** While it is ill, `/b` fails, which leads to `/deep` sooner, owns a content, and redirects; so do others of its pages. */
function graphOf(health: Health): Pages {
  return {
    '/': page('start', '/a', '/b', '/old', '/%7Eme', '/copy', '/large', '/gone', '/early', 'http://other.example/x'),
    '/a': page('a', '/a1', '/twin', 'http://other.example/y'),
    '/a1': page('a1', '/deep', '/b'),
    '/b': illWith(health, 500, page('b', '/deep', '/only', '/a', 'http://other.example/z', 'javascript:void 0')),
    '/deep': page('deep', '/deeper', '/'),
    '/deeper': page('deeper', '/deep'),
    '/only': page('twins', '/deep'),
    '/twin': page('twins', '/deep'),
    '/old': { status: 301, headers: { location: '/new' } },
    '/new': illWith(health, 503, page('new', '/under-new')),
    '/under-new': { status: 302, headers: { location: '/deeper' } },
    '/%7Eme': { status: 301, headers: { location: '/~me' } },
    '/~me': page('me', '/a'),
    '/copy': page('a', '/a1', '/twin', 'http://other.example/y'),
    '/large': `<title>large</title><a href="/behind-large">x</a>${'x '.repeat(15_000)}`,
    '/behind-large': page('behind'),
    '/gone': { status: 410 },
    '/early': illWith(health, 425, page('early', '/under-early')),
    '/under-early': page('under early', '/early'),
  };
}

async function open(health: Health): Promise<readonly [LoopbackSite, LoopbackSite, LoopbackSite]> {
  const settings = { answerAfterMs: () => health.answerMs ?? 0 };
  const graph = await startSite(graphOf(health), settings);
  const withoutRobots = await startSite({
    '/robots.txt': illWith(health, 503, { status: 404 }),
    '/': page('second', '/two'),
    '/two': page('two'),
  });
  const withoutStart = await startSite({ '/': illWith(health, 500, page('third', '/three')), '/three': page('three') });
  sites.push(graph, withoutRobots, withoutStart);
  return [graph, withoutRobots, withoutStart];
}

const settings = { retries: 0, maxPageBytes: 20_000, maxDownloads: 1 } as const;
const larger = { maxPageBytes: 100_000 };

function filesOf(directory: string): Record<string, string> {
  const names = ['fragment', 'graph', 'links', 'pages', 'reports'].flatMap(folder =>
    readdirSync(join(directory, folder)).map(name => `${folder}/${name}`),
  );
  return Object.fromEntries(names.map(name => [name, readFileSync(join(directory, name), 'utf8')]));
}

async function retry(directory: string, raise: ResumeChanges = larger): Promise<FinishedCrawl> {
  return await finish(directory, await resumeLocalCrawl({ directory, raise, retryFailed: true }));
}

test('what failed is requested again, nothing else, and the files are those of a crawl that met no failure', async () => {
  const health: Health = { isIll: true };
  const all = await open(health);
  const origins = all.map(({ origin }) => origin);
  const first = await crawl(origins, settings);
  expect(first.summary.sites.map(({ finishReason }) => finishReason)).toEqual([
    ...['no-work', 'not-available', 'not-available'],
  ]);
  health.isIll = false;
  const asked = all.map(site => site.asked.length);
  const again = await retry(first.directory);
  const requests = all.map((site, index) => site.asked.slice(asked[index]).map(({ path }) => path));
  expect(requests[0]!.toSorted()).toEqual(
    ['/b', '/behind-large', '/early', '/large', '/new', '/only', '/under-early', '/under-new'].toSorted(),
  );
  expect(requests.slice(1)).toEqual([
    ['/robots.txt', '/', '/two'],
    ['/', '/three'],
  ]);
  expect(again.summary.finishReason).toBe('no-work');
  const whole = await crawl(origins, { ...settings, ...larger });
  expect(filesOf(first.directory)).toEqual(filesOf(whole.directory));
  expect(again.summary.notices).toEqual(whole.summary.notices);
  // Nothing is left that failed.
  const before = all.map(site => site.asked.length);
  expect((await retry(first.directory)).summary.unchanged).toBe(true);
  expect(all.map(site => site.asked.length)).toEqual(before);
});

test('a kill meanwhile, at any instant, and a resume give the same files', async () => {
  const health: Health = { isIll: true };
  const all = await open(health);
  const origins = all.map(({ origin }) => origin);
  const whole = await (async () => {
    health.isIll = false;
    const { directory } = await crawl(origins, { ...settings, ...larger });
    return filesOf(directory);
  })();
  for (const after of [1, 3, 6]) {
    health.isIll = true;
    const { directory } = await crawl(origins, settings);
    Object.assign(health, { isIll: false, answerMs: 150 });
    const asked = all[0].asked.length;
    const child = startChild('resume', directory, '--retry-failed', '--max-page-size', '100kB', '--quiet');
    await until(() => all[0].asked.length >= asked + after, 30_000);
    child.process.kill('SIGKILL');
    await child.ended;
    health.answerMs = 0;
    await resume(directory);
    expect(filesOf(directory), `killed after ${after}`).toEqual(whole);
  }
});

test('what cannot be kept is refused, and a crawl that runs on is only resumed', async () => {
  const health: Health = { isIll: true };
  const [site] = await open(health);
  const directory = newDirectory();
  const running = await begin(directory, site.origin, { ...settings, delayMs: 200 });
  const ended = finish(directory, running);
  await until(() => site.asked.length > 2);
  running.stop();
  await ended;
  health.isIll = false;
  const { summary } = await retry(directory, { delayMs: 0 });
  expect(summary.finishReason).toBe('no-work');
  expect(filesOf(directory)).toEqual(filesOf((await crawl(site.origin, settings)).directory));
});
