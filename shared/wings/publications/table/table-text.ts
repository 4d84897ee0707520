import { cutToColumns, foldText, oneLine, padColumns, textWidth } from '../../../domain/text-columns.ts';
import * as told from './told-table.ts';
import { type ReportWords, reportWords } from './told-table.ts';
import { type TableRow, tableClasses } from './tone-table.ts';

const columns = 80;
const classWidth = 15;
const countWidth = 10;
/** Rows that a terminal shows; files have all. */
const mostRows = 2_000;

/** The table for a terminal, 80 columns wide. */
export function tableText({ tables, language }: told.Report): string {
  const say = reportWords(language);
  const [first, second] = tables;
  const parts = tables.flatMap((each, index) => [
    ...(index === 0 ? [] : ['']),
    ...tableLines(each, tables.length > 1 ? `${index + 1}. ` : '', say),
  ]);
  const compared =
    first === undefined || second === undefined
      ? []
      : ['', ...changeLines(second, told.changedRows(first.table, second.table), 'shortChange', say)];
  return `${[...parts, ...compared].join('\n')}\n`;
}

function tableLines(reported: told.ReportedTable, mark: string, say: ReportWords): readonly string[] {
  const { query, table } = reported;
  const heads = [
    ...tableClasses.map(each => say(each).padStart(classWidth)),
    ...[say('shortUnclassified'), say('shortCandidates')].map(count),
  ];
  const rows = told.shownRows(reported.table, say);
  const months = told.changedMonths(table);
  return [
    `${mark}${say('period', { period: told.periodText(query, say) })}`,
    '',
    heads.join(''),
    ...rows.slice(0, mostRows).flatMap((row, index) => namedLines(reported, row, rows[index - 1], say)),
    ...moreLines(rows, say),
    ...(months.length === 0 ? [] : ['', ...changeLines(reported, months, 'monthChange', say)]),
    '',
    ...told.notesOf(reported, say).flatMap(note => foldText(note, columns)),
    ...quotationLines(reported, say),
  ];
}

/** Of an organization that is split, its name is above its first row. */
function namedLines(
  { table }: told.ReportedTable,
  row: TableRow,
  before: TableRow | undefined,
  say: ReportWords,
): readonly string[] {
  const { part, key, name } = row;
  if (part === null || table.across === null) return rowLines(told.rowName(table, row, say), row, say);
  const head = before?.key === key ? [] : ['', nameLine(name, '')];
  return [...head.map(line => line.trimEnd()), ...rowLines(`  ${say.named(table.across, part.name)}`, row, say)];
}

function moreLines(rows: readonly unknown[], say: ReportWords): readonly string[] {
  return rows.length > mostRows ? [say('more', { count: rows.length - mostRows })] : [];
}

function rowLines(name: string, row: TableRow, say: ReportWords): readonly string[] {
  const { classes, unclassified, candidates, n, voice } = row;
  const share =
    voice === null
      ? ''
      : ` · ${say('shortVoice', { share: `${told.voiceText(voice, say)} % (${told.intervalText(voice, say)})` })}`;
  const facts = `${told.countText(row, say)}${share}`;
  const figures = tableClasses.map(each => told.cellText(classes[each], say).padStart(classWidth));
  const line = [...figures, count(String(unclassified)), count(String(candidates))].join('');
  if (n === 0) return [nameLine(name, facts), line];
  const intervals = tableClasses.map(each => told.intervalText(classes[each], say).padStart(classWidth)).join('');
  const people = tableClasses
    .map(each => say('people', { count: classes[each].byPeople }).padStart(classWidth))
    .join('');
  return [nameLine(name, facts), line, intervals, ...(row.byPeople === 0 ? [] : [people])];
}

/** Rows of changes, in points of per cent. */
function changeLines(
  { table }: told.ReportedTable,
  changed: readonly told.ChangedRow[],
  head: 'shortChange' | 'monthChange',
  say: ReportWords,
): readonly string[] {
  if (changed.length === 0) return [say('noChange')];
  const shown = told.shownChanges(changed);
  const wide = (text: string) => text.padStart(classWidth);
  const rows = changed.slice(0, mostRows).flatMap(each => {
    const texts = shown.map(what => told.changeText(each, what, say));
    const counts = say('twoCounts', { first: each.first.n, second: each.second.n });
    return [
      nameLine(told.rowName(table, each.second, say), counts),
      texts.map(({ change }) => wide(change)).join(''),
      texts.map(({ interval }) => wide(interval)).join(''),
    ];
  });
  const heads = shown.map(each => wide(say(each === 'voice' ? 'shortVoiceHead' : each))).join('');
  return [say(head), '', heads, ...rows, ...moreLines(changed, say), '', ...foldText(say('changeNote'), columns)];
}

function quotationLines({ table }: told.ReportedTable, say: ReportWords): readonly string[] {
  if (table.quotations.length === 0) return [];
  const shown = told
    .quotedOf(table, say)
    .flatMap(({ row, class: said, sentence, words, from, url }) => [
      '',
      ...[`${row} · ${said}`, `«${sentence}»`, ...(words === '' ? [] : [say('words', { words })]), from].flatMap(line =>
        foldText(oneLine(line), columns),
      ),
      oneLine(url),
    ]);
  return ['', say('quotations'), ...shown];
}

function count(text: string): string {
  return text.padStart(countWidth);
}

function nameLine(name: string, facts: string): string {
  const plain = oneLine(name);
  const room = columns - facts.length - 2;
  const shown = textWidth(plain) <= room ? plain : `${cutToColumns(plain, room - 1)}…`;
  return `${padColumns(shown, room)}  ${facts}`;
}
