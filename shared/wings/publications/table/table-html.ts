import { reportEnd } from '../../../files/html-report.ts';
import { xmlText } from '../../../files/xml-text.ts';
import { type ReportPart, reportParts } from './report-parts.ts';
import { type PictureSize, tablePictures } from './table-svg.ts';
import type { Report } from './told-table.ts';
import { reportWords } from './told-table.ts';

/** Sizes for pages of paper; `rows`: of each table. */
export interface PaperSize extends PictureSize {
  readonly rows: number;
}

const style = `:root{color-scheme:light dark}
body{font:16px/1.45 sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1c1f23;background:#fff;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{padding:.4rem .6rem;border-bottom:1px solid #d7dbe0;text-align:right;vertical-align:top}
th:first-child{text-align:left;min-width:10rem;max-width:24rem;overflow-wrap:break-word}thead th{overflow-wrap:normal}td{white-space:nowrap}small{display:block;color:#5b6570}figure{margin:2rem 0;overflow-x:auto}svg{max-width:100%;height:auto}
blockquote{margin:1rem 0;padding:0 1rem;border-left:4px solid #d7dbe0}blockquote p{margin:.2rem 0}
.wide{overflow-x:auto}@media(max-width:40rem){svg{min-width:40rem}}@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#16181b}th,td,blockquote{border-color:#3a3f45}small{color:#a3abb5}a{color:#7cb8f2}}
@media screen and (prefers-color-scheme:dark){figure svg{filter:invert(1) hue-rotate(180deg)}}
@media print{body{margin:0;max-width:none;color:#000;background:#fff;font-size:11px}tr,blockquote,figure{break-inside:avoid}h2{break-after:avoid}.wide{overflow:visible}small{color:#444}th,td{border-color:#999}a{color:inherit}}`;

/** The table as its own page: nothing is requested when it is opened. `size`: of its pictures, where pages of paper have room for less. */
export function tableHtml(report: Report, size?: PaperSize): string {
  const { language = 'en' } = report;
  const title = xmlText(reportWords(language)('title'));
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1>
${reportParts(report, size?.rows)
  .map(part => markup(part, report, size))
  .join('\n')}
${reportEnd}`;
}

function markup(part: ReportPart, report: Report, size: PaperSize | undefined): string {
  switch (part.kind) {
    case 'heading':
      return `<h2>${xmlText(part.text)}</h2>`;
    case 'table': {
      const heads = part.heads.map(head => `<th scope="col">${xmlText(head)}</th>`).join('');
      const rows = part.rows.map(([name, ...cells]) => {
        const rest = cells.map(([text = '', ...below]) => `<td>${xmlText(text)}${below.map(small).join('')}</td>`);
        return `<tr><th scope="row">${xmlText(name?.[0] ?? '')}</th>${rest.join('')}</tr>`;
      });
      return `<div class="wide"><table><thead><tr>${heads}</tr></thead>\n<tbody>${rows.join('\n')}</tbody></table></div>`;
    }
    case 'notes':
      return `<ul>${part.notes.map(note => `<li>${xmlText(note)}</li>`).join('')}</ul>`;
    case 'chart':
      return tablePictures(report, size)
        .map(({ svg }) => `<figure>${svg.trim()}</figure>`)
        .join('\n');
    case 'quotation': {
      const { quoted, words } = part;
      const lines = [...(words === '' ? [] : [words]), `${quoted.from} (${quoted.by})`];
      return `<blockquote><p>${xmlText(quoted.sentence)}</p>${lines.map(small).join('')}<small>${link(quoted)}</small></blockquote>`;
    }
  }
}

function small(text: string): string {
  return `<small>${xmlText(text)}</small>`;
}

/** An address of another scheme is text: a stranger wrote it. */
function link({ url, title }: { readonly url: string; readonly title: string }): string {
  const text = xmlText(title === '' ? url : title);
  return /^https?:\/\//i.test(url) ? `<a href="${xmlText(url)}" rel="noreferrer">${text}</a>` : text;
}
