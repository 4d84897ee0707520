import { ofChange, ofPublication, ofPublicationIn } from '../../times/date-labels.ts';
import type { DateReading } from '../../times/read-date.ts';
import type { LinesAround } from './lines-around.ts';
import type { PageParts } from './page-parts.ts';
import { dateIn, hasYear, type PageDate } from './said-date.ts';

export interface DatePlaces extends LinesAround {
  readonly parts: PageParts;
  readonly url: string | undefined;
}

/** Characters of a line that says when a page was published. */
const mostLabelled = 160;
/** Lines with a label of publication that are read. */
const mostLabelledLines = 300;
const year = /(?:19|20)\d\d|\d[./]\d\d?[./]\d\d/;

/** The first line with a date; a full one has day, month and year. */
export function lineDate(lines: readonly string[], reading: DateReading, isFull: boolean): PageDate | undefined {
  for (const line of lines) {
    const date = dateIn(ofPublicationIn(line), 'text', reading);
    if (date !== undefined && (!isFull || hasYear(date))) return date;
  }
  return undefined;
}

/** The date of the first line with a label of publication. The label may be the line before. */
export function labelledDate(lines: DatePlaces['lines'], reading: DateReading): PageDate | undefined {
  let left = mostLabelledLines;
  for (const said of dated(lines(isDated))) {
    if (!ofPublication.test(said)) continue;
    left -= 1;
    if (left < 0) break;
    const date = lineDate([ofPublicationIn(said)], reading, true);
    if (date !== undefined) return date;
  }
  return undefined;
}

function isDated(line: string): boolean {
  return line.length <= mostLabelled && year.test(line);
}

/** Short lines with a year, each behind its label where that is the line before. */
function dated(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) => {
    if (!isDated(line)) return [];
    const before = at === 0 ? '' : lines[at - 1]!;
    return [before.length < 20 && /^\p{L}+:?$/u.test(before) ? `${before.replace(/:?$/, ':')} ${line}` : line];
  });
}

/** The first line that says when the page was changed. */
export function changedDate(lines: readonly string[], reading: DateReading): PageDate | undefined {
  for (const line of dated(lines)) {
    const change = ofChange.exec(line);
    const date = change === null ? undefined : dateIn(line.slice(change.index), 'text', reading);
    if (date !== undefined && hasYear(date)) return date;
  }
  return undefined;
}

/** The date with which one of the first paragraphs begins: "(18.01.2018) Farmers fear …". */
export function beginningDate(paragraphs: readonly string[], reading: DateReading): PageDate | undefined {
  const begin = paragraphs.map(text => beginning.exec(text)).find(match => match !== null);
  return dateIn(begin?.[1], 'text', reading);
}

/** The date in the dateline of an agency: "LONDON, March 12 (Lark) — The bridge …". */
export function datelineDate([first = '']: readonly string[], reading: DateReading): PageDate | undefined {
  const said = dateline.exec(first.slice(0, 120))?.[1];
  return dateIn(said?.replace(/^(\p{L}+\.?) (\d+)$/u, '$2 $1'), 'text', reading);
}

const dateline =
  /^\p{Lu}{3}[\p{Lu} .’'-]{0,40}, (\d{1,2}\.? \p{L}{3,9}\.?(?: (?:19|20)\d\d)?|\p{L}{3,9}\.? \d{1,2}(?:, (?:19|20)\d\d)?)(?![\d\p{L}])(?:\. \/\p{L}{2,20}\/|[^—–-]{0,30} [—–-] )/u;
const beginning = /^[\s(]{0,3}(\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}{3,9})\s?(?:19|20)\d\d|\d{4}-\d\d-\d\d)(?!\d)/u;
