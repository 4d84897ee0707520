import { printed } from '../../../shared/adapters/browser/open.ts';
import { localProcesses } from '../../../shared/adapters/local/open.ts';
import type { PaperFormat } from '../../../shared/wings/publications/table/table-rows.ts';
import type { Report } from '../../../shared/wings/publications/table/told-table.ts';
import { browserExecutable } from '../local-rendering.ts';

/** Bars and small charts that a page of paper has room for, and a picture that Chromium can make. */
const [paper, picture] = [
  { bars: 17, charts: 9 },
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
      return await printed(tableHtml(report, paper), 'pdf', chromium);
    }
    case 'png': {
      const { tablePicture } = await import('../../../shared/wings/publications/table/table-svg.ts');
      const count = report.tables.length;
      const { svg, ...size } = tablePicture(report, { bars: picture.bars / count, charts: picture.charts / count });
      return await printed(`<!doctype html><body style="margin:0">${svg}`, size, chromium);
    }
  }
}
