import { type LocalPublications, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import {
  csvHead,
  csvLine,
  publicationsOf,
  recordsOf,
} from '../../../shared/wings/publications/export/export-publications.ts';
import type { PublicationRecord, SourceName } from '../../../shared/wings/publications/export/publication-record.ts';
import { allLabels } from '../../../shared/wings/publications/labels/label-store.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import { parseSearch } from '../../../shared/wings/publications/search/search-query.ts';
import type { PublicationQuery } from '../../../shared/wings/publications/store/publication-store.ts';
import { mentioningPublications, rowsOf } from '../../../shared/wings/publications/table/mentioning-rows.ts';
import { type Judgement, judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { oneLine } from '../mentions/shown-lines.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { demandOrganization } from '../terminal/demand-known.ts';
import { demandNoTerminal, print, printMark } from '../terminal/print.ts';
import { sourceNamed } from '../watch/source-named.ts';
import type { PublicationFormat, PublicationsOptions } from './publications-options.ts';

/** `orbweaver publications`: what a watch has found, newest first, on standard output. */
export async function publications(directory: string, options: PublicationsOptions): Promise<void> {
  const { sources } = await readWatch(directory);
  if (options.application !== undefined) {
    const { printRecords } = await import('./records-command.ts');
    await printRecords(directory, options.application, options, sources);
    return;
  }
  const query = queryOf(options, sources);
  const store = await readLocalPublications(directory, false);
  try {
    const named = new Map(sources.map(({ number, name, origin }) => [number, { name, origin }] as const));
    const most = options.limit ?? Number.POSITIVE_INFINITY;
    const found = store === undefined ? [] : await foundIn(store, query, { options, sources: named, most });
    await printMark(options);
    for await (const part of written(found, options.format)) await print(part);
  } finally {
    store?.close();
  }
}

interface Asked {
  readonly options: PublicationsOptions;
  readonly sources: ReadonlyMap<number, SourceName>;
  readonly most: number;
}

async function foundIn(
  store: LocalPublications,
  query: PublicationQuery,
  { options, sources, most }: Asked,
): Promise<AsyncIterable<PublicationRecord>> {
  const { organization, tone, confidence, nested } = options;
  if (organization === undefined && tone === undefined) return publicationsOf(store, query, { sources, most });
  const wrong = tone?.find(each => !judgements.some(known => known === each));
  if (wrong !== undefined)
    throw new BadCommand([`--tone ${wrong} is not known; allowed are ${judgements.join(', ')}.`]);
  await demandOrganization(organization, store.mentions);
  const { source, ...rest } = query;
  const asked = {
    ...rest,
    ...{ confidence, isNested: nested === true },
    ...(source !== undefined && { sources: [source] }),
    ...(organization !== undefined && { organization }),
    ...(tone !== undefined && { judgements: tone as readonly Judgement[] }),
  };
  const { mentions, labels } = store;
  const pairs = mentioningPublications({ publications: store, mentions }, await allLabels(labels), asked);
  return recordsOf(store, rowsOf(store, pairs, most), sources);
}

/** What fits, in a format. */
export async function* written(
  records: AsyncIterable<PublicationRecord> | Iterable<PublicationRecord>,
  format: PublicationFormat,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'parquet') {
    demandNoTerminal();
    const { publicationsParquet } = await import('../../../shared/wings/publications/export/publications-parquet.ts');
    yield* publicationsParquet(records);
    return;
  }
  if (format === 'csv') yield csvHead;
  for await (const record of records) yield lineOf(record, format);
}

function queryOf(options: PublicationsOptions, sources: readonly SourceStatus[]): PublicationQuery {
  const { query, source, since, until, originals } = options;
  return {
    ...(query !== undefined && { words: parseSearch(query) }),
    ...(source !== undefined && { source: sourceNamed('--source', source, sources).number }),
    ...readPeriod(['--since', since], ['--until', until]),
    ...(originals !== undefined && { isOriginal: true }),
  };
}

function lineOf(record: PublicationRecord, format: Exclude<PublicationFormat, 'parquet'>): string {
  switch (format) {
    case 'jsonl':
      return `${JSON.stringify(record)}\n`;
    case 'csv':
      return csvLine(record);
    case 'text': {
      const at = (record.published as { readonly at?: string } | null)?.at ?? record.firstSeen;
      return `${at.slice(0, 16).replace('T', ' ')}  ${oneLine(record.title)}\n${' '.repeat(18)}${record.url}\n`;
    }
  }
}
