/** What the columns of a list may be called, in the order of a line of the form. */
const columnNames = [['url', 'address', 'start'], ['number', 'no'], ['name'], ['shortname', 'short']];

/**
 * The text of a list of sites as the form takes it, a site a line. A CSV file whose header names its addresses gives address, number,
 * name and short name with tabs between; any other text is taken as it is, but for lines that begin with `#`.
 */
export function listText(file: string): string {
  const rows = file
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter(line => line.trim() !== '' && !line.startsWith('#'));
  const header = cellsOf(rows[0] ?? '').map(cell => cell.toLowerCase().replaceAll(/[\s_-]/g, ''));
  const places = columnNames.map(names => header.findIndex(cell => names.includes(cell)));
  if (places[0]! < 0) return rows.join('\n');
  return rows
    .slice(1)
    .map(cellsOf)
    .map(cells =>
      places
        .map(place => cells[place] ?? '')
        .join('\t')
        .trimEnd(),
    )
    .join('\n');
}

/** Cells of a row between commas or semicolons; quoted ones without their quotes (RFC 4180). Rows end with their lines. */
function cellsOf(row: string): string[] {
  const separator = row.includes(',') ? ',' : ';';
  const cell = separator === ',' ? /,(?:"((?:[^"]|"")*)"|([^,]*))/g : /;(?:"((?:[^"]|"")*)"|([^;]*))/g;
  return [...`${separator}${row}`.matchAll(cell)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
}
