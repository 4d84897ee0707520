import { BadInput } from '../../../domain/refusal/refusal.ts';
import type { SpecPath } from '../../../domain/spec/fields/field-path.ts';
import { readRecords, separatorOf } from '../../../domain/spec/sites/separated-values.ts';
import { aliasesOf, columnsOf, headerFaults, rowFault } from '../../../domain/spec/sites/table-columns.ts';
import { csvCellText } from '../../../files/csv-table.ts';
import { aliasKeys, type ListedOrganizations } from './read-organizations.ts';

/** Columns of a table of organizations; `|` parts the entries of a field that is a list. */
const columns = {
  names: ['id', 'name', 'aliases', ...aliasKeys.filter(key => key !== 'text')],
  needed: ['id', 'name'],
  aliases: aliasesOf({
    id: '№ номер код',
    name: 'fullname organization organisation название полноеназвание наименование организация',
    aliases: 'alias другиеназвания синонимы сокращение сокращения',
  }),
};
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
    separatorOf(text, field => columnsOf([field], columns)[0] === 'name'),
  ).filter(({ fields }) => fields.some(field => field.trim() !== ''));
  const names = columnsOf(header?.fields ?? [], columns);
  const at = (line: number): string => `${source} line ${line}`;
  const faults = [
    ...headerFaults(names, columns, at(header?.line ?? 1)),
    ...records.flatMap(each => rowFault(each, names.length, at(each.line)) ?? []),
  ];
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
