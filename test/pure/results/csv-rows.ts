import { csvCellText } from '../../../shared/files/csv-table.ts';

/** Rows of a CSV file (RFC 4180) by column; cells as they were before formulas were neutralized. */
export function csvRows(text: string): Record<string, string>[] {
  const [head = [], ...rows] = cellsOf(text);
  return rows.map(cells => Object.fromEntries(head.map((name, column) => [name, csvCellText(cells[column] ?? '')])));
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
