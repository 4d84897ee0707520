import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { cursorOf, isCount, rowsOfPage } from '../../../shared/place/pages.ts';
import type { Choice, Schedule, ScheduledSite } from '../../../shared/wings/sets/schedule/schedule.ts';
import { part } from '../request/fields.ts';
import { type Route, route } from '../request/route.ts';
import { readableCrawl } from './crawl-routes.ts';

/** A decision with what came of it so far. */
export interface ChoiceRow extends Choice {
  /** New external links on those of its pages that are parsed; absent before the first. */
  readonly reward?: number;
  /** How many of its pages are parsed. */
  readonly pages?: number;
}

/** A site among those that share the page budget. */
export type SharingSite = Pick<ScheduledSite, 'site' | 'state' | 'granted' | 'finished' | 'reward'>;

export const choiceRoutes: readonly Route[] = [
  route('GET /crawls/{id}/choices', 'Lists the decisions of the rule that shares the page budget.', {
    query: part(rowsOfPage, 0, isCount),
    answers: {
      200: 'Rule, budget, yield of each site, some choices with their rewards, and `next`.',
      409: 'Its files are damaged.',
    },
    of: readableCrawl,
    /** Decisions of the rule that shares the page budget, with what came of them so far; none if no rule is asked. */
    handle: async ({ own: { record, row }, query: { cursor: after, limit: most }, ports }) => {
      const schedule = (await ports.schedule.readSchedule(record.id))?.schedule;
      const choices = schedule === undefined ? [] : await ports.schedule.readChoices(record.id, after, most);
      const rewarded = await withRewards(ports, record.id, choices);
      const last = choices.at(-1)?.step ?? after;
      return {
        ...(row !== undefined && { rule: row.spec.rule, budget: row.spec.limit }),
        ...(schedule !== undefined && { sites: sharingSites(schedule) }),
        choices: rewarded,
        ...(choices.length === most && schedule !== undefined && last + 1 < schedule.next && { next: cursorOf(last) }),
      };
    },
  }),
];

/** The set's rule at work: yield and budget of each site. */
function sharingSites({ sites }: Schedule): readonly SharingSite[] {
  return sites.map(({ site, state, granted, finished, reward }) => ({ site, state, granted, finished, reward }));
}

async function withRewards(
  { schedule }: HttpPorts,
  crawl: string,
  choices: readonly Choice[],
): Promise<readonly ChoiceRow[]> {
  const bySite = Map.groupBy(choices, ({ site }) => site);
  const rewards = new Map(
    await Promise.all(
      [...bySite].map(async ([site, own]) => {
        const first = Math.min(...own.map(({ from }) => from));
        return [site, { first, pages: await schedule.readRewards(crawl, site, first) }] as const;
      }),
    ),
  );
  return choices.map(choice => {
    const { first, pages } = rewards.get(choice.site)!;
    const own = pages.slice(choice.from - first, choice.to - first);
    if (own.length === 0) return choice;
    return { ...choice, reward: own.reduce((sum, reward) => sum + reward, 0), pages: own.length };
  });
}
