import type { HttpPorts, SiteLevel } from '../../../shared/place/crawl-service.ts';
import { site } from '../request/fields.ts';
import { type Route, route } from '../request/route.ts';
import { readableCrawl } from './crawl-routes.ts';
import { demandResults } from './result-routes.ts';

export type LevelRow = Omit<SiteLevel, 'left'> & { readonly waiting: number };

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
      if (isFinal) return { levels: (await finalLevels(ports, record, number)).map(withWaiting), isFinal };
      const soFar = row === undefined ? [] : await ports.service.levelsSoFar(record.id, number);
      return { levels: soFar.map(withWaiting), isFinal };
    },
  }),
];

/** Of at most so many sites at once: the levels of more are requested by site. */
const mostSites = 1_000;

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

/** Addresses that a resume continues with wait. Result files count them as skipped. */
function withWaiting({ left = 0, ...count }: SiteLevel): LevelRow {
  const { found, nodes, redirects, duplicates } = count;
  const skipped = count.skipped - left;
  return { ...count, skipped, waiting: found - nodes - redirects - duplicates - skipped };
}
