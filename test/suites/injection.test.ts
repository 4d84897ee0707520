import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { csvCell, csvCellText } from '../../shared/files/csv-table.ts';

interface FormulaCase {
  readonly id: string;
  readonly cell: string;
}

const file = new URL('../../../shared/suites/injection/csv_formula.json', import.meta.url);
const cases: readonly FormulaCase[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
if (cases.length === 0) console.warn('Skipped: the suite injection is not here.');

/** The content of the cell as an RFC 4180 reader, and so a spreadsheet, takes it. */
function asRead(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

describe.skipIf(cases.length === 0)('cells that spreadsheets would run', () => {
  it('the whole suite is here', () => {
    expect(cases.length).toBe(12);
  });

  it.for(cases)('$id starts no formula', ({ cell }) => {
    expect(asRead(csvCell(cell))).not.toMatch(/^[=+\-@\t\r\n]/);
  });

  it.for(cases)('$id comes back equal', ({ cell }) => {
    expect(csvCellText(asRead(csvCell(cell)))).toBe(cell);
  });
});
