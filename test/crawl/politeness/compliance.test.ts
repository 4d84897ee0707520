import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { writeCompliance } from '../../../functions/embedded/compliance.ts';
import { LostObject } from '../../../shared/domain/lost-object.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { begin, crawl, finish, newDirectory, resume } from '../crawl-run.ts';

let sites: LoopbackSite[] = [];
afterEach(async () => {
  await Promise.all(sites.map(async site => await site.close()));
  sites = [];
});

const rules = 'User-agent: *\nDisallow: /closed/\nCrawl-delay: 0.04\n';

async function open(pages: Parameters<typeof startSite>[0]): Promise<LoopbackSite> {
  const site = await startSite({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: rules },
    ...pages,
    '*': ({ path }) => page(path),
  });
  sites.push(site);
  return site;
}

function proofOf(directory: string): Record<string, unknown> & { readonly hosts: readonly Record<string, unknown>[] } {
  return JSON.parse(readFileSync(join(directory, 'logs', 'compliance.json'), 'utf8'));
}

test('each host has as many requests as its server had, none too soon and none against robots.txt', async () => {
  const other = await open({});
  const site = await open({ '/': page('start', '/a', '/closed/b', `${other.origin}/x`, `${other.origin}/closed/y`) });
  const { directory } = await crawl(`${site.origin}/`, {
    ...{ checkExternal: true, delayMs: 20, allowHosts: [new URL(other.origin).host] },
  });
  const proof = proofOf(directory);
  expect(proof).toMatchObject({ robots: 'obey', tooSoon: 0, againstRobots: 0, withoutRules: 2 });
  expect(proof.hosts).toHaveLength(2);
  for (const { origin, asked } of [site, other]) {
    const row = proof.hosts.find(({ host }) => host === new URL(origin).host)!;
    expect(row).toMatchObject({ requests: asked.length, tooSoon: 0, againstRobots: 0, withoutRules: 1, delayMs: 40 });
    expect(row['distanceMs']).toBeGreaterThanOrEqual(39);
    expect(row['rules']).toEqual([createHash('sha256').update(rules).digest('hex')]);
  }
});

test('a request that broke a rule or a delay would be counted', async () => {
  const site = await open({ '/': page('start', '/a', '/b') });
  const { directory } = await crawl(`${site.origin}/`, { delayMs: 20 });
  const log = join(directory, 'logs', 'common.csv');
  const [head, ...lines] = readFileSync(log, 'utf8').trimEnd().split('\n');
  const last = lines.at(-1)!;
  const forged = `${[head, ...lines, last.replace(/\/[ab],/, '/closed/b,')].join('\n')}\n`;
  writeFileSync(log, forged);
  const objects = { get: async () => new TextEncoder().encode(rules) };
  const spec = { userAgent: 'Orbweaver/0.1', robots: 'obey', sites: [] };
  const policy = robotsPolicyNamed('obey');
  await writeCompliance({ directory, id: 'x', spec, objects, policy });
  expect(proofOf(directory)).toMatchObject({ requests: lines.length + 1, tooSoon: 1, againstRobots: 1 });
  const torn = [lines[0], last.replace(/,[^,]*,$/, ',../../x,'), last.replaceAll(/\d{4}-/g, 'then-'), `${last}nobody`];
  writeFileSync(log, [head, ...torn, `"${'x'.repeat(2 ** 25)}`].join('\n'));
  await writeCompliance({ directory, id: 'x', spec, objects, policy });
  expect(proofOf(directory)).toMatchObject({ requests: 1, unreadable: 4 });
  writeFileSync(log, forged);
  const lost = {
    get: async (name: string): Promise<never> => {
      throw new LostObject(name, 'gone');
    },
  };
  await writeCompliance({ directory, id: 'x', spec, objects: lost, policy });
  expect(proofOf(directory)).toMatchObject({ withoutRules: lines.length + 1, againstRobots: 0 });
});

