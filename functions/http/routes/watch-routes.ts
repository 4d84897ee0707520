import { defined } from '../../../shared/domain/defined.ts';
import { dayOf } from '../../../shared/domain/instant.ts';
import type { CrawlRecord } from '../../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { keepPagesByDefault } from '../../../shared/domain/protocol/kept-days.ts';
import { allowance, BadInput, oneOf, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../../shared/domain/spec/crawl-kind.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { watchSchema } from '../../../shared/place/operations/watch-settings.ts';
import { listFormats } from '../../../shared/place/organization-list.ts';
import { cursorOf, isCount, rowsOfPage } from '../../../shared/place/pages.ts';
import type { WatchService } from '../../../shared/place/watch-service.ts';
import { listedIds } from '../../../shared/wings/publications/mentioned/unlisted.ts';
import { selected } from '../../../shared/wings/publications/table/selected.ts';
import { coverageOf } from '../../../shared/wings/publications/watch/extraction-coverage.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { part, siteNumber } from '../request/fields.ts';
import { Problem, toldRefusal } from '../request/problem.ts';
import { type Asked, damaged, jsonSchema, notHere, type Route, route, specBody } from '../request/route.ts';
import { crawlLine } from '../views/crawl-view.ts';
import { sourceLine, sourceView } from '../views/source-view.ts';
import * as crawls from './crawl-routes.ts';
import { startWatch } from './start-watch.ts';

/** A watch of the caller's, whose state can be read. */
export interface OwnWatch {
  readonly id: string;
  readonly record: CrawlRecord;
  readonly row: CrawlRow;
  readonly watches: WatchService;
}

/** Throws 404 also for the watch of another owner, and for a crawl without a watch. */
export async function ownWatch(ports: HttpPorts, context: Asked): Promise<OwnWatch> {
  return await watchOf(crawls.readableCrawl, ports, context);
}

/** The same of a watch that may be about to be deleted. */
async function shownWatch(ports: HttpPorts, context: Asked): Promise<OwnWatch> {
  return await watchOf(crawls.shownCrawl, ports, context);
}

/** One that failed or stayed before its first row was written does not say whether it is a watch. */
async function removableWatch(ports: HttpPorts, context: Asked): Promise<void> {
  const missing = new Problem(404, [refusal('no-such-watch')]);
  const { row } = await crawls.ownCrawl(ports, context, missing);
  if (ports.watches === undefined || (row !== undefined && kindOf(row.spec).name !== 'watch')) throw missing;
}

async function watchOf(find: typeof crawls.shownCrawl, ports: HttpPorts, context: Asked): Promise<OwnWatch> {
  const missing = new Problem(404, [refusal('no-such-watch')]);
  const { record, row } = await find(ports, context, missing);
  if (row === undefined || kindOf(row.spec).name !== 'watch' || ports.watches === undefined) throw missing;
  return { id: record.id, record, row, watches: ports.watches };
}

/** One whose publications cannot be read is listed with the reason. */
async function countedIn(watches: WatchService, id: string): Promise<object> {
  try {
    return { publications: await watches.countPublications(id) };
  } catch (error) {
    if (error instanceof BadInput) return { damages: error.refusals.map(toldRefusal) };
    throw error;
  }
}

/** The organizations that a query names, by their ids. Throws for one, and for models, that the watch does not have. */
export async function listedIn(
  watches: WatchService,
  watch: string,
  named: readonly string[] = [],
  models: Readonly<Record<string, string | undefined>> = {},
): Promise<readonly string[]> {
  const asked = Object.entries(models).filter(([, model]) => model !== undefined);
  if (named.length === 0 && asked.length === 0) return [];
  const known = await watches.organizations(watch);
  const ids = listedIds(
    named,
    Array.from(known?.organizations ?? [], ({ id }) => id),
  );
  if (known === undefined) throw new Problem(404, [refusal('no-organizations-here')]);
  for (const [name, model] of asked) oneOf(name, model!, known.models);
  return ids;
}

/** Days of the small plot of what is new. */
const daysShown = 30;
const dayMs = 86_400_000;

/** By source; each has all days, the last of them today (UTC). */
async function newPerDay({ clock }: HttpPorts, { id, watches }: OwnWatch): Promise<(source: number) => number[]> {
  const first = Math.floor(clock.now() / dayMs) - daysShown + 1;
  const counts = new Map<string, number>();
  for (const { source, day, count } of await watches.newByDay(id, first * dayMs)) counts.set(`${source} ${day}`, count);
  const days = Array.from({ length: daysShown }, (_, at) => dayOf((first + at) * dayMs));
  return source => days.map(day => counts.get(`${source} ${day}`) ?? 0);
}

/** Latest publications of a source that shows how much the extractor finds. */
const coveredPublications = 100;

/** As its turns have counted, which distinguishes status codes and challenges; of a source whose turns counted nothing, its claims are counted. */
async function skippedOf(
  { id, watches }: OwnWatch,
  { number, skippedBy }: Pick<SourceStatus, 'number' | 'skippedBy'>,
): Promise<Readonly<Record<string, number>>> {
  return Object.keys(skippedBy).length > 0 ? skippedBy : await watches.skipped(id, number);
}

async function knownSource({ id, watches }: OwnWatch, number: number) {
  const source = await watches.source(id, number);
  if (source !== undefined) return source;
  throw new Problem(404, [refusedValue('source', number, allowance('no-such-source'))]);
}

/** Watches and their sources. */
export const watchRoutes: readonly Route[] = [
  route(
    'POST /watches',
    'Starts a watch, where the stack was deployed with watches. Its sites are the sources; one may have `rules`, `render` (`never`, `auto`, `always`) and `applications` (names, in their order), `organizations` is whom to look for (a list, or the text of a file with its `format`), and `watch.hosts` names further hosts, whose publications feeds of the sources name. Feeds, sitemaps and lists of each source are searched for first; with `watch.start` false, the watch then waits for POST /watches/{id}/run, where its place can do that. GET /watches/{id}/findings shows what was found.',
    {
      headers: crawls.startHeaders,
      body: specBody(
        'As for POST /crawls, whose sites are the sources, and `watch`: how they are looked at.',
        () => ({
          watch: jsonSchema(watchSchema),
          organizations: {
            oneOf: [
              { type: 'array' },
              { type: 'object', properties: { text: { type: 'string' }, format: { enum: listFormats } } },
            ],
          },
        }),
        true,
      ),
      answers: {
        202: 'Accepted; `Location` is the crawl of the watch, which has its id.',
        409: 'No watches here, or that of the key was deleted.',
        422: 'The key came with another request.',
      },
      handle: startWatch,
    },
  ),
  route('GET /watches', 'Lists your watches, newest first. Crawls are passed over, so an answer may be short.', {
    query: crawls.ownQuery,
    answers: { 200: 'Some watches, and `next`.' },
    /** Watches among the crawls: a page of the list may be short, though the list goes on. */
    handle: async ({ query, ports, context }) => {
      const { watches } = ports;
      const { lines, next } = await crawls.ownLines(ports, context, query, async (record, row) => {
        if (watches !== undefined && row === undefined && record.isWatch === true) return crawlLine(record, row);
        if (watches === undefined || row === undefined || kindOf(row.spec).name !== 'watch') return undefined;
        return { ...crawlLine(record, row), ...(await countedIn(watches, record.id)) };
      });
      return { watches: lines, ...(watches !== undefined && next) };
    },
  }),
  route(
    'GET /watches/{id}',
    'Shows a watch: its state as that of a crawl, its settings, how many publications it found.',
    {
      answers: { 200: 'The watch.', ...damaged },
      of: shownWatch,
      handle: async ({ own: { id, record, row, watches } }) => {
        const { leastS, mostS, recheckS, archive = false, timeZone, keepPagesDays } = row.spec.watch!;
        return {
          ...crawlLine(record, row),
          ...(await countedIn(watches, id)),
          settings: {
            leastInterval: leastS,
            mostInterval: mostS,
            recheck: recheckS,
            archive,
            ...defined({ timeZone }),
            keepPages: keepPagesDays ?? keepPagesByDefault,
          },
        };
      },
    },
  ),
  route('DELETE /watches/{id}', 'Deletes a watch that was stopped, with all that it found.', {
    answers: {
      202: 'Rows or files are left, and a state machine deletes them. `removed` counts what this request has removed.',
      204: 'Deleted.',
      ...notHere,
      409: 'The watch runs.',
    },
    of: removableWatch,
    handle: crawls.deleteCrawl,
  }),
  route('POST /watches/{id}/run', 'Continues a watch that does not run.', {
    answers: { 202: 'Accepted.', ...notHere, 409: 'The watch runs, or its files are damaged.' },
    of: ownWatch,
    handle: crawls.resumeCrawl,
  }),
  route('POST /watches/{id}/stop', 'Stops a watch after the requests in flight.', {
    answers: { 202: 'Asked for.', ...notHere, 409: 'Nothing works on it.' },
    of: ownWatch,
    handle: crawls.stopCrawl,
  }),
  route(
    'GET /watches/{id}/sources',
    'Lists the sources with their health: last look, next one, entries that fail, publications of each of the last 30 days (UTC).',
    {
      query: part(rowsOfPage, 0, isCount),
      answers: { 200: 'Some sources, and `next`.', ...damaged },
      of: ownWatch,
      handle: async ({ own: watch, query: { limit: most, cursor: after }, ports }) => {
        const found = await watch.watches.sources(watch.id, after, most + 1);
        const shown = found.slice(0, most);
        const perDay = await newPerDay(ports, watch);
        return {
          sources: shown.map(source => sourceLine(source, perDay(source.number))),
          ...(found.length > most && { next: cursorOf(shown.at(-1)!.number) }),
        };
      },
    },
  ),
  route(
    'GET /watches/{id}/sources/{number}',
    'Shows a source: its entries with their last looks, addresses that are no publications by reason (`skippedBy` by their pages, `leftOutBy` by their addresses), addresses that failed at their first look (`failed`; those with `due` are tried again then), and of how many of its latest 100 publications each fact is known.',
    {
      answers: { 200: 'The source.', ...damaged },
      of: ownWatch,
      handle: async ({ own: watch, ports, context }) => {
        const number = siteNumber(context.req.param('number') ?? '');
        const source = await knownSource(watch, number);
        const [skipped, latest, perDay] = await Promise.all([
          skippedOf(watch, source),
          watch.watches.find(watch.id, selected({ source: [number] }), coveredPublications),
          newPerDay(ports, watch),
        ]);
        return sourceView(source, { perDay: perDay(number), skipped, coverage: coverageOf(latest) });
      },
    },
  ),
];
