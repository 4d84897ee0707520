import { afterEach, expect, test } from 'vitest';
import { type LoopbackSite, type Pages, page, redirect, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

const paths = ['/', '/a', '/b', '/c', '/d', '/e'];

/** Six pages; `link` writes the id of the n-th answer into each link, `strip` takes it out of an address. */
async function serve(
  link: (path: string, id: string) => string,
  strip: (path: string) => string,
): Promise<LoopbackSite> {
  let answers = 0;
  const pages: Pages = {
    '*': ({ path }) => {
      answers += 1;
      const id = `A1${String(answers).padStart(30, '0')}`;
      return page(`page ${strip(path)}`, ...paths.map(each => link(each, id)));
    },
    '/robots.txt': { status: 404 },
  };
  const site = await startSite(pages);
  open.push(site);
  return site;
}

test.each([
  ['in the path', (path: string, id: string) => `${path};jsessionid=${id}`, /;jsessionid=\w+/],
  ['in the query', (path: string, id: string) => `${path}?PHPSESSID=${id}`, /\?PHPSESSID=\w+/],
  ['under a name that may mean something else', (path: string, id: string) => `${path}?sid=${id}`, /\?sid=\w+/],
] as const)('a site that writes a new session id into each link has six pages: %s', async (_, link, id) => {
  const site = await serve(link, path => path.replace(id, ''));
  const { results } = await crawl(`${site.origin}/`, { limit: 60 });
  expect(results.nodes().map(({ Url }) => Url)).toEqual(paths);
  expect(site.paths()).toHaveLength(6);
  expect(results.merges().every(({ Kind }) => Kind === 'normalized')).toBe(true);
  expect(results.merges().length).toBeGreaterThan(6);
});

test('a site of ASP.NET without cookies, which sends each address to one with an id, is read once', async () => {
  let answers = 0;
  const site = await startSite({
    '*': ({ path }) => {
      const id = /^\/(\(S\(\w+\)\))\//.exec(path)?.[1];
      answers += 1;
      if (id === undefined) return redirect(`/(S(${String(answers).padStart(24, 'a')}))${path}`);
      return page(`page ${path.replace(/^\/\(S\(\w+\)\)/, '')}`, 'a', 'b', '/x');
    },
    '/robots.txt': { status: 404 },
  });
  open.push(site);
  const { results } = await crawl(`${site.origin}/`, { limit: 60 });
  expect(results.nodes().map(({ Url }) => Url)).toEqual(['/', '/a', '/b', '/x']);
});

test('ids that no rule knows are named once, with the option that helps', async () => {
  const site = await serve(
    (path, id) => `${path}?visit=${id}`,
    path => path.replace(/\?visit=\w+/, ''),
  );
  const { summary } = await crawl(`${site.origin}/`, { limit: 40 });
  const sentence =
    /but visit, whose values look like session ids \(http.*\?visit=A10+\d+\); --drop-params visit would join them\.$/;
  expect(summary.notices.filter(text => text.includes('session ids'))).toEqual([expect.stringMatching(sentence)]);
  const { results, summary: joined } = await crawl(`${site.origin}/`, { normalization: { dropParams: ['visit'] } });
  expect(results.nodes()).toHaveLength(6);
  expect(joined.notices).toEqual([]);
});

test('the rule is off where the spec says so', async () => {
  const site = await serve(
    (path, id) => `${path};jsessionid=${id}`,
    path => path.replace(/;jsessionid=\w+/, ''),
  );
  const { results } = await crawl(`${site.origin}/`, {
    limit: 30,
    normalization: { sessionIds: false },
    duplicates: 'keep',
  });
  expect(results.nodes()).toHaveLength(30);
});
