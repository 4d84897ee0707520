import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { ruleNames } from '../../shared/domain/spec/rules.ts';
import { noProcessFaults, noQueueFaults, type Plan } from './simulation.ts';
import { Random } from './world/random.ts';
import { generateSite, type SiteModel } from './world/site-model.ts';

const origins = ['http://a.test', 'https://a.test', 'http://b.test:8080'] as const;

interface PlanOptions {
  /** Pages of each site, at most. */
  readonly pages?: number;
  readonly budgets?: boolean;
  readonly crawls?: number;
  readonly sites?: number;
  readonly delayMs?: number;
  readonly redirects?: number;
}

/** A plan without faults: sites, specs and how the work is cut into turns. */
export function quietPlan(seed: number, options: PlanOptions = {}): Plan {
  const random = new Random(seed);
  const models = new Map<string, SiteModel>();
  const sites = options.sites ?? (random.chance(0.5) ? 1 : random.int(2, 3));
  const crawlDelayMs = options.delayMs === undefined && random.chance(0.25) ? random.pick([2_000, 28_000]) : 0;
  const moved = 'http://moved.test';
  const hasBudget = options.budgets ?? random.chance(0.3);
  const redirects = options.redirects === undefined ? {} : { redirects: options.redirects };
  for (let site = 0; site < sites; site += 1) {
    const origin = origins[site]!;
    // Pages that a site used before it turned out to be another one count, so with a budget time would enter.
    const movesTo = !hasBudget && random.chance(0.15) ? random.pick([moved, origins[0]]) : undefined;
    const moves = movesTo === undefined || movesTo === origin ? {} : { movesTo };
    const pages = random.int(3, options.pages ?? 14);
    models.set(origin, generateSite(random, { origin, pages, crawlDelayMs, ...moves, ...redirects }));
  }
  models.set(moved, generateSite(random, { origin: moved, pages: 4, crawlDelayMs: 0 }));
  const delayMs = options.delayMs ?? random.pick([0, 300, 2_000, 27_000]);
  const shared = {
    delayMs,
    maxDownloads: random.int(1, 3),
    duplicates: random.chance(0.9) ? 'merge' : 'keep',
    normalization: { trailingSlash: true },
    ...(random.chance(0.2) && { maxLevel: random.int(0, 3) }),
  };
  const limit = hasBudget ? { limit: random.int(sites, sites * 8) } : {};
  const addresses = origins.slice(0, sites).map(origin => ({ url: `${origin}/` }));
  const specs = [specOf({ ...shared, ...limit, ...ruleOf(seed), sites: addresses })];
  if (options.crawls === undefined ? random.chance(0.25) : options.crawls > 1)
    specs.push(specOf({ ...shared, sites: addresses.slice(0, 1) }));
  return {
    seed,
    models,
    specs,
    urlsPerTurn: random.pick([1, 3, 50]),
    processes: 1,
    skewMs: 0,
    tickMs: 20_000,
    queue: noQueueFaults,
    process: noProcessFaults,
    stopsAt: [],
    sweeper: true,
  };
}

/** How a budget is shared where several sites have one. `quantum` is left out: it asks what time it is. */
function ruleOf(seed: number): Record<string, unknown> {
  const random = new Random(seed ^ 0x5a4e);
  const rule = random.pick(ruleNames.filter(name => name !== 'quantum'));
  const [gittinsN, ucbM] = [random.int(1, 3), random.int(1, 2)];
  return { rule, ruleOptions: { gittinsN, ucbM, grant: random.pick([1, 2, 5]), inFlight: random.pick([1, 2, 4]) } };
}

/** The same crawls among lost, doubled and late messages, dying and stalling processes, clocks apart, and stops. */
export function faultyPlan(quiet: Plan, virtualMs: number): Plan {
  const random = new Random(quiet.seed ^ 0xfa017);
  const level = random.pick([0, 1, 3]);
  const stops = random.chance(0.25) ? random.int(1, 2) : 0;
  return {
    ...quiet,
    urlsPerTurn: random.pick([1, 3, 50]),
    processes: random.int(2, 4),
    skewMs: random.pick([0, 5_000, 10_000]),
    tickMs: random.pick([5_000, 20_000, 60_000]),
    queue: { loss: 0.02 * level, twin: 0.1 * level, late: 0.03 * level },
    process: { crash: random.pick([0, 0.001, 0.005]), stall: random.pick([0, 0.002]), fail: random.pick([0, 0.003]) },
    stopsAt: Array.from({ length: stops }, () => random.int(0, Math.ceil(virtualMs * 1.2))),
  };
}

export function specOf(values: Record<string, unknown>): ResolvedSpec {
  return resolveSpec([readSpec(values, path => path.join('.'))]);
}

/** Three sites that share a budget, and nothing to wait for but each other. */
export function sharedPlan(seed: number, values: Record<string, unknown>): Plan {
  const quiet = quietPlan(seed, { sites: 3, crawls: 1, budgets: true, delayMs: 0 });
  return {
    ...quiet,
    specs: [specOf({ delayMs: 0, ...values, sites: origins.map(origin => ({ url: `${origin}/` })) })],
  };
}

/** Everything at once. */
export function wildPlan(quiet: Plan): Plan {
  return {
    ...quiet,
    processes: 4,
    skewMs: 10_000,
    queue: { loss: 0.02, twin: 0.4, late: 0.1 },
    process: { crash: 0.005, stall: 0.005, fail: 0.002 },
  };
}

/**
 * One site and nothing to wait for, so that turns follow each other closely; a process that dies leaves its messages to
 * the queue, and nobody sweeps.
 */
export function closePlan(seed: number, process: Partial<Plan['process']> = {}, redirects = 0.2): Plan {
  const quiet = quietPlan(seed, { sites: 1, crawls: 1, budgets: false, delayMs: 0, pages: 30, redirects });
  return {
    ...quiet,
    urlsPerTurn: quiet.urlsPerTurn === 50 ? 2 : quiet.urlsPerTurn,
    processes: 1,
    queue: { loss: 0, twin: 0.4, late: 0 },
    process: { ...noProcessFaults, ...process },
    sweeper: false,
  };
}
