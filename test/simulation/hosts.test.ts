/** Sites of several hosts: one graph with least clicks over hosts, each host asked under its own token, whatever happens. */
import { beforeAll, expect, test } from 'vitest';
import { loadPublicSuffixes } from '../../shared/domain/url/registrable-domain.ts';
import * as mutants from './mutants/host-mutants.ts';
import { faultyPlan, quietPlan, specOf } from './plans.ts';
import { referenceCrawl } from './reference-crawl.ts';
import { type Plan, simulate, type WalkResult } from './simulation.ts';
import { differencesOfFiles, walkedOnce, walksUntilCaught } from './walk.ts';
import { dynamoState } from './world/dynamo-state.ts';
import { Random } from './world/random.ts';
import { type Behaviour, generateSite, type SiteModel } from './world/site-model.ts';

beforeAll(loadPublicSuffixes);

const home = 'http://uni.test';
const hosts = [home, 'http://b.uni.test', 'http://c.uni.test', 'http://d.uni.test'] as const;

/** The pages of one generated site, dealt out to hosts; its links and redirects lead over hosts. */
function planOf(seed: number): Plan {
  const random = new Random(seed ^ 0x4057);
  const whole = generateSite(random, { origin: home, pages: random.int(4, 24), crawlDelayMs: 0 });
  const origins = hosts.slice(0, random.int(2, 4));
  const places = new Map([...whole.pages.keys()].map(path => [path, path === '/' ? home : random.pick(origins)]));
  const at = (path: string): string => `${places.get(path) ?? home}${path}`;
  const dealt = (behaviour: Behaviour): Behaviour => {
    if (behaviour.kind === 'redirect') return { ...behaviour, location: absolute(behaviour.location, at) };
    if (behaviour.kind !== 'page') return behaviour;
    const links = behaviour.links.map(link => absolute(link, at));
    return {
      ...behaviour,
      links,
      body: `${behaviour.body.split('<a')[0]}${links.map(link => `<a href="${link}">x</a>`).join('')}`,
    };
  };
  const models = origins.map((origin): SiteModel => {
    const { robots, disallowed, crawlDelayMs } = generateSite(random, {
      origin,
      pages: 24,
      crawlDelayMs: random.chance(0.2) ? random.pick([2_000, 28_000]) : 0,
    });
    const own = [...whole.pages].filter(([path]) => places.get(path) === origin);
    const pages = own.map(([path, { behaviour, atFirst, latencyMs }]) => {
      const first = atFirst === undefined ? {} : { atFirst: { ...atFirst, behaviour: dealt(atFirst.behaviour) } };
      return [path, { behaviour: dealt(behaviour), ...first, latencyMs }] as const;
    });
    return { origin, start: `${origin}/`, pages: new Map(pages), robots, disallowed, crawlDelayMs };
  });
  const delayMs = random.pick([0, 300, 2_000]);
  const quiet = quietPlan(seed, { sites: 1, crawls: 1, budgets: false, delayMs });
  // Both come to the same: the list names all hosts of the domain.
  const isDomain = random.chance(0.5);
  const site = { url: `${home}/`, ...(!isDomain && { hosts: origins.slice(1) }) };
  return {
    ...quiet,
    models: new Map(models.map(model => [model.origin, model])),
    specs: [
      specOf({
        ...{
          delayMs,
          scope: isDomain ? 'domain' : 'list',
          schemes: 'same',
          sites: [site],
          maxDownloads: random.int(1, 3),
        },
        duplicates: random.chance(0.9) ? 'merge' : 'keep',
        normalization: { trailingSlash: true },
        ...(random.chance(0.2) && { maxLevel: random.int(0, 3) }),
      }),
    ],
  };
}

function absolute(link: string, at: (path: string) => string): string {
  return link.startsWith('/') ? at(link) : link;
}

/** The pages that the crawl found and a sequential breadth-first crawl would not have, or the reverse. */
function differences({ models, specs: [spec] }: Plan, { crawls }: WalkResult): string[] {
  const { status, urls } = crawls[0]!.sites.get(1)!;
  if (status !== 'no-work') return [`the site ended by ${status}`];
  const expected = referenceCrawl(models, `${home}/`, {
    duplicates: spec!.duplicates,
    maxLevel: spec!.sites[0]!.maxLevel ?? Number.POSITIVE_INFINITY,
    budget: Number.POSITIVE_INFINITY,
    origins: new Set(models.keys()),
  });
  const wrong = [...expected].filter(([url, { level, outcome }]) => {
    const found = urls.get(url);
    return found?.outcome !== outcome || (found.level ?? level) !== level;
  });
  const more = [...urls.keys()].filter(url => !expected.has(url));
  return [...wrong.map(([url, wanted]) => `${url}: ${JSON.stringify([urls.get(url), wanted])}`), ...more].slice(0, 3);
}

