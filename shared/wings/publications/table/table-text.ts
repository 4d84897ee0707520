import { cutToColumns, foldText, padColumns, textWidth } from '../../../domain/text-columns.ts';
import { type ReportWords, reportWords } from './report-words.ts';
import {
  cellText,
  changeOf,
  countText,
  intervalText,
  notesOf,
  periodText,
  type Report,
  type ReportedTable,
} from './told-table.ts';
import { type TableRow, tableClasses } from './tone-table.ts';

const columns = 80;
const classWidth = 15;
const countWidth = 10;

/** The table for a terminal, 80 columns wide. */
export function tableText({ tables, language }: Report): string {
  const say = reportWords(language);
  const [first, second] = tables;
  const parts = tables.flatMap((each, index) => [
    ...(index === 0 ? [] : ['']),
    ...tableLines(each, tables.length > 1 ? `${index + 1}. ` : '', say),
  ]);
  const change = first === undefined || second === undefined ? [] : ['', ...changeLines(first, second, say)];
  return `${[...parts, ...change].join('\n')}\n`;
}

function tableLines(reported: ReportedTable, mark: string, say: ReportWords): readonly string[] {
  const { query, table } = reported;
  const heads = [
    ...tableClasses.map(each => say(each).padStart(classWidth)),
    ...[say('shortUnclassified'), say('shortCandidates')].map(count),
  ];
  const rows = table.by === 'organization' ? table.rows : [...table.rows, { ...table.total, name: say('all') }];
  return [
    `${mark}${say('period', { period: periodText(query, say) })}`,
    '',
    heads.join(''),
    ...rows.flatMap(row => rowLines(row, say)),
    '',
    ...notesOf(reported, say).flatMap(note => foldText(note, columns)),
  ];
}

function rowLines(row: TableRow, say: ReportWords): readonly string[] {
  const { classes, unclassified, candidates, n } = row;
  const facts = countText(row, say);
  const figures = tableClasses.map(each => cellText(classes[each], say).padStart(classWidth));
  const line = [...figures, count(String(unclassified)), count(String(candidates))].join('');
  if (n === 0) return [nameLine(row.name, facts), line];
  const intervals = tableClasses.map(each => intervalText(classes[each], say).padStart(classWidth)).join('');
  const people = tableClasses
    .map(each => say('people', { count: classes[each].byPeople }).padStart(classWidth))
    .join('');
  return [nameLine(row.name, facts), line, intervals, ...(row.byPeople === 0 ? [] : [people])];
}

/** Rows of the change from the first table to the second, in points of per cent. */
function changeLines(first: ReportedTable, second: ReportedTable, say: ReportWords): readonly string[] {
  const before = new Map(first.table.rows.map(row => [row.key, row] as const));
  const rows = second.table.rows.flatMap(row => {
    const old = before.get(row.key);
    const change = old && changeOf(old, row, say);
    if (old === undefined || change === undefined) return [];
    const points = tableClasses.map(each => change[each].padStart(classWidth)).join('');
    return [nameLine(row.name, say('twoCounts', { first: old.n, second: row.n })), points];
  });
  if (rows.length === 0) return [say('noChange')];
  return [say('shortChange'), '', tableClasses.map(each => say(each).padStart(classWidth)).join(''), ...rows];
}

function count(text: string): string {
  return text.padStart(countWidth);
}

function nameLine(name: string, facts: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
  const room = columns - facts.length - 2;
  const shown = textWidth(plain) <= room ? plain : `${cutToColumns(plain, room - 1)}…`;
  return `${padColumns(shown, room)}  ${facts}`;
}
