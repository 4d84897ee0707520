import * as z from 'zod';
import { allowance, asMessage, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { pageOrders } from '../../../shared/domain/spec/crawl-spec.ts';
import { boundedList, wholeNumber } from '../../../shared/domain/spec/fields/field-values.ts';
import { ruleNames } from '../../../shared/domain/spec/rules.ts';
import { neededText } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { bodyOf, type Route, route } from '../request/route.ts';
import { withResults } from './result-routes.ts';

const mostCrawls = 20;
const mostBudgets = 10;
const listError = (most: number, of: string) => asMessage(allowance('list-of-most', { most, of }));
const crawlsError = listError(mostCrawls, 'ids of finished crawls');
const budgetsError = listError(mostBudgets, 'budgets in pages');
const ordersError = asMessage(allowance('one-of', { names: pageOrders }));
const rulesError = asMessage(allowance('some-of', { names: ruleNames }));

const simulationSchema = z.strictObject({
  crawls: boundedList(z.string({ error: crawlsError }), [1, mostCrawls], crawlsError),
  rules: z
    .array(z.enum(ruleNames, { error: rulesError }), { error: rulesError })
    .min(1, { error: rulesError })
    .optional(),
  budgets: boundedList(wholeNumber(1, 1_000_000_000, 'pages'), [1, mostBudgets], budgetsError).optional(),
  order: z.enum(pageOrders, { error: ordersError }).optional(),
});

export const changeRoutes: readonly Route[] = [
  route('GET /crawls/{id}/changes', 'Reports what changed from another crawl to this one: pages and links, by site.', {
    query: { before: neededText('Id of the earlier crawl.') },
    answers: {
      200: 'Sites with changes, at most 1,000, with counts, and the first 200 changes of each kind.',
      400: 'One of the two is a watch, or `before` is missing.',
      409: 'One of the two is not finished, or the place compares no crawls.',
    },
    /** The changes from the crawl `before` to that of the path; both are of the caller, and finished. */
    handle: async ({ query: { before: earlier }, ports, context }) => {
      const { service } = ports;
      if (service.compare === undefined) throw new Problem(409, [refusal('diff-elsewhere')]);
      const after = await withResults(ports, context);
      const before = await withResults(ports, context, earlier);
      return await service.compare(before.id, after.id);
    },
  }),
  route(
    'POST /simulation',
    'Compares the rules on finished crawls: what each would have collected within a budget of pages.',
    {
      body: bodyOf(
        'The crawls; rules and budgets unless all rules at 500, 2,000 and 5,000 pages; the order of pages, if not as they came.',
        simulationSchema,
      ),
      answers: { 200: 'Sites, outcomes at each budget, and lines.', 409: 'Not finished, or this place replays none.' },
      /** The pages that each rule would have collected from finished crawls of the caller. */
      handle: async ({ body, ports, context }) => {
        const { service } = ports;
        if (service.simulate === undefined) throw new Problem(409, [refusal('simulate-elsewhere')]);
        const { crawls, rules, budgets = [500, 2_000, 5_000], order } = await body();
        if (new Set(crawls).size < crawls.length)
          throw new BadInput([refusedValue('crawls', crawls, allowance('crawl-twice'))]);
        for (const crawl of crawls) await withResults(ports, context, crawl);
        const asked = {
          rules: ruleNames.filter(name => rules?.includes(name) ?? true),
          budgets: [...new Set(budgets)].sort((a, b) => a - b),
          order,
        };
        return await service.simulate(crawls, asked);
      },
    },
  ),
];
