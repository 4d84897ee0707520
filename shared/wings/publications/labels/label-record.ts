import { instantOf, isoInstant } from '../../../domain/instant.ts';
import { allowance, BadInput, type Refusal, refusedValue } from '../../../domain/refusal/refusal.ts';
import { readRecords, separatorOf } from '../../../domain/spec/sites/separated-values.ts';
import { columnsOf, headerFaults, rowFault } from '../../../domain/spec/sites/table-columns.ts';
import { notesOf } from '../../../files/column.ts';
import { csvCellText, csvHead, csvRow } from '../../../files/csv-table.ts';
import * as labelled from './label.ts';

/** A label in a file. Publications are named by address, so labels fit another watch of the same source. */
export interface LabelRecord {
  /** Number of the label in the watch that it was exported from; `withdraws` names such a number. */
  readonly label: number | null;
  readonly kind: 'label' | 'adjudication' | 'withdrawal';
  readonly url: string;
  /** Of the text that was labelled: the first 32 digits of `textSum`; null if the file does not say it. */
  readonly text: string | null;
  readonly organization: string;
  readonly field: labelled.LabelPlace['field'] | null;
  readonly start: number | null;
  readonly end: number | null;
  readonly class: labelled.LabelClass | null;
  readonly annotator: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly withdraws: number | null;
  readonly sampling: labelled.Sampling;
  readonly model: string | null;
  readonly modelClass: string | null;
  readonly shown: boolean | null;
  readonly note: string | null;
}

export const labelColumns = notesOf<keyof LabelRecord, 'text' | 'integer' | 'boolean'>([
  ['label', 'integer', 'number of the row in the watch'],
  ['kind', 'text', '`label`, `adjudication` or `withdrawal`; missing: `label`'],
  ['url', 'text', 'address of the publication'],
  ['text', 'text', '32 digits of the SHA-256 of title, line feed and text; missing: the latest version'],
  ['organization', 'text', 'id of the organization'],
  ['field', 'text', 'of a mention: `title` or `text`; empty: the publication as a whole'],
  ['start', 'integer', 'where the mention begins, in UTF-16 units'],
  ['end', 'integer', 'where it ends'],
  ['class', 'text', '`positive`, `negative`, `neutral`, `ambiguous`, `not-about`; empty for a withdrawal'],
  ['annotator', 'text', 'a name of 80 characters at most'],
  ['at', 'text', 'an instant or a day (ISO 8601)'],
  ['withdraws', 'integer', 'of a withdrawal: the `label` that it takes back'],
  ['sampling', 'text', 'how the person came to it: `random`, `uncertain`, `polar`, `search`; missing: `search`'],
  ['model', 'text', 'model that had an answer then'],
  ['modelClass', 'text', 'its class'],
  ['shown', 'boolean', 'whether the person saw it'],
  ['note', 'text', '1,000 characters at most'],
]);
const columns = labelColumns.map(({ name }) => name);
type Column = (typeof columns)[number];
const needed: readonly Column[] = ['url', 'organization', 'class', 'annotator', 'at'];
const tableColumns = { names: columns, needed };
const mapping = allowance('mapping', { of: `with ${needed.join(', ')}` });
const kinds = ['label', 'adjudication', 'withdrawal'] as const;
const mostAddress = 2_083;
const mostOrganization = 200;
const mostNumber = 1_000_000_000;

export function labelRecord(
  row: labelled.LabelRow,
  { url, text }: { readonly url: string; readonly text: string },
): LabelRecord {
  const { place, answer } = row;
  return {
    label: row.id,
    kind: row.class === undefined ? 'withdrawal' : row.isAdjudication ? 'adjudication' : 'label',
    ...{ url, text, organization: row.organization },
    ...{ field: place?.field ?? null, start: place?.start ?? null, end: place?.end ?? null },
    ...{ class: row.class ?? null, annotator: row.annotator, at: new Date(row.at).toISOString() },
    ...{ withdraws: row.withdraws ?? null, sampling: row.sampling },
    ...{ model: answer?.model ?? null, modelClass: answer?.class ?? null, shown: answer?.isShown ?? null },
    note: row.note ?? null,
  };
}

export const labelCsvHead = csvHead(labelColumns);

export function labelCsvLine(record: LabelRecord): string {
  return csvRow(columns.map(column => (record[column] === null ? '' : String(record[column]))));
}

/** A row of a file of labels with its line from 1: a label, or what is wrong with it. */
export type LabelLine =
  | { readonly line: number; readonly record: LabelRecord; readonly fault?: undefined }
  | { readonly line: number; readonly fault: Refusal };

/** The rows of a CSV text. Throws `BadInput` for a header that lacks a needed column or has an unknown one. */
export function labelsOfCsv(text: string): readonly LabelLine[] {
  const table = text.replace(/^\ufeff/, '');
  const isColumn = (field: string): boolean => columnsOf([field], tableColumns)[0] === 'url';
  const [header, ...rows] = readRecords(table, separatorOf(table, isColumn));
  const names = columnsOf(header?.fields ?? [], tableColumns);
  const faults = headerFaults(names, tableColumns, 'line 1');
  if (faults.length > 0) throw new BadInput(faults);
  return rows
    .filter(({ fields }) => fields.length > 1 || fields[0]!.trim() !== '')
    .map(row => {
      const { fields, line } = row;
      const fault = rowFault(row, names.length, `line ${line}`);
      if (fault !== undefined) return { line, fault };
      const cells = names.map((name, at) => [name, csvCellText(fields[at]!)] as const);
      return checkedLine(line, Object.fromEntries(cells.filter(([, cell]) => cell !== '').map(numbered)));
    });
}

