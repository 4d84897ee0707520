/** The known names of the columns of a list, in the order of a line of the form. */
const columnNames = [['url', 'address', 'start'], ['number', 'no'], ['name'], ['shortname', 'short'], ['tags', 'tag']];

/**
 * The text of a list of sites as the form takes it, a site a line. A CSV file whose header names its addresses gives address, number,
 * name, short name and tags with tabs between; any other text is taken as it is, except for lines that begin with `#`.
 */
export function listText(file: string): string {
  const rows = file
    .replace(/^\ufeff/, '')
    .split(/[\r\n]+/)
    .filter(line => line.trim() !== '' && !line.startsWith('#'));
  const separator = [',', ';', '\t'].find(each => namesAddresses(rows[0] ?? '', each)) ?? ',';
  const header = cellsOf(rows[0] ?? '', separator).map(cell => cell.toLowerCase().replaceAll(/[\s_-]/g, ''));
  const places = columnNames.map(names => header.findIndex(cell => names.includes(cell)));
  if (places[0]! < 0) return rows.join('\n');
  return rows
    .slice(1)
    .map(row => cellsOf(row, separator))
    .map(cells =>
      places
        .map(place => cells[place] ?? '')
        .join('\t')
        .trimEnd(),
    )
    .join('\n');
}

function namesAddresses(header: string, separator: string): boolean {
  return cellsOf(header, separator).some(cell => columnNames[0]!.includes(cell.toLowerCase()));
}

/** Cells of a row; quoted ones without their quotes (RFC 4180). Rows end with their lines. */
function cellsOf(row: string, separator: string): string[] {
  const cell = new RegExp(`${separator}(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g');
  return [...`${separator}${row}`.matchAll(cell)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
}
