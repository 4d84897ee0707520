import { Readable } from 'node:stream';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { createNormalizer } from '../../../shared/domain/url/normalize.ts';
import { csvRow } from '../../../shared/files/csv-table.ts';
import { xlsxOfRows } from '../../../shared/files/xlsx-of-csv.ts';
import type { CrawlService, HttpPorts } from '../../../shared/place/crawl-service.ts';
import { cursorOf, isCount, rowsOfPage } from '../../../shared/place/pages.ts';
import { choice, field, order, part, site, text, toggle, type ValuesOf, wholeFrom } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { resultCells, resultRows } from '../request/result-rows.ts';
import { type Route, route } from '../request/route.ts';
import { type RowsQuery, rowFilter, sortedRows } from '../request/sorted-rows.ts';
import { siteFileOf } from '../views/site-files.ts';
import { demandResults, isResultName, withResults } from './result-routes.ts';

type Rows = AsyncIterable<readonly string[]>;

/** Rows of a table that are read for an answer: on one machine, and in a function with seconds left. */
const mostRows = { live: 1_000_000, brief: 100_000 };
/** A Lambda answers 6 MB at most. */
const mostBriefBytes = 5_000_000;
const mostText = 500;
const mostReferrers = 1_000;

const tableQuery = {
  text: text('Part of any cell.', mostText),
  column: text('A column whose cells are to be equal to `is`.'),
  is: text('See `column`.', mostText),
  sort: text('A column; empty cells come last.'),
  order: order('Of `sort`.'),
  format: choice('`csv` or `xlsx`: all such rows, in the order of the file.', ['json', 'csv', 'xlsx'], 'json'),
  times: toggle('Of `pages/…`: two more columns, AskedAt and Milliseconds, from the log.'),
  ...part(rowsOfPage, 0, isCount),
};

export const tableRoutes: readonly Route[] = [
  route('GET /crawls/{id}/tables/{name}', 'Gives rows of a CSV file of the results, filtered and sorted.', {
    query: tableQuery,
    answers: {
      200: 'Columns, some rows, how many in all, and `next`.',
      409: 'Not finished, too long, or without a log.',
    },
    of: withResults,
    /** Rows of a CSV file of the results, filtered and sorted; as JSON some at a time, as a file all in the order of the file. */
    handle: async ({ own: { id }, query, ports, context }) => {
      const name = context.req.param('name') ?? '';
      const rows = isResultName(name) && name.endsWith('.csv') ? await resultRows(ports.service, id, name) : undefined;
      if (rows === undefined) {
        await demandResults(ports, id, each => each === name);
        throw new Problem(404, [refusedValue('', name, allowance('no-result-file'))]);
      }
      const { header, rest: fileRows } = await withoutHeader(rows);
      const { times: isTimed, limit: most, cursor: from } = query;
      if (isTimed && !name.startsWith('pages/'))
        throw new Problem(400, [refusedValue('times', 'true', allowance('times-of-pages'))]);
      const columns = isTimed ? [...header, ...timeColumns] : header;
      const rest = isTimed ? await timed(ports, id, fileRows, header) : fileRows;
      const wanted = rowsQuery(query, columns);
      if (query.format !== 'json')
        return await asFile(ports, name, query.format, fileBlocks[query.format](columns, rest, wanted));
      const read = bounded(rest, ports.service.isLive ? mostRows.live : mostRows.brief, name);
      const { rows: shown, total } = await sortedRows(read, columns, wanted, { from, most });
      const next = from + shown.length < total ? { next: cursorOf(from + shown.length) } : {};
      return { columns, rows: shown, total, ...next };
    },
  }),
  route('GET /crawls/{id}/referrers', 'Lists pages that link to a page, by id, at most 1,000.', {
    query: { site, page: field('Id of the page.', wholeFrom(0), (_, given) => numberFrom(given)) },
    answers: { 200: 'The pages, and how many in all.', 409: 'Not finished, or its files are missing.' },
    of: withResults,
    /** The pages that link to a page, from `graph/<site>.edges.csv`: at most 1,000, in the order of their ids. */
    handle: async ({ own: record, query: { site: number = 1, page = numberFrom(undefined) }, ports }) => {
      const { id } = record;
      const file = await siteFileOf(ports, record, number);
      if (file === undefined) throw new Problem(404, [refusedValue('site', number, allowance('site-not-here'))]);
      const most = ports.service.isLive ? 20 * mostRows.live : mostRows.brief;
      const [edges, pages] = [`graph/${file}.edges.csv`, `pages/${file}.csv`];
      const arcs = await resultRows(ports.service, id, edges);
      const rows = await resultRows(ports.service, id, pages);
      if (arcs === undefined || rows === undefined) throw new Problem(409, [ports.service.lacksPicture(id)]);
      const weights = new Map<string, number>();
      let total = 0;
      for await (const [source = '', target, , weight] of bounded(arcs, most, edges)) {
        if (target !== page) continue;
        total += 1;
        if (weights.size < mostReferrers) weights.set(source, Number(weight));
      }
      const linking: { id: number; url: string; title: string; links: number }[] = [];
      for await (const [node = '', url = '', , title = ''] of bounded(rows, most, pages)) {
        const links = weights.get(node);
        if (links !== undefined) linking.push({ id: Number(node), url, title, links });
        if (linking.length === weights.size) break;
      }
      return { pages: linking, total };
    },
  }),
];

