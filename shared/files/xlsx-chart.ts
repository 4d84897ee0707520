import { xmlText } from './xml-text.ts';

/* Charts of Excel workbooks (ECMA-376, Part 1, DrawingML), drawn of the cells of their sheet. */

const drawings = 'http://schemas.openxmlformats.org/drawingml/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Stacked bars of cells of the same sheet. */
export interface SheetChart {
  readonly title: string;
  /** Of its header, from 0: names of bars are in the first column, a series in each further one. */
  readonly row: number;
  readonly bars: number;
  /** RGB of each series. */
  readonly colours: readonly string[];
  readonly isUpright: boolean;
  /** The end of its scale, which begins at 0. */
  readonly most: number;
}

/** The pictures of a sheet that has so many columns. */
export function drawingText(charts: readonly SheetChart[], columns: number): string {
  return `<xdr:wsDr xmlns:xdr="${drawings}/spreadsheetDrawing" xmlns:a="${drawings}/main" xmlns:c="${drawings}/chart" xmlns:r="${relations}">${charts.map((chart, index) => anchorText(chart, index, columns)).join('')}</xdr:wsDr>`;
}

/** Beside the cells of the chart. */
function anchorText({ row, bars, isUpright }: SheetChart, index: number, columns: number): string {
  const place = (name: string, column: number, line: number): string =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${line}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const frame = `<xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>`;
  const graphic = `<a:graphic><a:graphicData uri="${drawings}/chart"><c:chart r:id="rId${index + 1}"/></a:graphicData></a:graphic>`;
  return `<xdr:twoCellAnchor>${place('from', columns + 1, row)}${place('to', columns + 12, row + chartRows(bars, isUpright))}<xdr:graphicFrame macro="">${frame}${graphic}</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`;
}

/** Rows of the sheet that the picture of a chart takes. */
export function chartRows(bars: number, isUpright: boolean): number {
  return isUpright ? 16 : 8 + bars * 2;
}

/** A chart of the sheet with this name. */
export function chartText({ title, row, bars, colours, isUpright, most: end }: SheetChart, sheet: string): string {
  const cells = (column: number, from: number, to: number): string =>
    xmlText(`'${sheet.replaceAll("'", "''")}'!$${columnName(column)}$${from}:$${columnName(column)}$${to}`);
  const series = colours.map((colour, at) => {
    const [name, values] = [cells(at + 2, row + 1, row + 1), cells(at + 2, row + 2, row + 1 + bars)];
    return `<c:ser><c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:strRef><c:f>${name}</c:f></c:strRef></c:tx><c:spPr><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat><c:strRef><c:f>${cells(1, row + 2, row + 1 + bars)}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${values}</c:f></c:numRef></c:val></c:ser>`;
  });
  const axis = (
    kind: string,
    [own, other]: readonly [number, number],
    place: string,
    scale: string,
    more = '',
  ): string =>
    `<c:${kind}><c:axId val="${own}"/><c:scaling>${scale}</c:scaling><c:delete val="0"/><c:axPos val="${place}"/>${more}<c:crossAx val="${other}"/></c:${kind}>`;
  const plot = `<c:barChart><c:barDir val="${isUpright ? 'col' : 'bar'}"/><c:grouping val="stacked"/><c:varyColors val="0"/>${series.join('')}<c:gapWidth val="40"/><c:overlap val="100"/><c:axId val="1"/><c:axId val="2"/></c:barChart>`;
  const axes = `${axis('catAx', [1, 2], isUpright ? 'b' : 'l', `<c:orientation val="${isUpright ? 'minMax' : 'maxMin'}"/>`)}${axis('valAx', [2, 1], isUpright ? 'l' : 'b', `<c:orientation val="minMax"/><c:max val="${end}"/><c:min val="0"/>`, '<c:majorGridlines/>')}`;
  const text = `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr sz="1100"/><a:t>${xmlText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;
  return `<c:chartSpace xmlns:c="${drawings}/chart" xmlns:a="${drawings}/main" xmlns:r="${relations}"><c:chart>${text}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}${axes}</c:plotArea><c:legend><c:legendPos val="t"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;
}

/** 1 is A, 27 is AA. */
export function columnName(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return (before === 0 ? '' : columnName(before)) + String.fromCharCode(65 + ((number - 1) % 26));
}
