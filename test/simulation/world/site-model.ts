import type { Random } from './random.ts';

export type Behaviour =
  | { readonly kind: 'page'; readonly links: readonly string[]; readonly body: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs?: number }
  | { readonly kind: 'no-answer'; readonly reason: 'network' | 'timeout' };

interface ModelPage {
  readonly behaviour: Behaviour;
  /** The answers to the first requests of one crawl instead. */
  readonly atFirst?: { readonly times: number; readonly behaviour: Behaviour };
  /** How long an answer takes. */
  readonly latencyMs: number;
}

/** A generated site. The answer of an address depends on the address and the attempt, never on time. */
export interface SiteModel {
  readonly origin: string;
  /** Address asked for first. */
  readonly start: string;
  /** By path, as asked for. */
  readonly pages: ReadonlyMap<string, ModelPage>;
  readonly robots: {
    readonly text: string;
    readonly status: number;
    readonly redirects: number;
    /** Behind its own redirects one leads to the robots.txt of this origin, and so its rules are those of the site. */
    readonly elsewhere?: string;
    readonly latencyMs: number;
  };
  readonly disallowed: readonly string[];
  readonly crawlDelayMs: number;
}

export interface SiteOptions {
  readonly origin: string;
  readonly pages: number;
  readonly crawlDelayMs: number;
  /** Its start address redirects to the start of this origin. */
  readonly movesTo?: string;
  /** Part of the pages that redirect; a fifth where it is not given. */
  readonly redirects?: number;
}

export function answerOf(site: SiteModel, path: string, attempt: number): Behaviour {
  const page = site.pages.get(path);
  if (page === undefined) return { kind: 'status', status: 404 };
  return page.atFirst !== undefined && attempt <= page.atFirst.times ? page.atFirst.behaviour : page.behaviour;
}

export function generateSite(random: Random, options: SiteOptions): SiteModel {
  const { origin, pages: count, movesTo } = options;
  const pages = new Map<string, ModelPage>();
  const parents = Array.from({ length: count }, (_, page) => random.int(Math.max(0, page - 4), Math.max(0, page - 1)));
  const bodies: Extract<Behaviour, { kind: 'page' }>[] = [];
  for (let page = 0; page < count; page += 1) {
    const children = parents.flatMap((parent, child) => (child > 0 && parent === page ? [child] : []));
    const others = Array.from({ length: random.int(0, 3) }, () => random.int(0, count));
    const links = [...children, ...others].map(target => linkTo(random, target));
    if (random.chance(0.2)) links.push(`http://elsewhere.test/${random.int(0, 3)}`, 'http://[bad');
    const whole = pageOf(page, links);
    bodies.push(whole);
    const path = pathOf(page);
    const behaviour =
      page === 0
        ? startBehaviour(random, whole, movesTo)
        : behaviourOf(random, whole, bodies, count, options.redirects);
    pages.set(path, { behaviour, ...maybeFlaky(random), latencyMs: latency(random) });
    // The address without its slash has the same identity.
    const bare = path.slice(0, -1);
    if (page > 0) {
      const toSlash: Behaviour = { kind: 'redirect', status: 301, location: path };
      pages.set(bare, { ...pages.get(path)!, ...(random.chance(0.3) && { behaviour: toSlash }) });
    }
  }
  return { origin, start: `${origin}/`, pages, ...robotsOf(random, count, options.crawlDelayMs) };
}

function pathOf(page: number): string {
  return page === 0 ? '/' : `/p${page}/`;
}

function linkTo(random: Random, page: number): string {
  const path = pathOf(page);
  return page > 0 && random.chance(0.2) ? path.slice(0, -1) : path;
}

function pageOf(page: number, links: readonly string[]): Extract<Behaviour, { kind: 'page' }> {
  const anchors = links.map(link => `<a href="${link}">${link}</a>`).join('');
  return { kind: 'page', links, body: `<!DOCTYPE html><title>${page}</title>${anchors}` };
}

function startBehaviour(random: Random, whole: Behaviour, movesTo: string | undefined): Behaviour {
  if (movesTo !== undefined) return { kind: 'redirect', status: 302, location: `${movesTo}/` };
  return random.chance(0.15) ? { kind: 'redirect', status: 302, location: '/p1/' } : whole;
}

function behaviourOf(
  random: Random,
  whole: Extract<Behaviour, { kind: 'page' }>,
  bodies: readonly Extract<Behaviour, { kind: 'page' }>[],
  count: number,
  redirects = 0.2,
): Behaviour {
  if (random.chance(redirects))
    return { kind: 'redirect', status: random.pick([301, 302, 308]), location: linkTo(random, random.int(0, count)) };
  const kind = random.next();
  if (kind < 0.12) return random.pick(bodies);
  if (kind < 0.2) return { kind: 'status', status: random.pick([404, 410, 403]) };
  if (kind < 0.23) return { kind: 'redirect', status: 302, location: 'http://elsewhere.test/away' };
  if (kind < 0.26) return { kind: 'status', status: 503 };
  return whole;
}

function maybeFlaky(random: Random): Pick<ModelPage, 'atFirst'> {
  if (random.chance(0.85)) return {};
  const retryAfterMs = random.pick([undefined, 2_000, 40_000]);
  const behaviour: Behaviour = random.pick([
    { kind: 'no-answer', reason: 'network' },
    { kind: 'no-answer', reason: 'timeout' },
    { kind: 'status', status: 503, ...(retryAfterMs !== undefined && { retryAfterMs }) },
    { kind: 'status', status: 429 },
  ] as const);
  return { atFirst: { times: random.int(1, 3), behaviour } };
}

function latency(random: Random): number {
  return random.chance(0.05) ? random.int(5_000, 29_000) : random.int(1, 400);
}

function robotsOf(
  random: Random,
  count: number,
  crawlDelayMs: number,
): Pick<SiteModel, 'robots' | 'disallowed' | 'crawlDelayMs'> {
  const disallowed = random.chance(0.3) ? [`/p${random.int(1, count)}/`] : [];
  const lines = ['User-agent: *', ...disallowed.map(path => `Disallow: ${path}`)];
  if (crawlDelayMs > 0) lines.push(`Crawl-delay: ${crawlDelayMs / 1000}`);
  const missing = disallowed.length === 0 && crawlDelayMs === 0 && random.chance(0.5);
  const redirects = random.chance(0.2) ? random.int(1, 6) : 0;
  const robots = { text: lines.join('\n'), status: missing ? 404 : 200, redirects, latencyMs: latency(random) };
  // After five redirects the file counts as not there (RFC 9309 2.3.1.2).
  if (redirects > 5 || missing) return { robots, disallowed: [], crawlDelayMs: 0 };
  return { robots, disallowed, crawlDelayMs };
}
