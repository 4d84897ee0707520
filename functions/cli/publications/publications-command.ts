import { once } from 'node:events';
import { readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { csvHead, csvLine, publicationsOf } from '../../../shared/wings/publications/export/export-publications.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { parseSearch } from '../../../shared/wings/publications/search/search-query.ts';
import type { PublicationQuery } from '../../../shared/wings/publications/store/publication-store.ts';
import { readWatch, type SourceStatus } from '../../embedded/watch/read-watch.ts';

export type PublicationFormat = 'text' | 'jsonl' | 'csv';

export interface PublicationsOptions {
  readonly format: PublicationFormat;
  readonly query?: string;
  readonly source?: string;
  readonly since?: string;
  readonly until?: string;
  readonly originals?: true;
  readonly limit?: number;
}

/** `orbweaver publications`: what a watch has found, newest first, on standard output. */
export async function publications(directory: string, options: PublicationsOptions): Promise<void> {
  const { sources } = await readWatch(directory);
  const query = queryOf(options, sources);
  const store = await readLocalPublications(directory, false);
  if (options.format === 'csv') await print(csvHead);
  if (store === undefined) return;
  try {
    const named = new Map(sources.map(({ number, name, origin }) => [number, { name, origin }] as const));
    const most = options.limit ?? Number.POSITIVE_INFINITY;
    for await (const record of publicationsOf(store, query, { sources: named, most }))
      await print(lineOf(record, options.format));
  } finally {
    store.close();
  }
}

function queryOf(options: PublicationsOptions, sources: readonly SourceStatus[]): PublicationQuery {
  const { query, source, since, until, originals } = options;
  return {
    ...(query === undefined ? {} : { words: parseSearch(query) }),
    ...(source === undefined ? {} : { source: sourceNumber(source, sources) }),
    ...(since === undefined ? {} : { since: instantOf('--since', since) }),
    ...(until === undefined ? {} : { until: instantOf('--until', until) }),
    ...(originals === undefined ? {} : { isOriginal: true }),
  };
}

/** A source by its number, its name, its host or its address. */
function sourceNumber(text: string, sources: readonly SourceStatus[]): number {
  const found = sources.find(
    ({ number, name, origin }) =>
      text === String(number) || text === name || new URL(origin).host === text || URL.parse(text)?.origin === origin,
  );
  if (found !== undefined) return found.number;
  const names = sources.map(({ number, origin }) => `${number} (${new URL(origin).host})`).join(', ');
  throw new BadInput([refusedValue('--source', text, allowance('unknown-source', { names }))]);
}

function instantOf(option: string, text: string): number {
  const at = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw new BadInput([refusedValue(option, text, allowance('bad-day'))]);
}

function lineOf(record: PublicationRecord, format: PublicationFormat): string {
  switch (format) {
    case 'jsonl':
      return `${JSON.stringify(record)}\n`;
    case 'csv':
      return csvLine(record);
    case 'text': {
      const at = (record.published as { readonly at?: string } | null)?.at ?? record.firstSeen;
      return `${at.slice(0, 16).replace('T', ' ')}  ${record.title}\n${' '.repeat(18)}${record.url}\n`;
    }
  }
}

/** Waits where the reader is slower. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
