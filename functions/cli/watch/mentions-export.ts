import { type LocalPublications, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import {
  type MentionRecord,
  mentionCsvHead,
  mentionCsvLine,
  mentionRecords,
  mentionsParquet,
} from '../../../shared/wings/publications/export/mention-records.ts';
import type { SourceName } from '../../../shared/wings/publications/export/publication-record.ts';
import { allLabels } from '../../../shared/wings/publications/labels/label-store.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import {
  type MentioningQuery,
  mentioningPublications,
} from '../../../shared/wings/publications/table/mentioning-rows.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { cutToWidth, oneLine, terminalColumns } from '../mentions/shown-lines.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { demandKnown, demandOrganization } from '../terminal/demand-known.ts';
import { print, printMark } from '../terminal/print.ts';
import { sourceNamed } from './source-named.ts';

export interface MentionsExportOptions {
  readonly format: 'text' | 'jsonl' | 'csv' | 'parquet';
  readonly bom?: true;
  readonly organization?: string;
  readonly source?: string;
  readonly since?: string;
  readonly until?: string;
  readonly originals?: true;
}

/** `orbweaver watch mentions`: each mention in the latest versions, the newest publication first, on standard output. */
export async function exportMentions(directory: string, options: MentionsExportOptions): Promise<void> {
  const { sources } = await readWatch(directory);
  const query = queryOf(options, sources);
  demandFile(options);
  const store = await readLocalPublications(directory, false);
  try {
    const named = new Map(sources.map(({ number, name, origin }) => [number, { name, origin }] as const));
    if (store === undefined) demandKnown('--organization', options.organization, []);
    else await demandOrganization(options.organization, store.mentions);
    // A watch that never ran has an empty table, and no empty file: a reader finds the columns.
    const records = store === undefined ? [] : await recordsOf(store, query, named);
    await printMark(options);
    for await (const part of written(records, options.format)) await print(part);
  } finally {
    store?.close();
  }
}

async function recordsOf(
  store: LocalPublications,
  query: MentioningQuery,
  named: ReadonlyMap<number, SourceName>,
): Promise<AsyncIterable<MentionRecord>> {
  const stores = { publications: store, mentions: store.mentions };
  return mentionRecords(stores, mentioningPublications(stores, await allLabels(store.labels), query), named);
}

/** Bytes that are no text would leave a terminal in disorder. Throws `BadCommand`. */
export function demandFile({ format }: Pick<MentionsExportOptions, 'format'>): void {
  if (format === 'parquet' && process.stdout.isTTY)
    throw new BadCommand([
      '--format parquet writes bytes that no terminal shows; send them to a file: > mentions.parquet',
    ]);
}

/** Mentions in a format. */
export async function* written(
  records: AsyncIterable<MentionRecord> | readonly MentionRecord[],
  format: MentionsExportOptions['format'],
): AsyncGenerator<string | Uint8Array> {
  if (format === 'parquet') {
    yield* mentionsParquet(records);
    return;
  }
  if (format === 'csv') yield mentionCsvHead;
  for await (const record of records)
    yield format === 'csv'
      ? mentionCsvLine(record)
      : format === 'jsonl'
        ? `${JSON.stringify(record)}\n`
        : shown(record);
}

function shown({ dated, organization, status, class: said, sentence }: MentionRecord): string {
  const line = `${dated.slice(0, 10)}  ${organization}  ${status === 'certain' ? (said ?? 'unclassified') : status}`;
  return `${cutToWidth(line, terminalColumns)}\n${cutToWidth(`            ${oneLine(sentence)}`, terminalColumns)}\n`;
}

function queryOf(options: MentionsExportOptions, sources: readonly SourceStatus[]): MentioningQuery {
  const { organization, source, since, until, originals } = options;
  return {
    ...{ confidence: 0, isNested: false },
    ...(organization !== undefined && { organization }),
    ...(source !== undefined && { sources: [sourceNamed('--source', source, sources).number] }),
    ...readPeriod(['--since', since], ['--until', until]),
    ...(originals !== undefined && { isOriginal: true }),
  };
}
