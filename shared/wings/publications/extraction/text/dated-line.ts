import { ofChange, ofPublication } from '../../times/date-labels.ts';
import { readDate } from '../../times/read-date.ts';
import { sentenceEnd } from './block-value.ts';

/** Characters of a line that says when a page was published and little else. */
const mostLine = 160;
const mostDates = 4;
/** Letters beside the dates and their labels: a day of the week, a city; in a line that ends as a sentence hardly any. */
const mostLetters = 20;
const mostInSentence = 4;
/** Every date is before it. */
const endOfTime = Date.UTC(2099, 0, 1);
/** Counts between the signs of a line: "Просмотров: 134", "Comments (2)", "5 min read". */
const counts =
  /(?<=^|[|·•/,—–])\s*(?:\p{L}[\p{L} ]{2,24}(?::\s?\d[\d ]*|\s?\(\d+\))|\d[\d ]*\s\p{L}[\p{L} ]{2,24})\s*(?=$|[|·•/,—–])/gu;
const labels = [ofPublication, ofChange].map(({ source }) => new RegExp(source, 'giu'));

/** Whether a line is of dates: "Updated: 15 March 2026, 09:00. First published: 12 March 2026." */
export function isDatedLine(text: string): boolean {
  if (text.length > mostLine || !/\p{Nd}/u.test(text)) return false;
  let rest = text;
  for (let dates = 0; dates < mostDates; dates += 1) {
    const date = readDate(rest, { now: endOfTime });
    if (date === undefined) break;
    rest = rest.replace(date.words, ' ');
  }
  if (rest === text) return false;
  const own = rest.replace(counts, ' ');
  const beside = labels.reduce((words, label) => words.replace(label, ' '), own).match(/[\p{L}\d]/gu)?.length ?? 0;
  return beside <= (sentenceEnd.test(own.trim()) ? mostInSentence : mostLetters);
}
