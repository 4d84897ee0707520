import { allowance, BadInput, type Refusal, refusedValue } from '../../../domain/refusal/refusal.ts';
import type { SpecPath } from '../../../domain/spec/fields/field-path.ts';
import { nearestName } from '../../../domain/spec/fields/nearest-name.ts';
import { readRecords, separatorOf, type TableRecord } from '../../../domain/spec/sites/separated-values.ts';
import { csvCellText } from '../../../files/csv-table.ts';
import { aliasKeys, type ListedOrganizations } from './read-organizations.ts';

/** Columns of a table of organizations; `|` parts the entries of a field that is a list. */
const columns = ['id', 'name', 'aliases', ...aliasKeys.filter(key => key !== 'text')];
const needed = ['id', 'name'];
const lists: readonly string[] = ['require', 'exclude', 'notFollowedBy'];
const mostFaults = 10;

type Fields = Readonly<Record<string, string>>;

/** A row of the table as an entry of the list; the lines of its fields are kept for faults. */
interface Entry {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly unknown[];
  readonly line: number;
  /** Of each alias, the line that names it. */
  readonly lines: readonly number[];
}

/**
 * The organizations of a CSV table (`id,name,aliases` and columns for the conditions), not checked yet. Conditions of a
 * row are those of its aliases, or of the name where the row has no aliases. Rows with an id that came before add aliases.
 * Throws `BadInput` for a header or a row that does not fit.
 */
export function listedInTable(text: string, source: string): ListedOrganizations {
  const [header, ...records] = readRecords(
    text.replace(/^\ufeff/, ''),
    separatorOf(text, field => columnOf(field) === 'name'),
  ).filter(({ fields }) => fields.some(field => field.trim() !== ''));
  const names = (header?.fields ?? []).map(columnOf);
  const faults = [...headerFaults(names, header, source), ...records.flatMap(each => rowFaults(each, names, source))];
  if (faults.length > 0) throw new BadInput(faults.slice(0, mostFaults));
  const entries = new Map<string, Entry>();
  records.forEach(({ fields, line }, index) => {
    const row = Object.fromEntries(names.map((name, column) => [name, csvCellText(fields[column]!).trim()]));
    const id = row['id'] || `\u0000${index}`;
    entries.set(id, merged(entries.get(id), row, line));
  });
  const all = [...entries.values()];
  const value = all.map(({ id, name, aliases }) => ({ id, name, aliases }));
  return { value, nameOf: path => placeOf(path, all, source) };
}

/** `list.csv line 3: aliases`. */
function placeOf([index, key, alias, field]: SpecPath, entries: readonly Entry[], source: string): string {
  const entry = typeof index === 'number' ? entries[index] : undefined;
  if (entry === undefined) return source;
  const line = typeof alias === 'number' ? entry.lines[alias] : entry.line;
  const column = field === undefined || field === 'text' ? key : field;
  return `${source} line ${line}${column === undefined ? '' : `: ${String(column)}`}`;
}

function merged(before: Entry | undefined, fields: Fields, line: number): Entry {
  const name = before === undefined || fields['name'] !== '' ? fields['name']! : before.name;
  const listed = entriesOf(fields['aliases'] ?? '');
  const conditions = conditionsOf(fields);
  const texts = listed.length === 0 && Object.keys(conditions).length > 0 ? [name] : listed;
  const isRenamed = before !== undefined && name !== before.name;
  const aliases = [...(isRenamed ? [name] : []), ...texts.map(text => ({ text, ...conditions }))];
  return {
    id: fields['id']!,
    name: before?.name ?? name,
    aliases: [...(before?.aliases ?? []), ...aliases],
    line: before?.line ?? line,
    lines: [...(before?.lines ?? []), ...aliases.map(() => line)],
  };
}

function conditionsOf(fields: Fields): Readonly<Record<string, unknown>> {
  const given = Object.entries(fields).filter(([key, text]) => text !== '' && !['id', 'name', 'aliases'].includes(key));
  return Object.fromEntries(given.map(([key, text]) => [key, fieldValue(key, text)]));
}

function fieldValue(key: string, text: string): unknown {
  if (lists.includes(key)) return entriesOf(text);
  if (key !== 'caseSensitive' || !/^(?:true|false)$/i.test(text)) return text;
  return text.toLowerCase() === 'true';
}

function entriesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('|');
}

/** `Not followed by`, `not_followed_by` and `notFollowedBy` are one column. */
function columnOf(field: string): string {
  const simplified = (name: string) => name.toLowerCase().replaceAll(/[\s_"\ufeff-]/g, '');
  return columns.find(column => simplified(column) === simplified(field)) ?? field.trim();
}

function headerFaults(names: readonly string[], header: TableRecord | undefined, source: string): readonly Refusal[] {
  const line = `${source} line ${header?.line ?? 1}`;
  const missing = needed.filter(name => !names.includes(name));
  if (missing.length > 0)
    return missing.map(name => refusedValue(line, name, allowance('column-missing', { names: needed })));
  return names.flatMap((name, index) => {
    if (names.indexOf(name) < index) return [refusedValue(line, name, allowance('column-twice'))];
    if (columns.includes(name)) return [];
    const nearest = nearestName(name, columns);
    return [
      refusedValue(line, name, allowance('unknown-column', nearest === undefined ? { names: columns } : { nearest })),
    ];
  });
}

function rowFaults({ fields, line, open }: TableRecord, names: readonly string[], source: string): readonly Refusal[] {
  const place = `${source} line ${line}`;
  if (open) return [refusedValue(place, undefined, allowance('open-quotation'))];
  if (fields.length === names.length) return [];
  return [refusedValue(place, fields.length, allowance('row-fields', { columns: names.length }))];
}
