import type { Context } from 'hono';
import { allowance, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { RecordPage } from '../../../shared/place/watch-service.ts';
import { csvHead, csvLine } from '../../../shared/wings/publications/export/export-publications.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import { parseSearch } from '../../../shared/wings/publications/search/search-query.ts';
import {
  type ListPlace,
  type PublicationQuery,
  placeOf,
} from '../../../shared/wings/publications/store/publication-store.ts';
import type { MentioningQuery } from '../../../shared/wings/publications/table/mentioning-rows.ts';
import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { isTrue } from '../request/choices.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { demandListed } from '../request/listed-organization.ts';
import { cursorOf, isCount, type PageSize, pageSize, positionAt } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { siteNumber } from '../request/site-number.ts';
import { publicationLine, publicationView } from '../views/publication-view.ts';
import { judgeOptionsOf } from './mention-query.ts';
import { ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;

export const publicationsOfPage: PageSize = { usual: 50, most: 200 };
export const exportFormats = ['jsonl', 'csv'] as const;

export function addPublicationRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/watches/:id/publications', async context => await listPublications(ports, context));
  app.get('/watches/:id/publications/export', async context => await exportPublications(ports, context));
  app.get('/watches/:id/publications/:publication', async context => await showPublication(ports, context));
  app.get('/watches/:id/publications/:publication/compare', async context => await compareVersions(ports, context));
}

const mostQuery = 500;

/** Which publications a request requests. Throws `Problem`, `BadInput`. */
export function queryOf(context: Asked): PublicationQuery {
  const { query, source, since, until, originals, cluster } = context.req.query();
  if (query !== undefined && query.length > mostQuery)
    throw new Problem(400, [refusedValue('query', query.length, allowance('text-length', { most: mostQuery }))]);
  return {
    ...(query !== undefined && query.trim() !== '' && { words: parseSearch(query) }),
    ...(source !== undefined && source !== '' && { source: siteNumber(source) }),
    ...readPeriod(['since', since], ['until', until]),
    ...(cluster !== undefined && { cluster: publicationNumber('cluster', cluster) }),
    ...(isTrue('originals', originals) && { isOriginal: true }),
  };
}

const mostNumber = 1_000_000_000_000;

function publicationNumber(field: string, text: string): number {
  const number = /^[1-9]\d{0,11}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= mostNumber) return number;
  const why = allowance('whole-number', { least: 1, most: mostNumber, of: 'number of a publication' });
  throw new Problem(400, [refusedValue(field, text, why)]);
}

/** What publications shall say of organizations; undefined if that is not requested. Throws `Problem`. */
function mentioningOf(context: Asked): MentioningQuery | undefined {
  const { organization } = context.req.query();
  const tones = (context.req.queries('tone') ?? []).filter(tone => tone !== '');
  const hasOrganization = organization !== undefined && organization !== '';
  if (!hasOrganization && tones.length === 0) return undefined;
  const { source, ...query } = queryOf(context);
  const wrong = tones.find(tone => !judgements.some(each => each === tone));
  if (wrong !== undefined)
    throw new Problem(400, [refusedValue('tone', wrong, allowance('one-of', { names: judgements }))]);
  return {
    ...query,
    ...judgeOptionsOf(context),
    ...(source !== undefined && { sources: [source] }),
    ...(hasOrganization && { organization }),
    ...(tones.length !== 0 && { judgements: judgements.filter(each => tones.includes(each)) }),
  };
}

async function listPublications(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const query = queryOf(context);
  const mentioning = mentioningOf(context);
  const most = pageSize(context.req.query('limit'), publicationsOfPage);
  const before = positionAt<ListPlace | undefined>(context.req.query('cursor'), undefined, isPlace);
  await demandListed(watches, id, context.req.query('organization'));
  const found =
    mentioning === undefined
      ? await watches.find(id, query, most + 1, before)
      : await watches.mentioning(id, mentioning, most + 1, before);
  const shown = found.slice(0, most);
  return context.json({
    publications: shown.map(publicationLine),
    ...(found.length > most && { next: cursorOf(placeOf(shown.at(-1)!)) }),
  });
}

function isPlace(value: unknown): value is ListPlace {
  const { datedAt, id } = Object(value) as Partial<Record<keyof ListPlace, unknown>>;
  return Number.isSafeInteger(datedAt) && isCount(id);
}

/** The mark by which Excel knows UTF-8, if that is requested. Throws `Problem`. */
export function markOf(context: Asked): string {
  return isTrue('bom', context.req.query('bom')) ? '\ufeff' : '';
}

/** Publications whose texts are in memory at once. */
const exportedAtOnce = 20;
const types = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' };

