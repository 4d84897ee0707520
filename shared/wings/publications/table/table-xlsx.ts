import { type Sheet, smallWorkbook, type XlsxCell } from '../../../files/xlsx-blocks.ts';
import { chartRows, type SheetChart } from '../../../files/xlsx-chart.ts';
import { drawnClasses, toneColours } from './chart-parts.ts';
import { chartsOf } from './report-charts.ts';
import { type ReportRow, reportColumns, reportRows } from './table-csv.ts';
import { notesOf, periodText, quotedOf, type Report, type ReportWords, reportWords } from './told-table.ts';
import { tableClasses } from './tone-table.ts';

/** Columns of CSV that people read first. */
const readColumns = [
  ...['part_name', ...tableClasses.flatMap(each => [each, `${each}_percent`])],
  ...['n', 'voice_percent', 'unclassified', 'candidates'],
];

/** The report as a workbook: the table in words, charts that Excel draws of their cells, sentences, notes, and the table as CSV has it. */
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
    readSheet(report, counted, say),
    chartSheet(report, say),
    quotationSheet(report, say),
    { name: say('noteHead'), rows: notes.map(note => [note]), widths: [120] },
    { name: say('dataHead'), rows: [reportColumns.map(({ name }) => name), ...table], widths },
  ]);
}

function readSheet({ tables }: Report, counted: readonly ReportRow[], say: ReportWords): Sheet {
  const [{ table }] = tables as [Report['tables'][number]];
  const shown = readColumns.filter(name => name !== 'part_name' || table.across !== null);
  const columns = shown.map(name => reportColumns.find(each => each.name === name)!);
  const heads = shown.map(name => {
    const word = name === 'part_name' ? table.across! : (name.replace('_percent', '') as 'voice' | 'n');
    return `${word === 'n' ? word : say(word)}${name.endsWith('_percent') ? ', %' : ''}`;
  });
  const rows = counted.map(each => [
    ...(tables.length > 1 ? [periodText(each.query, say)] : []),
    each.row.name,
    ...columns.map(({ of, type }): XlsxCell => {
      const value = of(each);
      return value === undefined || type === 'string' ? value : Number(value);
    }),
  ]);
  const before = tables.length > 1 ? [say('date')] : [];
  return {
    name: say('tableHead'),
    rows: [[...before, say(table.by), ...heads], ...rows],
    widths: [...before.map(() => 24), 60, ...heads.map(head => head.length + 3)],
  };
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
