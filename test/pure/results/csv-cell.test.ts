import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvCellText, csvRow } from '../../../shared/files/csv-table.ts';

describe('csvCell (adverse 66)', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' blanks ', ' blanks '],
    [12, '12'],
  ])('quotes as RFC 4180 section 2 says: %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['\nx', '"\'\nx"'],
    ['\0=1', "'\0=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['a=b', 'a=b'],
  ])('marks what a spreadsheet would take for a formula: %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('is undone by csvCellText for every text', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '＝', '-', 'a', '\t', '\n') }));
    fc.assert(
      fc.property(text, value => {
        expect(csvCellText(unquoted(csvCell(value)))).toBe(value);
      }),
    );
  });

  it('keeps an empty first cell of a row', () => {
    expect(csvRow(['', 'http://example.org/', 0])).toBe(',http://example.org/,0\n');
  });
});

/** The content of one cell as an RFC 4180 reader takes it. */
function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
