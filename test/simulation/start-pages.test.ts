import { expect, test } from 'vitest';
import { quietPlan, specOf } from './plans.ts';
import { type Plan, simulate } from './simulation.ts';
import type { Behaviour, SiteModel } from './world/site-model.ts';

const page = (text: string): Behaviour => ({ kind: 'page', links: [], body: `<title>${text}</title>` });
const to = (location: string): Behaviour => ({ kind: 'redirect', status: 302, location });

function siteOf(origin: string, start: Behaviour, robotsRedirects = 0): SiteModel {
  return {
    ...{ origin, start: `${origin}/`, disallowed: [], crawlDelayMs: 0 },
    pages: new Map([['/', { behaviour: start, latencyMs: 20 }]]),
    robots: { text: '', status: 200, redirects: robotsRedirects, latencyMs: 20 },
  };
}

function planOf(models: readonly SiteModel[], starts: readonly string[], delayMs = 1_000): Plan {
  const sites = starts.map(url => ({ url }));
  const specs = [specOf({ delayMs, sites, normalization: { trailingSlash: true } })];
  return { ...quietPlan(1), models: new Map(models.map(model => [model.origin, model])), specs, urlsPerTurn: 50 };
}

test('a start address that redirects to another origin moves its site there, with its robots.txt', async () => {
  const plan = planOf(
    [siteOf('http://a.test', to('http://www.test/')), siteOf('http://www.test', page('home'))],
    ['http://a.test/'],
  );
  const { breaches, crawls, requests } = await simulate(plan);
  expect(breaches).toEqual([]);
  expect([...requests.keys()]).toEqual([
    ...['c1 http://a.test/robots.txt', 'c1 http://a.test/', 'c1 http://www.test/robots.txt', 'c1 http://www.test/'],
  ]);
  expect([...crawls[0]!.sites.get(1)!.urls]).toEqual([
    ['http://www.test/', { outcome: 'node', level: 0, foundOn: '' }],
    ['http://a.test/', { outcome: 'redirect http://www.test/' }],
  ]);
});

test.each([
  ['the moved one has the lower number', ['http://a.test/', 'http://www.test/']],
  ['the moved one has the higher number', ['http://www.test/', 'http://a.test/']],
])('of two sites that turn out to be one, the lower number keeps the origin: %s', async (_, starts) => {
  const models = [siteOf('http://a.test', to('http://www.test/')), siteOf('http://www.test', page('home'))];
  const { breaches, crawls } = await simulate(planOf(models, starts));
  expect(breaches).toEqual([]);
  expect([...crawls[0]!.sites.values()].map(({ status }) => status)).toEqual(['no-work', 'same-as']);
});

test.each([0, 1, 2, 5])(
  'robots.txt behind %i redirects is had whatever the delay is, one polite request after the other',
  async redirects => {
    for (const delayMs of [0, 10_000, 27_000, 60_000, 600_000]) {
      const plan = planOf([siteOf('http://a.test', page('home'), redirects)], ['http://a.test/'], delayMs);
      const { breaches, crawls, requests } = await simulate(plan);
      expect(breaches, `delay ${delayMs}`).toEqual([]);
      expect(crawls[0]!.sites.get(1)!.urls.size).toBe(1);
      expect([...requests.values()]).toEqual(Array.from({ length: redirects + 2 }, () => 1));
    }
  },
);
