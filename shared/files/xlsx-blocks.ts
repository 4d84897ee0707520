import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { chartText, columnName, drawingText, type SheetChart } from './xlsx-chart.ts';
import { xmlText } from './xml-text.ts';

/*
 * Excel workbooks (ECMA-376, Part 1, SpreadsheetML): a table in a sheet, and in further sheets where its rows need them; or several
 * small tables, with charts. Texts are texts, so no cell is a formula.
 */

/** A cell; undefined: an empty one. */
export type XlsxCell = string | number | undefined;

/** Limits of Excel: rows of a sheet with the header, characters of a cell. */
const most = { rows: 1_048_576, characters: 32_767 };
/** The time of all members: the same rows give the same bytes. */
const mtime = new Date(1980, 0, 1);
const space = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * A workbook in blocks; in memory are some rows of it. `rows`: portions of rows, read once. `rowsOfSheet`: rows of a sheet below its
 * header. A text of more than 32,767 characters ends with "…" there.
 */
export async function* xlsxBlocks(
  columns: readonly string[],
  rows: AsyncIterable<readonly (readonly XlsxCell[])[]>,
  rowsOfSheet = most.rows - 1,
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const fail = (error: Error): void => void out.destroy(error);
  const left = new RowsLeft(rows);
  const addSheet = (number: number): void => {
    const sheet = Readable.from(sheetText(columns, left, rowsOfSheet));
    sheet.once('error', fail);
    sheet.once('end', () => {
      left.isEnded().then(isEnded => (isEnded ? addFrame(zip, number) : addSheet(number + 1)), fail);
    });
    zip.addReadStream(sheet, `xl/worksheets/sheet${number}.xml`, { mtime, forceDosTimestamp: true });
  };
  zip.on('error', fail);
  addSheet(1);
  yield* out;
}

/** Rows of portions, one sheet after another. */
class RowsLeft {
  readonly #portions: AsyncIterator<readonly (readonly XlsxCell[])[]>;
  #portion: readonly (readonly XlsxCell[])[] = [];
  #at = 0;

  constructor(portions: AsyncIterable<readonly (readonly XlsxCell[])[]>) {
    this.#portions = portions[Symbol.asyncIterator]();
  }

  /** At most `count` of the rows that are left; none only at their end. */
  async next(count: number): Promise<readonly (readonly XlsxCell[])[]> {
    if (await this.isEnded()) return [];
    const from = this.#at;
    this.#at = Math.min(this.#portion.length, from + count);
    return this.#portion.slice(from, this.#at);
  }

  async isEnded(): Promise<boolean> {
    while (this.#at === this.#portion.length) {
      const next = await this.#portions.next();
      if (next.done === true) return true;
      [this.#portion, this.#at] = [next.value, 0];
    }
    return false;
  }
}

async function* sheetText(
  columns: readonly string[],
  left: RowsLeft,
  rowsOfSheet: number,
): AsyncGenerator<string, void> {
  const view =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>';
  yield `${head}<worksheet xmlns="${space}"><sheetViews>${view}</sheetViews><sheetData>${rowText(columns)}`;
  let count = 0;
  while (count < rowsOfSheet) {
    const rows = await left.next(Math.min(rowsAtOnce, rowsOfSheet - count));
    if (rows.length === 0) break;
    count += rows.length;
    yield rows.map(rowText).join('');
  }
  const filter = columns.length === 0 ? '' : `<autoFilter ref="A1:${columnName(columns.length)}${count + 1}"/>`;
  yield `</sheetData>${filter}</worksheet>`;
}

const rowsAtOnce = 256;

function rowText(cells: readonly XlsxCell[]): string {
  let text = '<row>';
  for (const cell of cells) text += cellText(cell);
  return `${text}</row>`;
}

function cellText(cell: XlsxCell): string {
  if (cell === undefined || cell === '') return '<c/>';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(shortened(cell))}</t></is></c>`;
}

/** Excel reads `_x000D_` as a character (section 22.9.2.19), so the underline of such a text is escaped. */
function shortened(text: string): string {
  const short = text.length > most.characters ? `${text.slice(0, most.characters - 1)}…` : text;
  return short.replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_');
}

/** The parts that name the sheets; they end the archive. */
function addFrame(zip: ZipFile, sheets: number): void {
  addSheets(
    zip,
    Array.from({ length: sheets }, (_, index) => (index === 0 ? 'Rows' : `Rows ${index + 1}`)),
  );
}

/** `further`: content types of parts beside the sheets. */
function addSheets(zip: ZipFile, names: readonly string[], further = ''): void {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${names.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}${further}</Types>`,
    '_rels/.rels': relationsText([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${space}" xmlns:r="${documentRelations}"><sheets>${names.map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsText(names.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`])),
  };
  addParts(zip, parts);
  zip.end();
}

function addParts(zip: ZipFile, parts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(parts))
    zip.addBuffer(Buffer.from(head + text), name, { mtime, forceDosTimestamp: true });
}

function relationsText(targets: readonly (readonly [type: string, target: string])[]): string {
  const rows = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${documentRelations}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${relations}">${rows.join('')}</Relationships>`;
}

/** A small table with a header. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly XlsxCell[])[];
  /** Of its columns, in characters. */
  readonly widths: readonly number[];
  readonly charts?: readonly SheetChart[];
}

const drawingTypes = 'application/vnd.openxmlformats-officedocument.drawing';

/** A workbook of small tables, whole. */
export async function smallWorkbook(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  let further = '';
  sheets.forEach(({ name, rows, widths, charts = [] }, at) => {
    const number = at + 1;
    const columns = widths.map(
      (width, column) => `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`,
    );
    const drawing = charts.length === 0 ? '' : '<drawing r:id="rId1"/>';
    const body = `<cols>${columns.join('')}</cols><sheetData>${rows.map(rowText).join('')}</sheetData>${drawing}`;
    addParts(zip, {
      [`xl/worksheets/sheet${number}.xml`]: `<worksheet xmlns="${space}" xmlns:r="${documentRelations}">${body}</worksheet>`,
    });
    if (charts.length === 0) return;
    addParts(zip, {
      [`xl/worksheets/_rels/sheet${number}.xml.rels`]: relationsText([['drawing', `../drawings/drawing${number}.xml`]]),
      [`xl/drawings/drawing${number}.xml`]: drawingText(charts, widths.length),
      [`xl/drawings/_rels/drawing${number}.xml.rels`]: relationsText(
        charts.map((_, index) => ['chart', `../charts/chart${number}-${index + 1}.xml`]),
      ),
      ...Object.fromEntries(
        charts.map((chart, index) => [`xl/charts/chart${number}-${index + 1}.xml`, chartText(chart, name)]),
      ),
    });
    further += `<Override PartName="/xl/drawings/drawing${number}.xml" ContentType="${drawingTypes}+xml"/>`;
    further += charts
      .map(
        (_, index) =>
          `<Override PartName="/xl/charts/chart${number}-${index + 1}.xml" ContentType="${drawingTypes}ml.chart+xml"/>`,
      )
      .join('');
  });
  addSheets(
    zip,
    sheets.map(({ name }) => name),
    further,
  );
  return Buffer.concat(await Array.fromAsync<Uint8Array>(zip.outputStream as Readable));
}
