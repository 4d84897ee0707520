import type { SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { leftOf } from '../../../shared/domain/protocol/site-outcomes.ts';
import type { HttpPorts, SiteLevel } from '../../../shared/place/crawl-service.ts';
import { site } from '../request/fields.ts';
import { type Route, route } from '../request/route.ts';
import { readableCrawl } from './crawl-routes.ts';
import { demandResults } from './result-routes.ts';

export type LevelRow = SiteLevel & { readonly waiting: number };

export const levelRoutes: readonly Route[] = [
  route('GET /crawls/{id}/levels', 'Counts what became of the URLs of each level.', {
    query: { site },
    answers: {
      200: 'The levels, and whether they are final; a place may count at the end only.',
      409: 'Its files are damaged.',
    },
    of: readableCrawl,
    handle: async ({ own: { record, row }, query: { site: number }, ports }) => {
      const isFinal = !record.queued && row?.state === 'finished';
      const soFar = row === undefined ? [] : await ports.service.levelsSoFar(record.id, number);
      if (!isFinal) return { levels: soFar.map(withWaiting), isFinal };
      const levels = await finalLevels(ports, record, number);
      const left = await leftToDo(ports, record.id, soFar);
      return { levels: levels.map(level => withLeft(withWaiting(level), left)), isFinal };
    },
  }),
];

/** Of at most so many sites at once: the levels of more are requested by site. */
const mostSites = 1_000;

/** Addresses of each level of a site that a resume continues. Result files count them as skipped. */
async function leftToDo(
  { store }: HttpPorts,
  id: string,
  soFar: readonly SiteLevel[],
): Promise<ReadonlyMap<string, number>> {
  const open = soFar.map(withWaiting).filter(({ waiting }) => waiting > 0);
  if (open.length === 0) return new Map();
  const rows = await rowsOf(store, id, new Set(open.map(({ site }) => site)));
  const goOn = new Set(rows.filter(site => leftOf(site) > 0).map(({ site }) => site));
  return new Map(open.filter(({ site }) => goOn.has(site)).map(level => [keyOf(level), level.waiting]));
}

/** Beyond so many sites all rows are read at once. */
const mostSingle = 32;

async function rowsOf(store: HttpPorts['store'], id: string, sites: ReadonlySet<number>): Promise<readonly SiteRow[]> {
  if (sites.size > mostSingle) return await store.readSites(id);
  const rows = await Promise.all([...sites].map(async site => await store.readSite(id, site)));
  return rows.filter(row => row !== undefined);
}

function withLeft(level: LevelRow, left: ReadonlyMap<string, number>): LevelRow {
  const own = Math.min(level.skipped, left.get(keyOf(level)) ?? 0);
  return { ...level, skipped: level.skipped - own, waiting: level.waiting + own };
}

function keyOf({ site, level }: SiteLevel): string {
  return `${site} ${level}`;
}

async function finalLevels(
  ports: HttpPorts,
  { id, run }: { readonly id: string; readonly run: number },
  site: number | undefined,
): Promise<readonly SiteLevel[]> {
  const { store, service } = ports;
  const numbers = site === undefined ? (await store.readSitesAfter(id, 0, mostSites)).map(row => row.site) : [site];
  const found = await service.sitesFound(id, run, numbers);
  if (found.size < numbers.length) await demandResults(ports, id, name => name === 'crawl.json');
  return numbers.flatMap(number => (found.get(number)?.levels ?? []).map(level => ({ site: number, ...level })));
}

function withWaiting(count: SiteLevel): LevelRow {
  const { found, nodes, redirects, duplicates, skipped } = count;
  return { ...count, waiting: found - nodes - redirects - duplicates - skipped };
}
