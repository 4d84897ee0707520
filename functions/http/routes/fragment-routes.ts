import type { Context } from 'hono';
import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';
import { firstRows, resultRows } from '../request/result-rows.ts';
import { type Route, route } from '../request/route.ts';
import { demandResults, withResults } from './result-routes.ts';

const mostRows = 2_000;

export const fragmentRoutes: readonly Route[] = [
  route('GET /crawls/{id}/fragment', 'Gives the Web fragment: sites and links between them, at most 2,000 of each.', {
    answers: { 200: 'The rows of its files.', 409: 'Not finished.' },
    handle: showFragment,
  }),
];

/** The Web fragment as its files have it: sites of the set and its accompanying set, and the links between them. */
async function showFragment(ports: HttpPorts, context: Context<HttpEnv>): Promise<Response> {
  const { id } = await withResults(ports, context);
  await demandResults(ports, id, name => name.startsWith('fragment/'));
  const [sites, links] = await Promise.all([
    headOf(ports, id, 'fragment/sites.csv'),
    headOf(ports, id, 'fragment/links.csv'),
  ]);
  return context.json({ sites, links });
}

/** The first rows of a file, by the names of its columns. */
async function headOf({ service }: HttpPorts, crawl: string, name: string): Promise<readonly object[]> {
  const rows = await resultRows(service, crawl, name);
  if (rows === undefined) throw new Problem(404, [refusal('no-fragment')]);
  const [header = [], ...shown] = await firstRows(rows, mostRows + 1);
  return shown.map(row => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
}
