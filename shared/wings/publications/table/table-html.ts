import { xmlText } from '../../../files/xml-text.ts';
import { type ReportWords, reportWords } from './report-words.ts';
import { tableSvg } from './table-svg.ts';
import {
  cellText,
  changeOf,
  intervalText,
  notesOf,
  periodText,
  type Report,
  type ReportedTable,
} from './told-table.ts';
import { type TableRow, tableClasses } from './tone-table.ts';

const style = `body{font:16px/1.45 sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1c1f23;background:#fff}
table{border-collapse:collapse;width:100%}th,td{padding:.4rem .6rem;border-bottom:1px solid #d7dbe0;text-align:right;vertical-align:top}
th:first-child,td:first-child{text-align:left}td{white-space:nowrap}small{display:block;color:#5b6570}figure{margin:2rem 0;overflow-x:auto}svg{max-width:100%;height:auto}
.wide{overflow-x:auto}@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#16181b}th,td{border-color:#3a3f45}small{color:#a3abb5}}`;

/** The table as its own page: nothing is requested when it is opened. */
export function tableHtml(report: Report): string {
  const { language = 'en', tables } = report;
  const say = reportWords(language);
  const [first, second] = tables;
  const parts = tables.map(each => tableMarkup(each, say));
  const change = first === undefined || second === undefined ? '' : changeMarkup(first, second, say);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('title')}</title><style>${style}</style></head><body>
<h1>${say('title')}</h1>
${parts.join('\n')}
${change}<figure>${tableSvg(report).trim()}</figure>
</body></html>
`;
}

function tableMarkup(reported: ReportedTable, say: ReportWords): string {
  const { query, table } = reported;
  const heads = [table.by, ...tableClasses].map(each => say(each));
  const rows = table.by === 'organization' ? table.rows : [...table.rows, { ...table.total, name: say('all') }];
  return `<h2>${xmlText(periodText(query, say))}</h2>
${wideTable(
  [...heads, 'n', say('unclassified'), say('candidates')],
  rows.map(row => rowMarkup(row, say)),
)}
<ul>${notesOf(reported, say)
    .map(note => `<li>${xmlText(note)}</li>`)
    .join('')}</ul>`;
}

function wideTable(heads: readonly string[], rows: readonly string[]): string {
  return `<div class="wide"><table><thead><tr>${heads.map(head => `<th scope="col">${xmlText(head)}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function rowMarkup(row: TableRow, say: ReportWords): string {
  const cells = tableClasses.map(each => {
    const cell = row.classes[each];
    const people = cell.byPeople === 0 ? '' : `<small>${say('people', { count: cell.byPeople })}</small>`;
    return `<td>${cellText(cell, say)}<small>${intervalText(cell, say)}</small>${people}</td>`;
  });
  const { mentioning, publications } = row;
  const total = publications === null ? '' : `<small>${say('ofPublications', { mentioning, publications })}</small>`;
  return `<tr><th scope="row">${xmlText(row.name)}</th>${cells.join('')}<td>${row.n}${total}</td><td>${row.unclassified}</td><td>${row.candidates}</td></tr>`;
}

function changeMarkup(first: ReportedTable, second: ReportedTable, say: ReportWords): string {
  const before = new Map(first.table.rows.map(row => [row.key, row] as const));
  const rows = second.table.rows.flatMap(row => {
    const old = before.get(row.key);
    const change = old && changeOf(old, row, say);
    if (old === undefined || change === undefined) return [];
    const cells = tableClasses.map(each => `<td>${change[each]}</td>`).join('');
    return [`<tr><th scope="row">${xmlText(row.name)}</th>${cells}<td>${old.n} → ${row.n}</td></tr>`];
  });
  const heads = [second.table.by, ...tableClasses].map(each => say(each));
  return `<h2>${say('change')}</h2>\n${wideTable([...heads, 'n'], rows)}\n`;
}
