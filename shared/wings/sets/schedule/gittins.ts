import { firstPages } from './first-pages.ts';
import { bestFirst, candidates, type Rule } from './rule.ts';

/**
 * R2 (Pechnikov, Chernobrovkin 2012, after Gittins' index): n pages on each site, then always n more on the site with
 * the largest mean of its finished pages. A site that joins later gets its first n pages before the next comparison.
 */
export const gittins: Rule = {
  name: 'gittins',
  choose(schedule, left) {
    const n = schedule.options.gittinsN;
    const first = firstPages(schedule, left, () => n, n);
    if (first === 'wait') return undefined;
    if (first !== 'done') return first;
    const indexes = bestFirst(candidates(schedule), ({ reward, finished }) => reward / finished);
    return indexes[0] && { site: indexes[0].site, pages: n, indexes };
  },
};
