/**
 * Spreadsheets take a cell that starts so for a formula (OWASP, CSV Injection; ASVS 5.0, 1.2.10), also in full width. Apostrophes in
 * front are part of the pattern, so that a text that already looks neutralized is marked too and decoding is exact.
 */
const formulaStart = /^'*[=+\-@\t\r\n\0＝＋－＠]/;
const neutralized = /^'+[=+\-@\t\r\n\0＝＋－＠]/;
/** RFC 4180, section 2, rules 6 and 7. */
const needsQuotes = /[",\r\n]/;

/** A cell of a CSV row, quoted where RFC 4180 requests it. Text that would start a formula gets an apostrophe. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  if (value === '') return value;
  const text = !startsPlain(value) && formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Nearly all cells begin with a letter or a digit: these need no pattern. */
function startsPlain(value: string): boolean {
  const code = value.charCodeAt(0);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

/** The text that `csvCell` was given, from what a CSV reader returns for the cell. */
export function csvCellText(cell: string): string {
  return neutralized.test(cell) ? cell.slice(1) : cell;
}

export function csvRow(cells: readonly (string | number)[]): string {
  let row = '';
  for (let i = 0; i < cells.length; i += 1) row += i === 0 ? csvCell(cells[i]!) : `,${csvCell(cells[i]!)}`;
  return `${row}\n`;
}
