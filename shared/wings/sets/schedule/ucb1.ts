import { firstPages } from './first-pages.ts';
import { bestFirst, candidates, type Rule } from './rule.ts';
import type { Schedule, ScheduledSite } from './schedule.ts';

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
    if (first === 'wait') return undefined;
    if (first !== 'done') return first;
    const indexes = bestFirst(candidates(schedule), indexIn(schedule));
    return indexes[0] && { site: indexes[0].site, pages: grant, indexes };
  },
};

function indexIn({ sites, largest }: Schedule): (site: ScheduledSite) => number {
  const n = sites.reduce((sum, { granted }) => sum + granted, 0);
  return ({ reward, finished, granted }) =>
    (largest === 0 ? 0 : reward / finished / largest) + Math.sqrt((2 * Math.log(n)) / granted);
}
