import { type Sheet, smallWorkbook, type XlsxCell } from '../../../files/xlsx-blocks.ts';
import { chartRows, type SheetChart } from '../../../files/xlsx-chart.ts';
import { drawnClasses, toneColours } from './chart-parts.ts';
import { chartsOf } from './report-charts.ts';
import { type ReportWords, reportWords } from './report-words.ts';
import { reportColumns, reportRows } from './table-csv.ts';
import { notesOf, quotedOf, type Report } from './told-table.ts';

/** The report as a workbook: the table as CSV has it, charts that Excel draws of their cells, sentences, and notes. */
export async function tableXlsx(report: Report): Promise<Uint8Array> {
  const say = reportWords(report.language);
  const counted = reportRows(report);
  const table = counted.map(row =>
    reportColumns.map(({ type, of }): XlsxCell => {
      const value = of(row);
      return value === undefined || type === 'string' ? value : Number(value);
    }),
  );
  const widths = reportColumns.map(({ name }) => (name === 'name' ? 40 : Math.max(8, name.length + 2)));
  const notes = [
    ...report.tables.flatMap(each => [...notesOf(each, say), '']),
    ...(counted.some(({ before }) => before !== undefined) ? [say('changeNote')] : []),
  ];
  return await smallWorkbook([
    { name: say('tableHead'), rows: [reportColumns.map(({ name }) => name), ...table], widths },
    chartSheet(report, say),
    quotationSheet(report, say),
    { name: say('noteHead'), rows: notes.map(note => [note]), widths: [120] },
  ]);
}

function chartSheet(report: Report, say: ReportWords): Sheet {
  const rows: XlsxCell[][] = [];
  const charts: SheetChart[] = [];
  const colours = drawnClasses.map(each => toneColours[each].slice(1));
  for (const chart of chartsOf(report)) {
    const { title, isUpright, most } = chart;
    charts.push({ title, row: rows.length, bars: chart.rows.length, colours, isUpright, most });
    const end = rows.length + Math.max(chartRows(chart.rows.length, isUpright), chart.rows.length + 1) + 2;
    rows.push(['', ...drawnClasses.map(each => say(each))]);
    for (const { name, counts } of chart.rows) rows.push([name, ...counts]);
    while (rows.length < end) rows.push([]);
  }
  return { name: say('chartHead'), rows, widths: [40, 14, 14, 14, 14, 14], charts };
}

function quotationSheet({ tables }: Report, say: ReportWords): Sheet {
  const heads = [say(tables[0]!.table.by), say('class'), say('sentence'), say('wordsHead')];
  const rows = tables.flatMap(({ table }) =>
    quotedOf(table, say).map(each => [
      ...[each.row, each.class, each.sentence, each.words, each.by, each.source, each.date, each.title, each.url],
    ]),
  );
  return {
    name: say('quotations').slice(0, 31),
    rows: [[...heads, say('decided'), say('source'), say('date'), say('titleHead'), say('address')], ...rows],
    widths: [40, 14, 80, 40, 12, 24, 18, 50, 60],
  };
}