const lost = /never fetched|is stuck|differs|has level|outcome/;

const sound = walkedOnce(planOf);
const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

test('levels over hosts are those of a sequential breadth-first crawl, and each host is asked under its own token', async () => {
  let asked = 0;
  let sideBySide = 0;
  for (const seed of seeds) {
    const { plan, quiet } = await sound(seed);
    const startFails = quiet.crawls[0]?.sites.get(1)?.status === 'not-available';
    expect([...quiet.breaches, ...(startFails ? [] : differences(plan, quiet))], `seed ${seed}`).toEqual([]);
    if (quiet.mostHosts > 1) sideBySide += 1;
    asked = Math.max(asked, new Set(quiet.starts.map(({ url }) => new URL(url).host)).size);
  }
  expect(asked).toBe(4);
  expect(sideBySide).toBeGreaterThanOrEqual(seeds.length / 4);
}, 300_000);

test('deaths, losses, twins and stops change no byte of the files', async () => {
  for (const seed of seeds) {
    const { plan, quiet } = await sound(seed);
    const faulty = await simulate(faultyPlan(plan, quiet.virtualMs));
    const lossy = await simulate({ ...plan, bodyLoss: 0.1, lossesAtEnd: 1, killsAt: [Math.ceil(quiet.virtualMs / 2)] });
    const problems = [faulty, lossy].flatMap(walk => [...walk.breaches, ...differencesOfFiles(quiet, walk)]);
    expect(problems, `seed ${seed}`).toEqual([]);
  }
}, 300_000);

test('crawls that want the same hosts at the same time wait for nobody while they have a token', async () => {
  for (const seed of seeds.slice(0, 30)) {
    const { breaches } = await simulate(twice(seed));
    expect(breaches, `seed ${seed}`).toEqual([]);
  }
}, 300_000);

test('on DynamoDB, faults and all, a site of several hosts is what it is in SQLite without faults', async () => {
  const openState = dynamoState({ throttled: 0.01, conflict: 0.02, lostAnswer: 0.01 });
  for (const seed of seeds.slice(0, 30)) {
    const { plan, quiet } = await sound(seed);
    const faulty = await simulate(faultyPlan(plan, quiet.virtualMs), { openState });
    const lossy = await simulate({ ...plan, bodyLoss: 0.1 }, { openState });
    const problems = [faulty, lossy].flatMap(walk => [...walk.breaches, ...differencesOfFiles(quiet, walk)]);
    expect(problems, `seed ${seed}`).toEqual([]);
  }
}, 600_000);

/** Two crawls of one site want the same hosts. */
const twice = (seed: number): Plan => {
  const plan = planOf(seed);
  return { ...plan, specs: [...plan.specs, ...plan.specs], processes: 2 };
};

const { asksAllHostsUnderOne, takesHostsForOne, takesNoTokenBeside, forgetsStartsBeside } = mutants;

test.each([
  { name: 'asks all hosts under the token of the first', mutation: asksAllHostsUnderOne, shows: /while the token of/ },
  { name: 'goes by the robots.txt of the host asked last', mutation: takesHostsForOne, shows: /differs|after \d+ ms/ },
  { name: 'asks further hosts without their tokens', mutation: takesNoTokenBeside, shows: /while the token of/ },
  { name: 'forgets that further hosts were asked', mutation: forgetsStartsBeside, shows: /after \d+ ms/ },
  { name: 'goes on behind an entry without a result', mutation: mutants.countsBehindGap, shows: lost },
  { name: 'stores pages host by host', mutation: mutants.recordsHostByHost, shows: /differs|has level/ },
])('a walk shows what breaks it: $name', { timeout: 300_000 }, async ({ mutation, shows }) => {
  const caught = await walksUntilCaught(60, planOf, mutation, async ({ seed }) => (await sound(seed)).quiet);
  expect(caught?.problem).toMatch(shows);
});
