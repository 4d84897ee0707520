import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { xmlText } from './xml-text.ts';

/*
 * Excel workbooks (ECMA-376, Part 1, SpreadsheetML): a table in a sheet, and in further sheets where its rows need them. Texts are
 * texts, so no cell is a formula.
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

/** 1 is A, 27 is AA. */
function columnName(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return (before === 0 ? '' : columnName(before)) + String.fromCharCode(65 + ((number - 1) % 26));
}

/** The parts that name the sheets; they end the archive. */
function addFrame(zip: ZipFile, sheets: number): void {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${numbers.map(number => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': relationsText([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${space}" xmlns:r="${documentRelations}"><sheets>${numbers.map(number => `<sheet name="${number === 1 ? 'Rows' : `Rows ${number}`}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsText(numbers.map(number => ['worksheet', `worksheets/sheet${number}.xml`])),
  };
  for (const [name, text] of Object.entries(parts))
    zip.addBuffer(Buffer.from(head + text), name, { mtime, forceDosTimestamp: true });
  zip.end();
}

function relationsText(targets: readonly (readonly [type: string, target: string])[]): string {
  const rows = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${documentRelations}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${relations}">${rows.join('')}</Relationships>`;
}
