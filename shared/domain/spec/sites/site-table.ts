import { allowance, BadInput, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import { siteKeys } from '../crawl-spec-schema.ts';
import { nearestName } from '../fields/nearest-name.ts';
import { readRecords, type TableRecord } from './separated-values.ts';
import { type InputLines, siteValue } from './site-value.ts';

/** A list of sites with a header: its text and the separator of its fields. */
interface SiteTable {
  readonly text: string;
  readonly separator: string;
}

/** Most faults of one list that are reported. */
const mostFaults = 10;

/** A longer first line is no header. */
const longestHeader = 1000;

/** The list as a table, if its first line (not blank, no comment) is a header: names of columns with `url`. */
export function siteTableOf(text: string): SiteTable | undefined {
  const header = firstLine(text.replace(/^\ufeff/, ''));
  if (header.length > longestHeader) return undefined;
  const separator = [',', ';', '\t'].find(character => columnsOf(header.split(character)).includes('url'));
  return separator === undefined ? undefined : { text, separator };
}

/** The first line that is neither blank nor a comment. */
function firstLine(text: string): string {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) if (!/^\s*(?:#|$)/.test(line)) return line;
  return '';
}

/**
 * The sites of a table, one a row, not yet checked against the schema. Columns are the keys of a site in a spec, in any
 * order and case; an empty field counts as absent. Throws `BadInput` for a faulty header or row.
 */
export function readSiteTable({ text, separator }: SiteTable, source: string): InputLines {
  const [header, ...rows] = readRecords(text.replace(/^\ufeff/, ''), separator).filter(record => !isComment(record));
  const columns = columnsOf(header?.fields ?? []);
  const faults = [
    ...columnFaults(columns, header, source),
    ...rows.flatMap(row => rowFaults(row, columns.length, source)),
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

/** Other names of columns, as `simplified` writes them. */
const aliases: Readonly<Record<string, string>> = { fullname: 'name', address: 'url', startaddress: 'url' };

/** `Short name`, `short_name` and `shortName` are one column. */
function columnsOf(fields: readonly string[]): readonly string[] {
  return fields.map(field => {
    const wanted = simplified(field);
    return siteKeys.find(key => simplified(key) === wanted) ?? aliases[wanted] ?? field.trim();
  });
}

function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_"-]/g, '');
}

function columnFaults(columns: readonly string[], header: TableRecord | undefined, source: string): readonly Refusal[] {
  const line = `${source} line ${header?.line ?? 1}`;
  return columns.flatMap((column, index) => {
    if (columns.indexOf(column) < index) return [refusedValue(line, column, allowance('column-twice'))];
    if (siteKeys.includes(column)) return [];
    const nearest = nearestName(column, siteKeys);
    const names = nearest === undefined ? siteKeys : undefined;
    return [refusedValue(line, column, allowance('unknown-column', { names, nearest }))];
  });
}

function rowFaults({ fields, line, open }: TableRecord, columns: number, source: string): readonly Refusal[] {
  const field = `${source} line ${line}`;
  if (open) return [refusedValue(field, undefined, allowance('open-quotation'))];
  return fields.length === columns ? [] : [refusedValue(field, fields.length, allowance('row-fields', { columns }))];
}

function siteOf(columns: readonly string[], fields: readonly string[]): Readonly<Record<string, unknown>> {
  const given = columns.map((column, index) => [column, siteValue(column, fields[index]!.trim())] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
