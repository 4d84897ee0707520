import { candidates, type Rule } from './rule.ts';

/** One site after another, by number. */
export const sequential: Rule = {
  name: 'sequential',
  choose(schedule) {
    const [first] = candidates(schedule);
    return first && { site: first.site, pages: schedule.options.grant, indexes: [] };
  },
};
