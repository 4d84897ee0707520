import { createHash } from 'node:crypto';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import { readableAddress } from '../../../shared/files/readable-address.ts';
import { csvHead, csvLine } from '../../../shared/wings/publications/export/export-publications.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import type { Fitting } from '../../../shared/wings/publications/table/count-fitting.ts';
import { selected } from '../../../shared/wings/publications/table/selected.ts';
import { optionName } from '../terminal/option-name.ts';
import { demandNoTerminal, formatCount, formatCounted, print, printMark } from '../terminal/print.ts';
import type { PublicationsOptions } from './publications-options.ts';
import { numbersOf, organizationsNamed, type WatchPlace } from './watch-place.ts';
import { type RecordForms, written } from './written-records.ts';

/** `orbweaver publications`: what a watch has found, newest first, on standard output. */
export async function publications(place: WatchPlace, options: PublicationsOptions): Promise<void> {
  const { application, query: words, source: named, limit, format } = options;
  if (application !== undefined) {
    const { printRecords } = await import('./records-command.ts');
    await printRecords(place, application, options);
    return;
  }
  const source = await numbersOf(place, named);
  const organization = await organizationsNamed(place, options.organization);
  const query = selected({ ...options, organization, source }, optionName);
  demandNoTerminal(format, 'news');
  const found = await place.publications(query, words, limit ?? Number.POSITIVE_INFINITY);
  if (format === 'wacz') return await printArchive(place, found);
  await printMark(options);
  let printed = 0;
  for await (const part of format === 'atom' ? atom(found, place, [query, words]) : written(found, format, forms)) {
    await print(part);
    printed += 1;
  }
  if (format !== 'text') return;
  const fitting = await place.count(query, words, false);
  const isAll = limit === undefined || printed < limit;
  const counted = isAll && !fitting.isWhole ? { publications: printed, isWhole: true, all: fitting.all } : fitting;
  process.stderr.write(`${fittingText(counted, limit)}\n`);
}

/** The archive of the watch, whose pages are these publications; only watches of this machine have the format. */
async function printArchive({ archive }: WatchPlace, found: Found): Promise<void> {
  const titles = new Map<string, string>();
  for await (const { url, addresses, title } of found) for (const each of [url, ...addresses]) titles.set(each, title);
  for await (const part of await archive!(titles)) await print(part);
}

type Found = AsyncIterable<PublicationRecord> | readonly PublicationRecord[];

/** `37 of 412 publications`, behind the list and beside standard output. */
export function fittingText({ publications: found, mentions, isWhole, all }: Fitting, limit = found): string {
  const least = isWhole ? '' : 'at least ';
  const which = `${least}${formatCount(found)} of ${formatCounted(all, 'publication')}`;
  const fits = mentions === undefined ? which : `${least}${formatCounted(mentions, 'mention')} in ${which}`;
  return limit < found ? `${fits}; the first ${formatCount(limit)} are above` : fits;
}

const forms: RecordForms<PublicationRecord> = {
  ...{ csvHead, csvLine },
  textLines: ({ published, firstSeen, title, url }) => {
    const at = (published as { readonly at?: string } | null)?.at ?? firstSeen;
    return `${at.slice(0, 16).replace('T', ' ')}  ${oneLine(title)}\n${' '.repeat(18)}${readableAddress(url)}\n`;
  },
  parquet: async records =>
    (await import('../../../shared/wings/publications/export/publications-parquet.ts')).publicationsParquet(records),
};

/** Each watch and each filter is a feed by itself, to which a reader adds what comes later. */
async function* atom(records: Found, { name, id }: WatchPlace, filter: readonly unknown[]): AsyncGenerator<string> {
  const digest = createHash('sha256').update(JSON.stringify(filter)).digest('hex');
  const { publicationsAtom } = await import('../../../shared/wings/publications/export/publications-atom.ts');
  const address = `https://orbweaver.invalid/watches/${id}/publications/${digest}`;
  yield* publicationsAtom(records, { id: address, title: `Publications of ${name}` });
}
