import { isFromAhead } from '../../../domain/protocol/set-clock.ts';
import type { RuleOptions } from '../../../domain/spec/rules.ts';
import { candidates, type Rule } from './rule.ts';
import type { ScheduledSite } from './schedule.ts';

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
    const open = candidates({ options, ...schedule });
    const turn = turnOf(open, options, memory as Turn | undefined, now);
    if (turn === undefined) return undefined;
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