async function timed(
  { store, service }: HttpPorts,
  crawl: string,
  rows: Rows,
  columns: readonly string[],
): Promise<Rows> {
  const row = await store.readCrawl(crawl);
  if (row === undefined) throw new Problem(409, [refusal('no-results')]);
  return await withTimes(rows, columns, { service, crawl, spec: row.spec });
}

/** Throws `Problem`. */
function rowsQuery(query: ValuesOf<typeof tableQuery>, columns: readonly string[]): RowsQuery {
  const { column, sort } = query;
  for (const [name, value] of Object.entries({ column, sort }))
    if (value !== undefined && !columns.includes(value))
      throw new Problem(400, [refusedValue(name, value, allowance('one-of', { names: columns }))]);
  return { ...defined({ text: query.text, column, is: query.is, sort }), isDescending: query.order === 'desc' };
}

async function withoutHeader(rows: Rows): Promise<{ readonly header: readonly string[]; readonly rest: Rows }> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return { header: first.done === true ? [] : first.value, rest: { [Symbol.asyncIterator]: () => iterator } };
}

/** Throws `Problem` behind the last row that may be read. */
async function* bounded(rows: Rows, most: number, name: string): AsyncGenerator<readonly string[], void> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > most) throw new Problem(409, [refusal('table-too-long', { name, most })]);
    yield row;
  }
}

const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

async function asFile(
  { service }: HttpPorts,
  name: string,
  format: keyof typeof fileTypes,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Response> {
  const file = name.slice(name.lastIndexOf('/') + 1, -'csv'.length).replaceAll(/[^\w.-]/g, '_') + format;
  return new Response(service.isLive ? streamOf(bytes) : await gathered(bytes, name), {
    headers: { 'content-type': fileTypes[format], 'content-disposition': `attachment; filename="${file}"` },
  });
}

function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>;
}

type FileBlocks = (columns: readonly string[], rows: Rows, query: RowsQuery) => AsyncIterable<Uint8Array>;

const fileBlocks: Readonly<Record<keyof typeof fileTypes, FileBlocks>> = {
  async *csv(columns, rows, query) {
    yield Buffer.from(csvRow(columns));
    for await (const row of fitting(rows, rowFilter(columns, query))) yield Buffer.from(csvRow(row));
  },
  xlsx: (columns, rows, query) => xlsxOfRows(columns, fitting(rows, rowFilter(columns, query))),
};

async function* fitting(rows: Rows, fits: ReturnType<typeof rowFilter>): AsyncGenerator<readonly string[], void> {
  for await (const row of rows) if (fits(row)) yield row;
}

/** Throws `Problem` where it is longer than one answer may be. */
async function gathered(bytes: AsyncIterable<Uint8Array>, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > mostBriefBytes) throw new Problem(409, [refusal('table-too-long', { name, most: pieces.length })]);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function numberFrom(text: string | undefined): string {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return String(Number(text));
  throw new Problem(400, [refusedValue('page', text, allowance('range', { least: 0, most: 999_999_999 }))]);
}

/** Columns that `withTimes` adds. Files of results have none of them, because two runs write the same bytes. */
const timeColumns: readonly string[] = ['AskedAt', 'Milliseconds'];

const logFile = 'logs/common.csv';
/** Addresses of which times are in memory for one answer. */
const mostTimed = 200_000;

/**
 * Rows of the page table, each with when its address was requested last and how long the answer took, as the log of the crawl
 * has it. Throws `Problem` where the place keeps no log, or one of more than 200,000 addresses.
 */
async function withTimes(
  rows: AsyncIterable<readonly string[]>,
  columns: readonly string[],
  { service, crawl, spec }: { readonly service: CrawlService; readonly crawl: string; readonly spec: ResolvedSpec },
): Promise<AsyncIterable<readonly string[]>> {
  const logged = await resultCells(service, crawl, logFile, ['time', 'address', 'ms', 'level']);
  if (logged === undefined) throw new Problem(409, [refusal('times-elsewhere')]);
  const normalize = createNormalizer(spec.normalization);
  const times = new Map<string, readonly string[]>();
  for await (const [time = '', address = '', ms = '', level = ''] of logged) {
    // robots.txt, sitemaps, probes and checks requested no page.
    const url = level === '-1' ? null : URL.parse(address);
    if (url !== null) times.set(normalize(url), [time, ms]);
    if (times.size > mostTimed) throw new Problem(409, [refusal('table-too-long', { name: logFile, most: mostTimed })]);
  }
  return joined(rows, columns.indexOf('Url'), times);
}

async function* joined(
  rows: AsyncIterable<readonly string[]>,
  place: number,
  times: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<readonly string[], void> {
  for await (const row of rows) yield [...row, ...(times.get(row[place] ?? '') ?? ['', ''])];
}
