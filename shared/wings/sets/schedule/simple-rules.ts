import { isFromAhead } from '../../../domain/protocol/set-clock.ts';
import type { RuleOptions } from '../../../domain/spec/rules.ts';
import { firstPages } from './first-pages.ts';
import { bestCandidates, isBusy, type Rule, sitesWithRoom, unspent } from './rule.ts';
import type { Schedule, ScheduledSite } from './schedule.ts';

/** The memory of a site. */
interface Share {
  /** Pages of the site up to the end of its share. */
  readonly pages: number;
  /** Sum of the rewards of those that were read. */
  readonly sum: number;
}

/**
 * R1 (Pechnikov, Chernobrovkin 2012): round(N / K) pages on each site, half up. The rest goes to the site with the
 * largest sum over those pages, and when that site runs dry, to the next site. If a site is added or the budget
 * raised, what is unspent is shared anew, on top of what each site has. For that it grants in small steps: what is
 * granted is spent.
 */
export const equal: Rule = {
  name: 'equal',
  arrange(schedule) {
    const sharing = schedule.sites.filter(({ state }) => state !== 'dry').length;
    const share = Math.round(Math.max(0, unspent(schedule)) / sharing);
    const arranged = (site: ScheduledSite): ScheduledSite =>
      site.state === 'dry'
        ? site
        : { ...site, memory: { pages: site.granted + share, sum: site.reward } satisfies Share };
    return { ...schedule, sites: schedule.sites.map(arranged) };
  },
  learn(_, site, rewards) {
    const { pages, sum } = shareOf(site);
    const before = site.finished - rewards.length;
    const counted = rewards.slice(0, Math.max(0, pages - before));
    return { siteMemory: { pages, sum: counted.reduce((total, reward) => total + reward, sum) } satisfies Share };
  },
  choose(schedule, left) {
    const first = firstPages(schedule, left, site => shareOf(site).pages, stepOf(schedule));
    return compared(schedule, first, () => ({ pages: schedule.options.grant, meritOf: site => shareOf(site).sum }));
  },
};

/** At most a twentieth of a share: eight grants ahead of their reports leave more than half of it to share anew. */
function stepOf({ budget, sites, options }: Schedule): number {
  return Math.max(1, Math.min(options.grant, Math.floor(budget / sites.length / 20)));
}

/** Towards the first pages of each site; once all are read, pages of the best one. */
function compared(
  schedule: Schedule,
  first: ReturnType<typeof firstPages>,
  best: () => { readonly pages: number; readonly meritOf: (site: ScheduledSite) => number },
): ReturnType<Rule['choose']> {
  if (first === 'wait') return undefined;
  if (first !== 'done') return first;
  const { pages, meritOf } = best();
  const indexes = bestCandidates(schedule, meritOf);
  return indexes[0] && { site: indexes[0].site, pages, indexes };
}

function shareOf({ memory }: ScheduledSite): Share {
  return memory as Share;
}

/**
 * R3 (Pechnikov, Chernobrovkin 2012; UCB1 of Auer, Cesa-Bianchi, Fischer 2002): m pages on each site, then always on the
 * site with the largest X̄(i) / Xmax + sqrt(2 ln n / t(i)). Means are those of finished pages; t(i) and n count what is
 * granted too, so that with several grants under way they spread. n includes sites that ran dry.
 */
export const ucb1: Rule = {
  name: 'ucb1',
  choose(schedule, left) {
    const { ucbM, grant } = schedule.options;
    const first = firstPages(schedule, left, () => ucbM, grant);
    return compared(schedule, first, () => ({ pages: grant, meritOf: indexIn(schedule) }));
  },
};

function indexIn({ sites, largest }: Schedule): (site: ScheduledSite) => number {
  const n = sites.reduce((sum, { granted }) => sum + granted, 0);
  return ({ reward, finished, granted }) =>
    (largest === 0 ? 0 : reward / finished / largest) + Math.sqrt((2 * Math.log(n)) / granted);
}

/**
 * R2 (Pechnikov, Chernobrovkin 2012, after Gittins' index): n pages on each site, then always n more on the site with
 * the largest mean of its finished pages. A site that joins later gets its first n pages before the next comparison.
 */
export const gittins: Rule = {
  name: 'gittins',
  choose(schedule, left) {
    const n = schedule.options.gittinsN;
    const meritOf = ({ reward, finished }: ScheduledSite): number => reward / finished;
    return compared(
      schedule,
      firstPages(schedule, left, () => n, n),
      () => ({ pages: n, meritOf }),
    );
  },
};

/** One site after another, by number. */
export const sequential: Rule = {
  name: 'sequential',
  choose(schedule) {
    const [first] = sitesWithRoom(schedule);
    if (first === undefined || isBusy(schedule, first)) return undefined;
    return { site: first.site, pages: schedule.options.grant, indexes: [] };
  },
};

/** The site whose turn it is. */
interface Turn {
  readonly site: number;
  /** Wall clock, ms. */
  readonly since: number;
  /** Pages granted since then. */
  readonly pages: number;
}

/**
 * Each site in turn for its time quantum, in a circle: a site out of the choice gives up the rest of its time. The only
 * rule that looks at the clock; where none runs, a quantum is a number of pages. By the clock only one grant is under way
 * at a time, whatever `inFlight` says: pages granted ahead would be fetched when the site's time has long been over.
 */
export const quantum: Rule = {
  name: 'quantum',
  choose({ options, memory, ...schedule }, _left, now) {
    if (options.quantumPages === undefined && schedule.underWay.length > 0) return undefined;
    const open = sitesWithRoom({ options, ...schedule });
    const turn = turnOf(open, options, memory as Turn | undefined, now);
    if (turn === undefined || isBusy(schedule, turn)) return undefined;
    const pages = Math.min(options.grant, (options.quantumPages ?? Number.POSITIVE_INFINITY) - turn.pages);
    return { site: turn.site, pages, indexes: [], memory: { ...turn, pages: turn.pages + pages } satisfies Turn };
  },
};

function turnOf(
  open: readonly ScheduledSite[],
  options: RuleOptions,
  last: Turn | undefined,
  now: number,
): Turn | undefined {
  if (last !== undefined && open.some(({ site }) => site === last.site) && !isOver(last, options, now)) return last;
  const next = open.find(({ site }) => last === undefined || site > last.site) ?? open[0];
  return next && { site: next.site, since: now, pages: 0 };
}

function isOver(turn: Turn, { quantumPages, quantumSeconds }: RuleOptions, now: number): boolean {
  if (quantumPages !== undefined) return turn.pages >= quantumPages;
  return now - turn.since >= quantumSeconds * 1000 || isFromAhead(turn.since, now);
}
