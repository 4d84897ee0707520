import type { CrawlRecord } from '../../../shared/domain/protocol/crawl-record.ts';
import { allowance, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { readCsvRows } from '../../../shared/files/csv-table.ts';
import type { HttpPorts, ListedFile } from '../../../shared/place/crawl-service.ts';
import { cursorOf, isCount } from '../../../shared/place/pages.ts';
import { cursor } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { type Asked, type Route, route } from '../request/route.ts';
import { readableCrawl } from './crawl-routes.ts';

export const resultRoutes: readonly Route[] = [
  route(
    'GET /crawls/{id}/results',
    'Lists result files: name, size, sha256 where it is kept, and a `url` for a GET soon.',
    {
      query: { cursor: cursor(0, isCount) },
      answers: { 200: 'Some files, and `next`.', 409: 'Not finished.' },
      handle: async ({ query: { cursor: part }, ports, context }) => {
        const { service } = ports;
        const record = await withResults(ports, context);
        const files = (await service.results(record.id, record.run, part)) ?? [];
        const listed = files.map(async ({ name, sizeBytes, sha256 }) => ({
          name,
          size: sizeBytes,
          ...(sha256 !== undefined && { sha256 }),
          url: await service.downloadUrl(record.id, name),
        }));
        const more = (await service.results(record.id, record.run, part + 1)) !== undefined;
        return { files: await Promise.all(listed), ...(more && { next: cursorOf(part + 1) }) };
      },
    },
  ),
  route('GET /crawls/{id}/results.zip', 'Gives all result files as a ZIP archive, with a README of their columns.', {
    type: 'application/zip',
    answers: { 200: 'The archive.', 409: 'Not finished, or this place packs no archives.' },
    /** All result files in one archive. */
    handle: async ({ ports, context }) => {
      const { service, store } = ports;
      if (service.zip === undefined) throw new Problem(409, [refusal('zip-elsewhere')]);
      const { id } = await withResults(ports, context);
      await demandResults(ports, id, () => true);
      const name = (await store.readCrawl(id))?.spec.name;
      const body = await service.zip(id, name === undefined ? id : `${name} (${id})`);
      return new Response(body, {
        headers: { 'content-type': 'application/zip', 'content-disposition': attached(`${id}.zip`) },
      });
    },
  }),
  route('GET /crawls/{id}/results/{name}', 'Gives a result file as a download.', {
    type: 'application/octet-stream',
    answers: { 200: 'The file.', 302: 'Where it is, for one GET within 15 minutes.', 409: 'Not finished.' },
    of: withResults,
    /**
     * The file as a download, whatever is in it: texts of crawled pages never become a page of this origin. Its list comes
     * first, so that a crawl that is not finished says so.
     */
    handle: async ({ own: { id }, ports, context }) => {
      const name = context.req.param('name') ?? '';
      const file = isResultName(name) ? await ports.service.download(id, name) : undefined;
      if (file === undefined) throw new Problem(404, [refusedValue('', name, allowance('no-result-file'))]);
      if (file.kind === 'elsewhere') return context.redirect(file.url, 302);
      return new Response(file.body, {
        headers: {
          'content-type': typeOf(name),
          'content-length': String(file.sizeBytes),
          'content-disposition': attached(name.slice(name.lastIndexOf('/') + 1)),
        },
      });
    },
  }),
  route('GET /crawls/{id}/skipped', 'Lists the URLs that became no page, with reasons.', {
    query: { cursor: cursor({ part: 0, file: 0, byte: 0 }, isPosition) },
    answers: { 200: 'Some URLs, and `next`.', 409: 'Not finished.' },
    of: withResults,
    /**
     * URLs that are neither nodes nor merged, with the reason: the rows of the report files, some at a time. An answer may be
     * short and still have a next one.
     */
    handle: async ({ own: record, query: { cursor: from }, ports }) => {
      await demandResults(ports, record.id, name => name.endsWith('.skipped.csv'));
      let position: SkippedPosition | undefined = from;
      const rows: Record<string, string>[] = [];
      const parts = new Map<number, Promise<readonly ListedFile[] | undefined>>();
      for (let look = 0; position !== undefined && rows.length < rowsOfPage && look < looksOfPage; look += 1) {
        const { part }: SkippedPosition = position;
        const files = parts.get(part) ?? ports.service.results(record.id, record.run, part);
        parts.set(part, files);
        const read = await readSome(ports.service, record.id, (await files) ?? [], position);
        rows.push(...read.rows);
        position = read.next;
      }
      return { skipped: rows, ...(position !== undefined && { next: cursorOf(position) }) };
    },
  }),
];

/** A crawl with written results: the crawl of the path, unless `id` names another one. */
export async function withResults(ports: HttpPorts, context: Asked, id?: string): Promise<CrawlRecord> {
  const { record, row } = await readableCrawl(ports, context, undefined, id);
  if (!record.queued && row?.state === 'finished') return record;
  throw new Problem(409, [refusal('no-results')]);
}

/** Throws a `Problem` where a result file that `isAsked` is gone. */
export async function demandResults(
  { service }: HttpPorts,
  crawl: string,
  isAsked: (name: string) => boolean,
): Promise<void> {
  const lost = await service.lostResults?.(crawl);
  if (lost?.names.some(isAsked)) throw new Problem(409, [lost.why]);
}

/** Said to a browser: it is to be kept, by this name. */
function attached(name: string): string {
  return `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`;
}

/** Folders of a crawl directory that hold what is for people. */
const resultName = /^(?:crawl\.json|(?:graph|links|pages|reports|fragment|logs)(?:\/[^/\\\0]+)+)$/;

/** A name that leads nowhere but to a result file. */
export function isResultName(name: string): boolean {
  return resultName.test(name) && !name.split('/').some(part => part === '..' || part === '.');
}

const types: Readonly<Record<string, string>> = { csv: 'text/csv; charset=utf-8', json: 'application/json' };

/** Files that a browser could run are given as bytes. */
function typeOf(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** A position among the rows of all `reports/*.skipped.csv`: part and file of the list of results, byte of the file. */
interface SkippedPosition {
  readonly part: number;
  readonly file: number;
  readonly byte: number;
}

const readAtOnce = 256 * 1024;
const rowsOfPage = 1_000;
/** Looks at files for one answer: a crawl of many sites may have thousands of reports with hardly a row. */
const looksOfPage = 100;

/** No file of a part: the list has ended before it. */
async function readSome(
  service: HttpPorts['service'],
  id: string,
  files: readonly ListedFile[],
  { part, file, byte }: SkippedPosition,
): Promise<{ readonly rows: Record<string, string>[]; readonly next: SkippedPosition | undefined }> {
  if (files.length === 0) return { rows: [], next: undefined };
  const found = files.findIndex(({ name }, index) => index >= file && /^reports\/.*\.skipped\.csv$/.test(name));
  const report = files[found];
  if (report === undefined) return { rows: [], next: { part: part + 1, file: 0, byte: 0 } };
  const from = found === file ? byte : 0;
  const bytes = (await service.readResult(id, report.name, from, readAtOnce)) ?? new Uint8Array(0);
  const isEnd = from + bytes.byteLength >= report.sizeBytes;
  const { rows, readBytes } = readCsvRows(bytes, isEnd);
  const lines = from === 0 ? rows.slice(1) : rows;
  const next = isEnd ? { part, file: found + 1, byte: 0 } : { part, file: found, byte: from + readBytes };
  return { rows: lines.map(row => skippedRow(report.name, row)), next };
}

function skippedRow(name: string, [url = '', level, foundOn = '', reason = '', status, attempts]: readonly string[]) {
  return {
    site: name.slice('reports/'.length, -'.skipped.csv'.length),
    url,
    level: level ?? '',
    foundOn,
    reason,
    status: status ?? '',
    attempts: attempts ?? '',
  };
}

function isPosition(value: unknown): value is SkippedPosition {
  const { part, file, byte } = Object(value) as Record<string, unknown>;
  return isCount(part) && isCount(file) && isCount(byte);
}
