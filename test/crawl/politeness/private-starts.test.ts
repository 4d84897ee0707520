/** A start address by name is no permission to ask a private address: the name's owner chooses what it resolves to. */
import dns from 'node:dns';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addLocalSites } from '../../../functions/embedded/local-sites.ts';
import { readLocalStatus, resumeLocalCrawl } from '../../../functions/embedded/run-crawl.ts';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { type LoopbackSite, type Pages, page, redirect, startSite } from '../../servers/loopback-site.ts';
import { crawl, finish } from '../crawl-run.ts';

/** The addresses of names; a name without a dot is looked up by the system alone. */
const names = new Map<string, string>();
const open: LoopbackSite[] = [];

beforeEach(() => {
  vi.spyOn(dns.promises, 'lookup').mockImplementation((async (name: string) => {
    const address = names.get(name);
    if (address === undefined) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    return [{ address, family: 4 }];
  }) as never);
  names.set('localhost', '127.0.0.1').set('intranet', '127.0.0.1');
});

afterEach(async () => {
  vi.restoreAllMocks();
  names.clear();
  for (const site of open.splice(0)) await site.close();
});

async function serve(pages: Pages): Promise<LoopbackSite> {
  const site = await startSite(pages);
  open.push(site);
  return site;
}

function byName(site: LoopbackSite, name = 'intranet'): string {
  return site.origin.replace('127.0.0.1', name);
}

function refusal(site: LoopbackSite): string {
  const { host } = new URL(byName(site));
  return `${host} is not on the public Internet; add --allow-host ${host} to ask it`;
}

describe('a start address', () => {
  test.each(['obey', 'ignore'])(
    'by a name that resolves to a private address is not asked (robots: %s)',
    async robots => {
      const site = await serve({ '/': page('secret') });
      const { directory, summary, results } = await crawl(`${byName(site)}/`, { robots });
      expect(site.asked).toEqual([]);
      expect(summary).toMatchObject({ finishReason: 'not-available', outcomes: { nodes: 0 } });
      expect(summary.sites[0]).toMatchObject({ finishReason: 'not-available', why: refusal(site) });
      expect(Object.values(results.reasons())).toEqual(['private-address']);
      const { outcomes, queued, sites } = await readLocalStatus(directory);
      expect([outcomes, queued, sites[0]!.left]).toEqual([summary.outcomes, 0, 0]);
    },
  );

  test.each(['127.0.0.1', 'localhost'])('at %s is asked, for everybody can see where it leads', async host => {
    const site = await serve({ '/': page('own', '/a'), '/a': page('a') });
    const { summary } = await crawl(`${byName(site, host)}/`);
    expect(summary.outcomes.nodes).toBe(2);
  });

  test('by a private name is asked if it is allowed by name and port', async () => {
    const site = await serve({ '/': page('intranet') });
    const { host } = new URL(byName(site));
    expect((await crawl(`${byName(site)}/`, { allowHosts: [host] })).summary.outcomes.nodes).toBe(1);
    expect((await crawl(`${byName(site)}/`, { allowHosts: ['intranet:1'] })).summary.outcomes.nodes).toBe(0);
  });

  test('that redirects to a private name does not take it along', async () => {
    const inside = await serve({ '/': page('secret') });
    const site = await serve({ '/': redirect(`${byName(inside)}/`) });
    const { summary } = await crawl(`${site.origin}/`);
    expect(inside.asked).toEqual([]);
    expect(summary.sites[0]).toMatchObject({ finishReason: 'not-available', why: refusal(inside) });
  });

  test('whose robots.txt redirects to a private name asks nothing there', async () => {
    const inside = await serve({ '/robots.txt': page('secret') });
    const site = await serve({ '/robots.txt': redirect(`${byName(inside)}/robots.txt`), '/': page('start') });
    const { summary } = await crawl(`${site.origin}/`);
    expect(inside.asked).toEqual([]);
    expect(summary.sites[0]).toMatchObject({ finishReason: 'not-available', why: refusal(inside) });
  });
});

