import { oneLine } from '../../../shared/domain/text-columns.ts';
import {
  type MentionRecord,
  mentionCsvHead,
  mentionCsvLine,
  mentionsParquet,
} from '../../../shared/wings/publications/export/mention-records.ts';
import { selected } from '../../../shared/wings/publications/table/selected.ts';
import { optionName } from '../terminal/option-name.ts';
import { cutToWidth, demandNoTerminal, print, printMark, terminalColumns } from '../terminal/print.ts';
import { fittingText } from './publications-command.ts';
import type { PublicationFormat, PublicationsOptions } from './publications-options.ts';
import { numbersOf, organizationsNamed, type WatchPlace } from './watch-place.ts';
import { type RecordForms, written } from './written-records.ts';

export interface MentionsExportOptions
  extends Pick<PublicationsOptions, 'bom' | 'organization' | 'originals' | 'since' | 'source' | 'until'> {
  readonly format: PublicationFormat;
}

/** `orbweaver watch mentions`: each mention in the latest versions, the newest publication first, on standard output. */
export async function exportMentions(place: WatchPlace, options: MentionsExportOptions): Promise<void> {
  const { source: named, format } = options;
  const source = await numbersOf(place, named);
  const organization = await organizationsNamed(place, options.organization);
  const query = selected({ ...options, organization, source }, optionName);
  demandNoTerminal(format, 'mentions');
  const records = await place.mentions(query);
  await printMark(options);
  for await (const part of written(records, format, forms)) await print(part);
  if (format === 'text') process.stderr.write(`${fittingText(await place.count(query, undefined, true))}\n`);
}

const forms: RecordForms<MentionRecord> = {
  ...{ csvHead: mentionCsvHead, csvLine: mentionCsvLine, textLines: shown },
  parquet: async records => mentionsParquet(records),
};

function shown({ dated, organization, status, class: said, sentence, words }: MentionRecord): string {
  const tone = `${said ?? 'unclassified'}${words === null || words === '' ? '' : `: ${words.replaceAll(' ', ', ')}`}`;
  const line = `${dated.slice(0, 10)}  ${organization}  ${status === 'certain' ? tone : status}`;
  return `${cutToWidth(line, terminalColumns)}\n${cutToWidth(`            ${oneLine(sentence)}`, terminalColumns)}\n`;
}
