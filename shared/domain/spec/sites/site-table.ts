import { BadInput } from '../../refusal/refusal.ts';
import { siteKeys } from '../crawl-spec-schema.ts';
import { readRecords, type TableRecord } from './separated-values.ts';
import { type InputLines, siteValue } from './site-value.ts';
import { aliasesOf, columnsOf, headerFaults, rowFault } from './table-columns.ts';

const siteColumns = {
  names: siteKeys,
  needed: ['url'],
  aliases: aliasesOf({
    url: 'address startaddress site website homepage link адрес адрессайта сайт вебсайт ссылка',
    name: 'fullname title organization organisation название полноеназвание наименование полноенаименование организация',
    shortName: 'abbreviation краткоеназвание сокращение сокращённоеназвание аббревиатура',
    number: 'no № номер №п/п',
    tags: 'tag region теги тег метки регион',
  }),
};

/** Most faults of one list that are reported. */
const mostFaults = 10;

/** A longer first line is no header. */
const longestHeader = 1000;

/**
 * The separator of a list that is a table: its first line (not blank, no comment) is a header, which names `url`, or has no address while
 * the line below has one behind its first field.
 */
export function separatorOfSites(text: string): string | undefined {
  const [header = '', first = ''] = firstLines(text);
  if (header.length > longestHeader) return undefined;
  return [',', ';', '\t'].find(character => {
    const fields = header.split(character);
    return (
      columnsOf(fields, siteColumns).includes('url') ||
      (!holdsAddress(fields) && holdsAddress(first.split(character).slice(1)))
    );
  });
}

/** The first two lines that are neither blank nor comments. */
function firstLines(text: string): readonly string[] {
  const lines = text.matchAll(/[^\r\n]+/g).filter(([line]) => !/^\s*(?:#|$)/.test(line));
  return [...lines.take(2)].map(([line]) => line);
}

function holdsAddress(fields: readonly string[]): boolean {
  return fields.some(field => /^\s*"?(?:https?:\/\/|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/iu.test(field));
}

/**
 * The sites of a table, one a row, not yet checked against the schema. Columns are the keys of a site in a spec, in any
 * order and case; an empty field counts as absent. Throws `BadInput` for a faulty header or row.
 */
export function readSiteTable(text: string, separator: string, source: string): InputLines {
  const [header, ...rows] = readRecords(text, separator).filter(record => !isComment(record));
  const columns = columnsOf(header?.fields ?? [], siteColumns);
  const at = (line: number): string => `${source} line ${line}`;
  const faults = [
    ...headerFaults(columns, siteColumns, at(header?.line ?? 1)),
    ...rows.flatMap(row => rowFault(row, columns.length, at(row.line)) ?? []),
  ].slice(0, mostFaults);
  if (faults.length > 0) throw new BadInput(faults);
  return {
    sites: rows.map(({ fields }) => siteOf(columns, fields)),
    nameOf: ([, index, key]) => {
      if (typeof index !== 'number') return source;
      const line = `${source} line ${rows[index]?.line}`;
      return key === undefined ? line : `${line}: ${String(key)}`;
    },
  };
}

function isComment({ fields, quoted }: TableRecord): boolean {
  return fields.every(field => field.trim() === '') || (!quoted && fields[0]!.trimStart().startsWith('#'));
}

function siteOf(columns: readonly string[], fields: readonly string[]): Readonly<Record<string, unknown>> {
  const given = columns.map((column, index) => [column, siteValue(column, fields[index]!.trim())] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
