import { firstPages } from './first-pages.ts';
import { bestFirst, candidates, type Rule, unspent } from './rule.ts';
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
    if (first === 'wait') return undefined;
    return first === 'done' ? theRest(schedule) : first;
  },
};

/** At most a twentieth of a share: eight grants ahead of their reports leave more than half of it to share anew. */
function stepOf({ budget, sites, options }: Schedule): number {
  return Math.max(1, Math.min(options.grant, Math.floor(budget / sites.length / 20)));
}

function theRest(schedule: Schedule): ReturnType<Rule['choose']> {
  const indexes = bestFirst(candidates(schedule), site => shareOf(site).sum);
  return indexes[0] && { site: indexes[0].site, pages: schedule.options.grant, indexes };
}

function shareOf({ memory }: ScheduledSite): Share {
  return memory as Share;
}
