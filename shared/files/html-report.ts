import { readableAddress } from '../files/readable-address.ts';
import { xmlText } from './xml-text.ts';

interface ReportTable<Row> {
  readonly caption: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  /** Rows shown. */
  readonly most: number;
  /** Rows that there are, where `rows` has only the first. */
  readonly total?: number;
  /** The file that has all rows, or the sentence about the rows that are left out. */
  readonly all?: string;
  readonly more?: (hidden: number) => string;
}

export type ReportColumn<Row> = readonly [heading: string, of: (row: Row) => string | number];

/** The beginning of a page to send that requests nothing else and has no scripts, up to its heading. */
export function reportHead(title: string, language = 'en'): string {
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xmlText(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<h1>${xmlText(title)}</h1>
`;
}

export const reportEnd = '</body>\n</html>\n';

/** A table of the first rows, and how many more there are. Numbers are to the right. */
export function reportTable<Row>({ caption, columns, rows, most, total, all, more }: ReportTable<Row>): string {
  const headings = columns.map(([heading, of]) => {
    const isNumber = rows[0] !== undefined && typeof of(rows[0]) === 'number';
    return `<th scope="col"${isNumber ? ' class="number"' : ''}>${xmlText(heading)}</th>`;
  });
  const lines = rows.slice(0, most).map(row => `<tr>${columns.map(([, of]) => cell(of(row))).join('')}</tr>\n`);
  const hidden = (total ?? rows.length) - lines.length;
  const rest = hidden > 0 ? `<p>${more?.(hidden) ?? `${number(hidden)} more in <code>${all}</code>.`}</p>\n` : '';
  const none = rows.length === 0 ? '<p>None.</p>\n' : '';
  return `<section><div class="table"><table>
<caption>${xmlText(caption)}</caption>
<thead><tr>${headings.join('')}</tr></thead>
<tbody>
${lines.join('')}</tbody>
</table></div>
${rest}${none}</section>
`;
}

/** With commas between thousands; parts of a whole with four significant digits. */
export function number(value: number): string {
  return Number.isInteger(value)
    ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    : String(Number(value.toPrecision(4)));
}

function cell(value: string | number): string {
  if (typeof value === 'number') return `<td class="number">${number(value)}</td>`;
  const text = xmlText(readableAddress(value));
  return /^https?:\/\/\S+$/.test(value) ? `<td><a href="${xmlText(value)}">${text}</a></td>` : `<td>${text}</td>`;
}

/** Light and dark as the reader's system is, and black on white in print. */
const reportStyle = `
:root{color-scheme:light dark;--text:#1b1f24;--back:#fff;--soft:#59636e;--line:#d1d9e0;--target:#0b5cad;--all:#b3261e;--several:#8a5a00;--one:#4a7a3a}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--back:#0d1117;--soft:#9aa4af;--line:#30363d;--target:#6cb6ff;--all:#ff8f85;--several:#e3b341;--one:#8ddb8c}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back);max-width:70rem;margin:0 auto;padding:1rem}
h1,h2{line-height:1.2}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:.25rem 2rem}
dl div{display:flex;justify-content:space-between;gap:1rem;border-bottom:1px solid var(--line)}
dd{margin:0;font-variant-numeric:tabular-nums}
.table{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-size:.9rem}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{vertical-align:top;padding:.2rem .75rem .2rem 0;text-align:left;border-bottom:1px solid var(--line);overflow-wrap:break-word}
th{color:var(--soft)}
th.number,td.number{text-align:right}
td.number{font-variant-numeric:tabular-nums;white-space:nowrap}
.side{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr));gap:0 2rem}
section{min-width:0}
figure{margin:1rem 0}
figcaption{color:var(--soft);font-size:.9rem}
svg{display:block;width:100%;max-width:60rem;margin:auto}
svg text{font-size:13px;fill:var(--text);paint-order:stroke;stroke:var(--back);stroke-width:3px}
svg .target text{font-weight:600}
.lines{stroke:var(--soft);stroke-opacity:.35}
.target{fill:var(--target)}
.all{fill:var(--all);color:var(--all)}
.several{fill:var(--several);color:var(--several)}
.one{fill:var(--one);color:var(--one)}
@media print{:root{--text:#000;--back:#fff;--soft:#333;--line:#999}body{max-width:none}.table{overflow:visible}tr,figure{break-inside:avoid}}
`;