test('all runs of a crawl count, and a crawl that ignores robots.txt says so', async () => {
  const site = await open({ '/': page('start', ...Array.from({ length: 12 }, (_, at) => `/p${at}`), '/closed/b') });
  const directory = newDirectory();
  const running = await begin(directory, `${site.origin}/`, { delayMs: 200, robots: 'ignore' });
  running.onLogLine(line => {
    if (line.includes('/p3,')) running.stop();
  });
  await finish(directory, running);
  expect(site.asked.length).toBeLessThan(14);
  await resume(directory);
  expect(site.asked).toHaveLength(14);
  expect(proofOf(directory)).toMatchObject({
    robots: 'ignore',
    requests: 14,
    tooSoon: 0,
    againstRobots: 0,
    withoutRules: 14,
  });
});

test('a log that an earlier version began is kept beside the new one', async () => {
  const site = await open({ '/': page('start', '/a') });
  const { directory } = await crawl(`${site.origin}/`, { siteLimit: 1 });
  const log = join(directory, 'logs', 'common.csv');
  const old = 'time,address,level,status,bytes,ms\n2026-01-01T00:00:00.000Z,http://a.example/,0,200,1,1\n';
  writeFileSync(log, old);
  await resume(directory, { siteLimit: 5 });
  expect(readFileSync(log.replace('.csv', '.old.csv'), 'utf8')).toBe(old);
  expect(proofOf(directory)).toMatchObject({ requests: 1, againstRobots: 0 });
});

test('a site may have its own user agent: its robots.txt is read for it, and the proof says for whom', async () => {
  const body = 'User-agent: mapper\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n';
  const [named, usual] = await Promise.all(
    [1, 2].map(async () =>
      open({
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body },
        '/': page('start', '/a', '/b'),
        '/sitemap.xml': { headers: { 'content-type': 'text/xml' }, body: '<urlset/>' },
      }),
    ),
  );
  const { directory, results } = await crawl(
    [{ url: `${named!.origin}/`, userAgent: 'Mapper/2 (+https://m.example)' }, `${usual!.origin}/`],
    { sitemaps: 'report', purpose: 'research', warc: true },
  );
  const agentsAt = (site: LoopbackSite): ReadonlySet<string> => new Set(site.asked.map(({ userAgent }) => userAgent));
  expect(agentsAt(named!)).toEqual(new Set(['Mapper/2 (+https://m.example)']));
  expect(agentsAt(usual!)).toEqual(new Set(['Orbweaver/0.1']));
  const pathsAt = (site: LoopbackSite): readonly string[] => site.asked.map(({ path }) => path);
  expect(pathsAt(named!)).toEqual(expect.arrayContaining(['/b', '/sitemap.xml', '/.well-known/tdmrep.json']));
  expect(pathsAt(named!)).not.toContain('/a');
  expect(pathsAt(usual!)).not.toContain('/b');
  expect(Object.values(results.reasons(new URL(named!.origin).host.replace(':', '_')))).toEqual(['robots']);
  const proof = proofOf(directory);
  expect(proof).toMatchObject({ againstRobots: 0, userAgent: 'Orbweaver/0.1' });
  const rowOf = (site: LoopbackSite) => proof.hosts.find(({ host }) => host === new URL(site.origin).host);
  expect(rowOf(named!)).toMatchObject({ requests: named!.asked.length, agents: ['Mapper'] });
  expect(rowOf(usual!)).toMatchObject({ requests: usual!.asked.length, agents: ['Orbweaver'] });
  const { spec } = JSON.parse(readFileSync(join(directory, 'crawl.json'), 'utf8'));
  expect(spec.sites.map(({ userAgent }: { userAgent?: string }) => userAgent)).toEqual([
    'Mapper/2 (+https://m.example)',
    undefined,
  ]);
});

test('nothing is taken over from a crawl that came in another name', async () => {
  const site = await open({ '/': page('start', '/a') });
  const url = `${site.origin}/`;
  const first = await crawl([{ url, userAgent: 'Mapper/2' }]);
  const spared = async (userAgent: string): Promise<number> => {
    const { summary } = await crawl([{ url, userAgent }], { since: first.directory });
    const { notLoaded, notParsed } = summary.sites[0]!.pagesUnchanged!;
    return notLoaded + notParsed;
  };
  expect(await spared('Other/1')).toBe(0);
  expect(await spared('Mapper/2')).toBeGreaterThan(0);
});
