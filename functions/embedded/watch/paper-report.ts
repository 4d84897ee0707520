import { printed } from '../../../shared/adapters/browser/open.ts';
import { localProcesses } from '../../../shared/adapters/local/open.ts';
import type { PaperFormat } from '../../../shared/wings/publications/table/table-rows.ts';
import type { Report } from '../../../shared/wings/publications/table/told-table.ts';
import { browserExecutable } from '../local-rendering.ts';

/** Bars and small charts that a page of paper has room for, rows of a table that Chromium can print, and a picture that it can make. */
const [paper, picture] = [
  { bars: 17, charts: 9, rows: 500 },
  { bars: 400, charts: 180 },
];

/** A report as a file for office programs, or printed by the browser. Throws `BadInput` where there is no browser for PDF and PNG. */
export async function paperReport(report: Report, format: PaperFormat): Promise<Uint8Array> {
  const chromium = { processes: localProcesses(), ...browserExecutable() };
  switch (format) {
    case 'xlsx':
      return await (await import('../../../shared/wings/publications/table/table-xlsx.ts')).tableXlsx(report);
    case 'docx':
      return await (await import('../../../shared/wings/publications/table/table-docx.ts')).tableDocx(report);
    case 'pdf': {
      const { tableHtml } = await import('../../../shared/wings/publications/table/table-html.ts');
      const rows = Math.floor(paper.rows / report.tables.length);
      return await printed(tableHtml(report, { ...paper, rows }), 'pdf', chromium);
    }
    case 'png': {
      const { tablePicture } = await import('../../../shared/wings/publications/table/table-svg.ts');
      const count = report.tables.length;
      const { svg, ...size } = tablePicture(report, { bars: picture.bars / count, charts: picture.charts / count });
      return await printed(`<!doctype html><body style="margin:0">${svg}`, size, chromium);
    }
  }
}