/** All that fit, as a download that is written while it is read. */
async function exportPublications(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const query = queryOf(context);
  const asked = context.req.query('format') ?? 'jsonl';
  const format = exportFormats.find(each => each === asked);
  if (format === undefined)
    throw new Problem(400, [refusedValue('format', asked, allowance('one-of', { names: exportFormats }))]);
  const before = positionAt<ListPlace | undefined>(context.req.query('cursor'), undefined, isPlace);
  const mentioning = mentioningOf(context);
  await demandListed(watches, id, context.req.query('organization'));
  const read = async (most: number, below: ListPlace | undefined): Promise<RecordPage> =>
    mentioning === undefined
      ? await watches.records(id, query, most, below)
      : await watches.mentioningRecords(id, mentioning, most, below);
  const records = recordsOf(read, before);
  const head = format === 'csv' ? `${markOf(context)}${csvHead}` : '';
  if (!ports.service.isLive) return await exportPart(context, format, head, records);
  // An unreadable file is answered with a problem, not with a broken download.
  const first = await records.next();
  return new Response(linesOf(format, head, first.done === true ? { records: [] } : first.value, records), {
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="publications.${format}"`,
    },
  });
}

/** What a gateway that answers once and soon takes of an export, as bytes and as time. */
const mostPartBytes = 3_000_000;
const mostPartMs = 15_000;

/** The rest of the export is at the address of `Link`, where there is a rest. */
async function exportPart(
  context: Asked,
  format: (typeof exportFormats)[number],
  head: string,
  pages: AsyncGenerator<RecordPage, void>,
): Promise<Response> {
  const end = performance.now() + mostPartMs;
  const isFirst = context.req.query('cursor') === undefined;
  let text = isFirst ? head : '';
  let last: ListPlace | undefined;
  for await (const page of pages) {
    for (const record of page.records) text += lineOf(format, record);
    last = page.last;
    if (last !== undefined && (text.length > mostPartBytes || performance.now() > end)) break;
  }
  const url = new URL(context.req.url);
  if (last !== undefined) url.searchParams.set('cursor', cursorOf(last));
  return new Response(text, {
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="publications.${format}"`,
      ...(last !== undefined && { link: `<${url.search}>; rel="next"` }),
    },
  });
}

function lineOf(format: (typeof exportFormats)[number], record: PublicationRecord): string {
  return format === 'csv' ? csvLine(record) : `${JSON.stringify(record)}\n`;
}

async function* recordsOf(
  read: (most: number, before: ListPlace | undefined) => Promise<RecordPage>,
  from: ListPlace | undefined,
): AsyncGenerator<RecordPage, void> {
  let before = from;
  do {
    const page = await read(exportedAtOnce, before);
    yield page;
    before = page.last;
  } while (before !== undefined);
}

function linesOf(
  format: (typeof exportFormats)[number],
  head: string,
  first: RecordPage,
  rest: AsyncGenerator<RecordPage, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const linesIn = ({ records }: RecordPage): string => records.map(record => lineOf(format, record)).join('');
  return new ReadableStream({
    start: controller => controller.enqueue(encoder.encode(head + linesIn(first))),
    pull: async controller => {
      const { done, value } = await rest.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(linesIn(value)));
    },
    cancel: async () => void (await rest.return()),
  });
}

/** Copies of one answer; a list of them by `cluster` has all. */
const copiesShown = 50;

async function showPublication(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, row, watches } = await ownWatch(ports, context);
  const number = publicationNumber('publication', context.req.param('publication') ?? '');
  const known = await watches.publication(id, number);
  if (known === undefined) throw new Problem(404, [refusal('no-such-publication')]);
  const version = versionOf(context, 'version', known.row.version);
  const [text, source, cluster] = await Promise.all([
    watches.text(id, number, version),
    watches.source(id, known.row.source),
    watches.find(id, { cluster: known.row.cluster }, copiesShown + 1),
  ]);
  if (text === undefined) throw noVersion('version', version);
  const name = row.spec.sites.find(each => each.number === known.row.source)?.name ?? source?.name;
  const copies = cluster.filter(copy => copy.id !== number);
  return context.json({
    ...publicationView(known, { version, text, source: name ?? String(known.row.source) }),
    copies: copies.slice(0, copiesShown).map(publicationLine),
    hasMoreCopies: cluster.length > copiesShown,
  });
}

function versionOf(context: Asked, field: string, usual: number): number {
  const text = context.req.query(field);
  if (text === undefined) return usual;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Problem(400, [refusedValue(field, text, allowance('no-such-version'))]);
}

function noVersion(field: string, version: number): Problem {
  return new Problem(404, [refusedValue(field, version, allowance('no-such-version'))]);
}

async function compareVersions(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const number = publicationNumber('publication', context.req.param('publication') ?? '');
  const known = await watches.publication(id, number);
  if (known === undefined) throw new Problem(404, [refusal('no-such-publication')]);
  const to = versionOf(context, 'to', known.row.version);
  const from = versionOf(context, 'from', Math.max(1, to - 1));
  const comparison = await watches.compare(id, number, from, to);
  if (comparison !== undefined) return context.json(comparison);
  const missing = known.versions.some(({ version }) => version === from) ? ['to', to] : ['from', from];
  throw noVersion(String(missing[0]), Number(missing[1]));
}
