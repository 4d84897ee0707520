import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  Packer,
  PageOrientation,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { ChartRun } from 'docx/charts';
import { xmlCharacters } from '../../../files/xml-text.ts';
import { drawnClasses, shortened, toneColours } from './chart-parts.ts';
import { type ChartPart, chartsOf } from './report-charts.ts';
import { type ReportCell, type ReportPart, reportParts } from './report-parts.ts';
import type { Quoted, Report } from './told-table.ts';
import { type ReportWords, reportWords } from './told-table.ts';

/** Half points. */
const [usual, little] = [18, 15];
const soft = '5B6570';
/** Twentieths of a point: a table, the least for names, the most for a column of numbers. */
const [tableWidth, nameWidth, mostWidth] = [15_100, 3_400, 1_400];

/** The report as a Word document (ECMA-376, WordprocessingML): its charts are Word's own, so their numbers can be seen and changed. */
export async function tableDocx(report: Report): Promise<Uint8Array> {
  const { language = 'en' } = report;
  const say = reportWords(language);
  const parts = reportParts(report).flatMap(part => blocks(part, report, say));
  const document = new Document({
    ...{ title: say('title'), creator: 'Orbweaver' },
    styles: {
      default: {
        document: { run: { font: 'Arial', size: usual, language: { value: language === 'ru' ? 'ru-RU' : 'en-US' } } },
      },
    },
    sections: [
      {
        properties: {
          page: {
            size: { orientation: PageOrientation.LANDSCAPE, width: '210mm', height: '297mm' },
            margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' },
          },
        },
        children: [text(say('title'), { heading: HeadingLevel.HEADING_1 }), ...parts],
      },
    ],
  });
  return await Packer.toBuffer(document);
}

type Block = Paragraph | Table;

function blocks(part: ReportPart, report: Report, say: ReportWords): readonly Block[] {
  switch (part.kind) {
    case 'heading':
      return [text(part.text, { heading: HeadingLevel.HEADING_2, keepNext: true })];
    case 'table':
      return [table(part.heads, part.rows), text('')];
    case 'notes':
      return part.notes.map(note => text(note, { bullet: { level: 0 } }));
    case 'chart':
      return chartsOf(report).map(each => chart(each, say));
    case 'quotation':
      return quotation(part.quoted, part.words);
  }
}

function text(words: string, options: IParagraphOptions = {}): Paragraph {
  return new Paragraph({ ...options, children: [new TextRun({ text: xmlCharacters(words) })] });
}

function table(heads: readonly string[], rows: readonly (readonly ReportCell[])[]): Table {
  const cells = (all: readonly ReportCell[], isHead: boolean): TableRow =>
    new TableRow({ tableHeader: isHead, cantSplit: true, children: all.map((cell, at) => cellOf(cell, at, isHead)) });
  const first = heads.length > 1 ? Math.max(nameWidth, tableWidth - (heads.length - 1) * mostWidth) : tableWidth;
  const other = Math.floor((tableWidth - first) / Math.max(1, heads.length - 1));
  return new Table({
    width: { size: tableWidth, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    columnWidths: heads.map((_, at) => (at === 0 ? first : other)),
    margins: { left: 60, right: 60, top: 30, bottom: 30 },
    rows: [
      cells(
        heads.map(head => [head]),
        true,
      ),
      ...rows.map(row => cells(row, false)),
    ],
  });
}

function cellOf([first = '', ...below]: ReportCell, at: number, isHead: boolean): TableCell {
  const alignment = at === 0 ? 'left' : 'right';
  const lines = [
    new Paragraph({ alignment, children: [new TextRun({ text: xmlCharacters(first), bold: isHead || at === 0 })] }),
    ...below.map(
      line =>
        new Paragraph({ alignment, children: [new TextRun({ text: xmlCharacters(line), size: little, color: soft })] }),
    ),
  ];
  return new TableCell({ children: lines, ...(isHead && { shading: { fill: 'EEF3F8' } }) });
}

/** A chart of stacked bars, as high as its rows need. */
function chart({ title, rows, isUpright, most }: ChartPart, say: ReportWords): Paragraph {
  const series = drawnClasses.map((name, at) => ({
    ...{ name: say(name), color: toneColours[name].slice(1), values: rows.map(row => row.counts[at]!) },
  }));
  const look = {
    chartArea: { border: 'none' },
    legend: { position: 'top' },
    stacking: 'stacked',
    gapWidth: 40,
    valueAxis: { minimum: 0, maximum: most },
  } as const;
  const options = {
    ...{
      ...look,
      title: xmlCharacters(title),
      series,
      categories: rows.map(({ name }) => shortened(xmlCharacters(name), 60)),
    },
    ...{ altText: { name: 'chart', description: xmlCharacters(title) } },
  };
  const height = isUpright ? 260 : 130 + rows.length * 22;
  const run = isUpright
    ? new ChartRun({ type: 'column', ...options, transformation: { width: 900, height } })
    : new ChartRun({
        ...{ type: 'bar', ...options, categoryAxis: { reverseOrder: true } },
        transformation: { width: 900, height },
      });
  return new Paragraph({ children: [run] });
}

/** An address of another scheme is text: a stranger wrote it. */
function quotation({ sentence, from, by, url, title }: Quoted, words: string): readonly Paragraph[] {
  const line = (words: string): TextRun =>
    new TextRun({ text: xmlCharacters(words), size: little, color: soft, break: 1 });
  const name = xmlCharacters(title === '' ? url : title);
  const link = new TextRun({ text: name, size: little, style: 'Hyperlink', break: 1 });
  const address = /^https?:\/\//i.test(url)
    ? new ExternalHyperlink({ link: xmlCharacters(url), children: [link] })
    : line(name);
  const children = [
    new TextRun({ text: xmlCharacters(`«${sentence}»`) }),
    ...(words === '' ? [] : [line(words)]),
    ...[line(`${from} (${by})`), address],
  ];
  return [new Paragraph({ children, indent: { left: 300 }, spacing: { after: 120 }, keepLines: true })];
}
