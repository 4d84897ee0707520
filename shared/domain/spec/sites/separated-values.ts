/** A row of a text whose fields are separated by a separator. */
export interface TableRecord {
  readonly fields: readonly string[];
  /** Line of its beginning, from 1. */
  readonly line: number;
  /** Whether its first field is in quotation marks. */
  readonly quoted: boolean;
  /** Whether its last field has an opening quotation mark only. */
  readonly open: boolean;
}

/** Longest header of a table, in characters. */
const longestHeader = 10_000;

/**
 * The separator of the columns of a table: a comma, a semicolon or a tabulator. `isColumn`: whether a field is the
 * column that every header has.
 */
export function separatorOf(text: string, isColumn: (field: string) => boolean): string {
  const [header = ''] = /[^\r\n]+/.exec(text.slice(0, longestHeader)) ?? [];
  return [',', ';', '\t'].find(each => header.split(each).some(isColumn)) ?? ',';
}

/**
 * Reads CSV by RFC 4180, section 2, with any separator of one character and any line ends. Text behind a closing
 * quotation mark is kept. Time is linear in the length of the text.
 */
export function readRecords(text: string, separator: string): readonly TableRecord[] {
  const records: TableRecord[] = [];
  const plain = new RegExp(`[^${separator}\r\n]*`, 'y');
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const fields: string[] = [];
    const start = line;
    const quoted = text[at] === '"';
    let open = false;
    for (;;) {
      let field = '';
      if (text[at] === '"') {
        const end = closingQuote(text, at + 1);
        open = end === text.length;
        const content = text.slice(at + 1, end);
        line += content.match(/\r\n|\r|\n/g)?.length ?? 0;
        field = content.replaceAll('""', '"');
        at = end + 1;
      }
      plain.lastIndex = at;
      field += plain.exec(text)?.[0] ?? '';
      at = Math.max(at, plain.lastIndex);
      fields.push(field);
      if (text[at] !== separator) break;
      at += 1;
    }
    records.push({ fields, line: start, quoted, open });
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
  }
  return records;
}

/** Offset of the closing quotation mark (not doubled); without one, the length of the text. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? text.length : at;
}