describe('a resume', () => {
  test('does not ask a name that has become private since, and does when it is allowed', async () => {
    names.delete('intranet');
    const site = await serve({ '/': page('secret') });
    const { directory, summary } = await crawl(`${byName(site)}/`);
    expect(summary.sites[0]?.why).toMatch(/^no such host: the name intranet could/);
    names.set('intranet', '127.0.0.1');
    const rebound = await finish(directory, await resumeLocalCrawl({ directory, raise: {} }));
    expect(site.asked).toEqual([]);
    expect(rebound.summary.sites[0]).toMatchObject({ finishReason: 'not-available', why: refusal(site) });
    const allowHosts = [new URL(byName(site)).host];
    const allowed = await finish(directory, await resumeLocalCrawl({ directory, raise: {}, allowHosts }));
    expect(allowed.summary.outcomes.nodes).toBe(1);
  });

  test('asks added sites at IP addresses, and not those by private names', async () => {
    const first = await serve({ '/': page('first') });
    const second = await serve({ '/': page('second') });
    const third = await serve({ '/': page('third') });
    const { directory } = await crawl(`${first.origin}/`);
    await addLocalSites(directory, [{ url: `${second.origin}/` }, { url: `${byName(third)}/` }]);
    const { summary } = await finish(directory, await resumeLocalCrawl({ directory, raise: {} }));
    expect(summary.sites.map(({ outcomes }) => outcomes.nodes)).toEqual([1, 1, 0]);
    expect(third.asked).toEqual([]);
    expect(summary.sites[2]).toMatchObject({ finishReason: 'not-available', why: refusal(third) });
  });
});

test('a further host of a site that is private is named with its reason, and asked by a resume that allows it', async () => {
  names.set('www', '127.0.0.1').set('lib', '127.0.0.1');
  const lib = await serve({ '/': page('lib', '/a'), '/a': page('a') });
  const www = await serve({ '/': page('www', '/1', byName(lib, 'lib')), '/1': page('1', `${byName(lib, 'lib')}/a`) });
  const [allowed, other] = [byName(www, 'www'), byName(lib, 'lib')].map(origin => new URL(origin).host) as [
    string,
    string,
  ];
  const settings: CrawlSpec = { scope: 'list', allowHosts: [allowed], limit: 4 };
  const site = { url: `${byName(www, 'www')}/`, hosts: [byName(lib, 'lib')] };
  const { directory, summary, results } = await crawl([site], settings);
  expect([Object.values(results.reasons()), summary.sites[0]?.skippedBy]).toEqual([
    ['private-address', 'private-address'],
    { 'private-address': 2 },
  ]);
  expect(lib.asked).toEqual([]);
  const advice = `2 addresses were not requested: not on the public Internet. To ask them: resume --retry-failed --allow-host ${other}.`;
  expect(summary.notices.join()).toContain(advice);
  const again = { directory, raise: {}, retryFailed: true };
  const same = await finish(directory, await resumeLocalCrawl(again));
  expect([same.summary.outcomes.nodes, lib.asked]).toEqual([2, []]);
  const { summary: whole } = await finish(directory, await resumeLocalCrawl({ ...again, allowHosts: [other] }));
  expect([whole.outcomes.nodes, whole.outcomes.skipped]).toEqual([4, 0]);
});

test('pages of a host without a name are dns, are broken, and cost no page of the limit', {
  timeout: 60_000,
}, async () => {
  names.set('www', '127.0.0.1');
  const www = await serve({
    '/': page('www', 'http://gone:1/', '/1', '/2'),
    '/1': page('1', 'http://gone:1/x'),
    '/2': page('2', '/3'),
    '/3': page('3'),
  });
  const site = { url: `${byName(www, 'www')}/`, hosts: ['http://gone:1'] };
  const allowHosts = [new URL(site.url).host];
  const { summary, results } = await crawl([site], { scope: 'list', allowHosts, limit: 4 });
  expect([summary.outcomes.nodes, summary.sites[0]?.skippedBy]).toEqual([4, { dns: 2 }]);
  const broken = results.rows('reports', '', 'broken.csv');
  expect(broken.map(({ Url, Status, Class }) => [Url, Status, Class])).toEqual([
    ['http://gone:1/', 'no such host', 'error'],
    ['http://gone:1/x', 'no such host', 'error'],
  ]);
});
