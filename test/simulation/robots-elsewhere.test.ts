/** robots.txt of many sites redirected to one host: every host is asked under its own token alone, whatever happens. */
import { expect, test } from 'vitest';
import { hostOf } from '../../shared/domain/url/scope.ts';
import { followsRobotsAnywhere } from './mutants/mutants.ts';
import { faultyPlan, quietPlan, specOf } from './plans.ts';
import { type Plan, simulate, type WalkResult } from './simulation.ts';
import { differencesOfFiles, walksUntilCaught } from './walk.ts';
import { dynamoState } from './world/dynamo-state.ts';
import { Random } from './world/random.ts';
import { sqliteState } from './world/simulated-state.ts';
import { generateSite, type SiteModel } from './world/site-model.ts';

const shared = 'http://robots.test';

interface Options {
  readonly sites: number;
  readonly delayMs: number;
  readonly crawlDelayMs?: number;
  /** Answer of the file that all are sent to. */
  readonly status?: number;
  /** How long the file takes; without it, up to two seconds. */
  readonly latencyMs?: number;
  /** The host that all are sent to is crawled too. */
  readonly isCrawled?: boolean;
  readonly redirects?: number;
}

/** Sites on hosts of their own, which all send to the robots.txt of one host; without faults. */
function planOf(seed: number, options: Options): Plan {
  const { sites, delayMs, crawlDelayMs = 0, status = 200, redirects = 0, latencyMs } = options;
  const random = new Random(seed);
  const lines = [
    'User-agent: *',
    'Disallow: /p1/',
    ...(crawlDelayMs > 0 ? [`Crawl-delay: ${crawlDelayMs / 1000}`] : []),
  ];
  const rules = { disallowed: status === 200 ? ['/p1/'] : [], crawlDelayMs };
  const siteAt = (origin: string, robots: Pick<SiteModel['robots'], 'redirects' | 'elsewhere'>): SiteModel => ({
    ...generateSite(random, { origin, pages: 3, crawlDelayMs: 0 }),
    ...rules,
    robots: { text: lines.join('\n'), status, latencyMs: latencyMs ?? random.int(1, 2_000), ...robots },
  });
  const origins = Array.from({ length: sites }, (_, index) => `http://site${index + 1}.test`);
  const models = [
    siteAt(shared, { redirects }),
    ...origins.map(origin => siteAt(origin, { redirects: 1, elsewhere: shared })),
  ];
  const starts = [...origins, ...(options.isCrawled ? [shared] : [])].map(origin => ({ url: `${origin}/` }));
  return {
    ...quietPlan(seed, { sites: 1, crawls: 1, budgets: false, delayMs }),
    models: new Map(models.map(model => [model.origin, model])),
    specs: [specOf({ delayMs, sites: starts, normalization: { trailingSlash: true } })],
  };
}

/** The shortest time between two starts on one host. */
function shortestGap({ starts }: WalkResult, from = 0): number {
  const byHost = Map.groupBy(starts, ({ url }) => hostOf(new URL(url)));
  const gaps = [...byHost.values()].flatMap(list => list.slice(1).map(({ at }, index) => at - list[index]!.at));
  return Math.min(...gaps.filter(gap => gap >= from));
}

function askedOf({ starts }: WalkResult, address: string): number {
  return starts.filter(({ url }) => url === address).length;
}

test('forty sites ask the host that all send to once, each start its delay after the one before', async () => {
  const walk = await simulate(planOf(1, { sites: 40, delayMs: 2_000 }));
  expect(walk.breaches).toEqual([]);
  expect(shortestGap(walk)).toBeGreaterThanOrEqual(2_000);
  expect(askedOf(walk, `${shared}/robots.txt`)).toBe(1);
  // A generated start page may be no HTML, so some sites have no page; none was cut short.
  const ends = [...walk.crawls[0]!.sites.values()].map(({ status }) => status);
  expect(ends.filter(status => status !== 'no-work' && status !== 'not-available')).toEqual([]);
});

test('a Crawl-delay found there counts for the host that gave it and for the site', async () => {
  const walk = await simulate(planOf(2, { sites: 5, delayMs: 1_000, crawlDelayMs: 9_000, isCrawled: true }));
  expect(walk.breaches).toEqual([]);
  const own = (origin: string) => walk.starts.filter(({ url }) => url.startsWith(origin)).map(({ at }) => at);
  // Between a site's own redirects nobody knows of it.
  for (const at of [own(shared), ...[1, 2, 3, 4, 5].map(site => own(`http://site${site}.test`).slice(1))])
    for (const [index, instant] of at.slice(1).entries()) expect(instant - at[index]!).toBeGreaterThanOrEqual(9_000);
});

test.each([{ redirects: 0 }, { redirects: 3 }, { redirects: 5 }])(
  'a chain that goes on there with $redirects redirects ends as RFC 9309 says',
  async ({ redirects }) => {
    const walk = await simulate(planOf(3, { sites: 3, delayMs: 1_000, redirects }));
    expect(walk.breaches).toEqual([]);
    const forbidden = [...walk.crawls[0]!.sites.values()].flatMap(({ urls }) =>
      [...urls].filter(([, { outcome }]) => outcome === 'skipped robots'),
    );
    // Two redirects lead there, and no more than five are followed.
    expect(forbidden.length > 0).toBe(redirects <= 3);
  },
);

test('a slow host without a robots.txt holds up the sites that are sent to it for a few tries, not for three each', async () => {
  const walk = await simulate(planOf(4, { sites: 40, delayMs: 1_000, status: 503, latencyMs: 20_000 }));
  expect(walk.breaches).toEqual([]);
  expect([...walk.crawls[0]!.sites.values()].every(({ status }) => status === 'not-available')).toBe(true);
  expect(askedOf(walk, `${shared}/robots.txt`)).toBeLessThan(20);
  // Three tries of each site would take forty minutes.
  expect(walk.virtualMs).toBeLessThan(10 * 60_000);
});

const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test.each([
  { place: 'SQLite', seeds: seedsOf(40), openState: sqliteState() },
  {
    place: 'DynamoDB',
    seeds: seedsOf(20),
    openState: dynamoState({ throttled: 0.01, conflict: 0.02, lostAnswer: 0.01 }),
  },
])(
  'on $place with deaths, losses and twins no host is asked too soon or under another token, and the files are the same',
  { timeout: 600_000 },
  async ({ seeds, openState }) => {
    for (const seed of seeds) {
      const random = new Random(seed ^ 0x40b0);
      const plan = planOf(seed, {
        sites: random.int(2, 6),
        delayMs: random.pick([0, 2_000, 27_000]),
        crawlDelayMs: random.pick([0, 28_000]),
        isCrawled: random.chance(0.5),
        redirects: random.int(0, 2),
      });
      const quiet = await simulate(plan);
      const faulty = await simulate(faultyPlan(plan, quiet.virtualMs), { openState });
      const problems = [...quiet.breaches, ...faulty.breaches, ...differencesOfFiles(quiet, faulty)];
      expect(problems, `seed ${seed}`).toEqual([]);
    }
  },
);

test('a walk shows what breaks it: following a redirect of robots.txt to any host', async () => {
  const wild = (seed: number): Plan => faultyPlan(planOf(seed, { sites: 4, delayMs: 2_000, isCrawled: true }), 60_000);
  const caught = await walksUntilCaught(60, wild, followsRobotsAnywhere);
  expect(caught?.problem).toMatch(/while the token of|follows|is open/);
});
