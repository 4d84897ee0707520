import { xmlText } from '../../../files/xml-text.ts';

interface ReportTable<Row> {
  readonly caption: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  /** Rows shown. */
  readonly most: number;
  /** Rows that there are, where `rows` has only the first. */
  readonly total?: number;
  /** The file that has all rows. */
  readonly all: string;
}

export type ReportColumn<Row> = readonly [heading: string, of: (row: Row) => string | number];

/** A table of the first rows, and how many more there are. Numbers are to the right. */
export function reportTable<Row>({ caption, columns, rows, most, total, all }: ReportTable<Row>): string {
  const headings = columns.map(([heading, of]) => {
    const isNumber = rows[0] !== undefined && typeof of(rows[0]) === 'number';
    return `<th scope="col"${isNumber ? ' class="number"' : ''}>${xmlText(heading)}</th>`;
  });
  const lines = rows.slice(0, most).map(row => `<tr>${columns.map(([, of]) => cell(of(row))).join('')}</tr>\n`);
  const hidden = (total ?? rows.length) - lines.length;
  const more = hidden > 0 ? `<p>${number(hidden)} more in <code>${all}</code>.</p>\n` : '';
  const none = rows.length === 0 ? '<p>None.</p>\n' : '';
  return `<section><div class="table"><table>
<caption>${xmlText(caption)}</caption>
<thead><tr>${headings.join('')}</tr></thead>
<tbody>
${lines.join('')}</tbody>
</table></div>
${more}${none}</section>
`;
}

/** With commas between thousands; parts of a whole with four significant digits. */
export function number(value: number): string {
  return Number.isInteger(value)
    ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    : String(Number(value.toPrecision(4)));
}

function cell(value: string | number): string {
  return typeof value === 'number' ? `<td class="number">${number(value)}</td>` : `<td>${xmlText(value)}</td>`;
}
