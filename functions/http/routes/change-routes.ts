import type { Context } from 'hono';
import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';
import { withResults } from './result-routes.ts';

export function addChangeRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/crawls/:id/changes', async context => await showChanges(ports, context));
}

/** What changed from the crawl `before` to that of the path; both are of the caller, and finished. */
async function showChanges(ports: HttpPorts, context: Context<HttpEnv>): Promise<Response> {
  const { service } = ports;
  if (service.compare === undefined) throw new Problem(409, [refusal('diff-elsewhere')]);
  const after = await withResults(ports, context);
  const before = await withResults(ports, context, context.req.query('before') ?? '');
  return context.json(await service.compare(before.id, after.id));
}