const numbers: readonly string[] = labelColumns.filter(({ type }) => type === 'integer').map(({ name }) => name);

function numbered([name, cell]: readonly [string, string]): readonly [string, unknown] {
  if (name === 'shown') return [name, cell === 'true' ? true : cell === 'false' ? false : cell];
  return [name, numbers.includes(name) && /^\d{1,10}$/.test(cell) ? Number(cell) : cell];
}

function isAlike(name: string, given: unknown): boolean {
  return typeof given === 'string' && given.trim().toLowerCase() === name.toLowerCase();
}

/** The rows of JSON Lines. */
export function labelsOfJsonLines(text: string): readonly LabelLine[] {
  return text.split('\n').flatMap((part, index) => {
    const line = index + 1;
    if (part.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(part);
    } catch {
      value = part;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [{ line, fault: refusedValue(`line ${line}`, value, mapping) }];
    const given = Object.entries(value).filter(([, each]) => each !== null && each !== '');
    const other = given.find(([name]) => !columns.some(column => column === name));
    if (other !== undefined)
      return [{ line, fault: refusedValue(`line ${line}`, other[0], allowance('unknown-column', { names: columns })) }];
    return [checkedLine(line, Object.fromEntries(given))];
  });
}

function checkedLine(line: number, given: Readonly<Record<string, unknown>>): LabelLine {
  try {
    return { line, record: recordOf(new Given(line, given)) };
  } catch (error) {
    if (error instanceof BadInput) return { line, fault: error.refusals[0]! };
    throw error;
  }
}

function recordOf(given: Given): LabelRecord {
  const kind = given.oneOf('kind', kinds) ?? 'label';
  const field = given.oneOf('field', ['title', 'text'] as const);
  const [start, end] = [given.number('start', 0), given.number('end', 0)];
  const isPlace = field !== null || start !== null || end !== null;
  if (isPlace && field === null) given.refuse('field', allowance('one-of', { names: ['title', 'text'] }));
  if (isPlace && start === null) given.refuse('start', wholeNumber(0));
  if (isPlace && (end === null || end <= start!)) given.refuse('end', wholeNumber(start! + 1));
  const isWithdrawal = kind === 'withdrawal';
  const said = given.oneOf('class', labelled.labelClasses);
  if (said === null && !isWithdrawal) given.refuse('class', allowance('one-of', { names: labelled.labelClasses }));
  const withdraws = given.number('withdraws', 1);
  if (isWithdrawal && withdraws === null) given.refuse('withdraws', wholeNumber(1));
  return {
    ...{ label: given.number('label', 1), kind, url: given.line('url', mostAddress) },
    ...{ text: given.optionalLine('text', 64), organization: given.line('organization', mostOrganization) },
    ...{
      field,
      start,
      end,
      class: isWithdrawal ? null : said,
      annotator: given.line('annotator', labelled.mostAnnotator),
    },
    ...{ at: given.instant('at'), withdraws: isWithdrawal ? withdraws : null },
    ...{ sampling: given.oneOf('sampling', labelled.samplings) ?? 'search', model: given.optionalLine('model', 200) },
    ...{ modelClass: given.optionalLine('modelClass', 40), shown: given.truth('shown'), note: given.note() },
  };
}

function wholeNumber(least: number) {
  return allowance('whole-number', { least, most: mostNumber, of: 'see docs/formats/publications.md' });
}

/** The fields of a row, read one by one. Each throws `BadInput` with the line and the field. */
class Given {
  readonly #line: number;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(line: number, values: Readonly<Record<string, unknown>>) {
    this.#line = line;
    this.#values = values;
  }

  refuse(column: Column, why: Parameters<typeof refusedValue>[2]): never {
    throw new BadInput([refusedValue(`line ${this.#line}: ${column}`, this.#values[column], why)]);
  }

  oneOf<const Name extends string>(column: Column, names: readonly Name[]): Name | null {
    const value = this.#values[column];
    if (value === undefined) return null;
    return names.find(name => isAlike(name, value)) ?? this.refuse(column, allowance('one-of', { names }));
  }

  number(column: Column, least: number): number | null {
    const value = this.#values[column];
    if (value === undefined) return null;
    const fits = typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= mostNumber;
    return fits ? value : this.refuse(column, wholeNumber(least));
  }

  optionalLine(column: Column, most: number): string | null {
    const value = this.#values[column];
    if (value === undefined) return null;
    const fits = typeof value === 'string' && value.length <= most && isLine(value);
    return fits ? value : this.refuse(column, allowance('line', { most }));
  }

  line(column: Column, most: number): string {
    return this.optionalLine(column, most) ?? this.refuse(column, allowance('line', { most }));
  }

  note(): string | null {
    const value = this.#values['note'];
    if (value === undefined) return null;
    const fits = typeof value === 'string' && value.length <= labelled.mostNote && value.isWellFormed();
    return fits ? value : this.refuse('note', allowance('most-characters', { most: labelled.mostNote }));
  }

  truth(column: Column): boolean | null {
    const value = this.#values[column];
    if (value === undefined) return null;
    return typeof value === 'boolean' ? value : this.refuse(column, allowance('true-false'));
  }

  instant(column: Column): string {
    const value = this.line(column, 40);
    const at = instantOf(value);
    return Number.isFinite(at) ? isoInstant(at) : this.refuse(column, allowance('bad-day'));
  }
}

/** A name as it may be shown: without control characters, ends without spaces. */
export function isLine(text: string): boolean {
  return (
    text.trim() === text &&
    text !== '' &&
    text.isWellFormed() &&
    !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)
  );
}
