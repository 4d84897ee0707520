import type { Context } from 'hono';
import type { HttpPorts, SiteLevel } from '../../../shared/place/crawl-service.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { siteNumber } from '../request/site-number.ts';
import { readableCrawl } from './crawl-routes.ts';
import { demandResults } from './result-routes.ts';

type Asked = Context<HttpEnv>;

export type LevelRow = SiteLevel & { readonly waiting: number };

export function addLevelRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/crawls/:id/levels', async context => await listLevels(ports, context));
}

/** Of at most so many sites at once: the levels of more are asked for by site. */
const mostSites = 1_000;

async function listLevels(ports: HttpPorts, context: Asked): Promise<Response> {
  const { record, row } = await readableCrawl(ports, context);
  const asked = context.req.query('site');
  const site = asked === undefined ? undefined : siteNumber(asked);
  const isFinal = !record.queued && row?.state === 'finished';
  const levels = isFinal
    ? await finalLevels(ports, record, site)
    : row === undefined
      ? []
      : await ports.service.levelsSoFar(record.id, site);
  return context.json({ levels: levels.map(withWaiting), isFinal });
}

async function finalLevels(
  ports: HttpPorts,
  { id, run }: { readonly id: string; readonly run: number },
  site: number | undefined,
): Promise<readonly SiteLevel[]> {
  const { store, service } = ports;
  const numbers = site === undefined ? (await store.readSites(id)).slice(0, mostSites).map(row => row.site) : [site];
  const found = await service.sitesFound(id, run, numbers);
  if (found.size < numbers.length) await demandResults(ports, id, name => name.endsWith('.levels.csv'));
  return numbers.flatMap(number => (found.get(number)?.levels ?? []).map(level => ({ site: number, ...level })));
}

function withWaiting(count: SiteLevel): LevelRow {
  const { found, nodes, redirects, duplicates, skipped } = count;
  return { ...count, waiting: found - nodes - redirects - duplicates - skipped };
}
