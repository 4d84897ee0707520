import type { Context } from 'hono';
import * as z from 'zod';
import { allowance, asMessage, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { wholeNumber } from '../../../shared/domain/spec/fields/whole-number.ts';
import { ruleNames } from '../../../shared/domain/spec/rules.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';
import { readJson, readValue } from '../request/read-request.ts';
import { withResults } from './result-routes.ts';

export function addChangeRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/crawls/:id/changes', async context => await showChanges(ports, context));
  app.post('/simulation', async context => await simulate(ports, context));
}

/** What changed from the crawl `before` to that of the path; both are of the caller, and finished. */
async function showChanges(ports: HttpPorts, context: Context<HttpEnv>): Promise<Response> {
  const { service } = ports;
  if (service.compare === undefined) throw new Problem(409, [refusal('diff-elsewhere')]);
  const after = await withResults(ports, context);
  const before = await withResults(ports, context, context.req.query('before') ?? '');
  return context.json(await service.compare(before.id, after.id));
}

const mostCrawls = 20;
const mostBudgets = 10;
const listError = (most: number, of: string) => asMessage(allowance('list-of-most', { most, of }));
const crawlsError = listError(mostCrawls, 'ids of finished crawls');
const budgetsError = listError(mostBudgets, 'budgets in pages');
const rulesError = asMessage(allowance('some-of', { names: ruleNames }));

/** Body of POST /simulation. */
export const simulationSchema = z.strictObject({
  crawls: z
    .array(z.string({ error: crawlsError }), { error: crawlsError })
    .min(1, { error: crawlsError })
    .max(mostCrawls, { error: crawlsError }),
  rules: z
    .array(z.enum(ruleNames, { error: rulesError }), { error: rulesError })
    .min(1, { error: rulesError })
    .optional(),
  budgets: z
    .array(wholeNumber(1, 1_000_000_000, 'pages'), { error: budgetsError })
    .min(1, { error: budgetsError })
    .max(mostBudgets, { error: budgetsError })
    .optional(),
});

/** What each rule would have collected from finished crawls of the caller. */
async function simulate(ports: HttpPorts, context: Context<HttpEnv>): Promise<Response> {
  const { service } = ports;
  if (service.simulate === undefined) throw new Problem(409, [refusal('simulate-elsewhere')]);
  const { crawls, rules, budgets = [500, 2_000, 5_000] } = readValue(simulationSchema, await readJson(context.req.raw));
  if (new Set(crawls).size < crawls.length)
    throw new BadInput([refusedValue('crawls', crawls, allowance('crawl-twice'))]);
  for (const crawl of crawls) await withResults(ports, context, crawl);
  const asked = {
    rules: ruleNames.filter(name => rules?.includes(name) ?? true),
    budgets: [...new Set(budgets)].sort((a, b) => a - b),
  };
  return context.json(await service.simulate(crawls, asked));
}
