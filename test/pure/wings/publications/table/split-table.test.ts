/** Tables whose organizations are split, shares of voice and changes, against counts that are made anew from the pairs. */
import { describe, expect, test } from 'vitest';
import { csvCellText, csvRowsIn } from '../../../../../shared/files/csv-table.ts';
import type { LabelClass } from '../../../../../shared/wings/publications/labels/label.ts';
import type { MentionedPublication } from '../../../../../shared/wings/publications/store/mention-store.ts';
import type { PublicationRow } from '../../../../../shared/wings/publications/store/publication-store.ts';
import { readTable, type TableQuery } from '../../../../../shared/wings/publications/table/read-table.ts';
import { reportParts } from '../../../../../shared/wings/publications/table/report-parts.ts';
import { sectionOf } from '../../../../../shared/wings/publications/table/sections.ts';
import { tableCsv } from '../../../../../shared/wings/publications/table/table-csv.ts';
import { tableHtml } from '../../../../../shared/wings/publications/table/table-html.ts';
import {
  periodBefore,
  type TableSettings,
  tableQueries,
} from '../../../../../shared/wings/publications/table/table-queries.ts';
import { tableSvg } from '../../../../../shared/wings/publications/table/table-svg.ts';
import { tableText } from '../../../../../shared/wings/publications/table/table-text.ts';
import { periodText, reportWords } from '../../../../../shared/wings/publications/table/told-table.ts';
import { label, pair, plain, storesOf } from './told-stores.ts';

const organizations = ['a', 'b', 'c'];
const sections = ['Politics', '', 'politics', 'Science'];
const said: readonly (LabelClass | undefined)[] = ['positive', 'negative', 'neutral', 'not-about', undefined];
const day = (month: number): number => Date.UTC(2026, month, 15);

/** A pair for each publication: class, section, month and source go round with different periods. */
const pairs: readonly MentionedPublication[] = Array.from({ length: 240 }, (_, at) =>
  pair({
    ...{ publication: at + 1, organization: organizations[at % 3]!, source: 1 + (at % 2), datedAt: day((at * 7) % 4) },
    ...(at % 11 === 0 && { certain: 0, candidates: 1 }),
  }),
).reverse();
const labels = pairs.flatMap(({ publication, organization }) => {
  const each = said[publication % said.length];
  return each === undefined ? [] : [label(publication, organization, each)];
});

const rowOf = (id: number): PublicationRow => ({
  ...{
    id,
    source: 1,
    identity: '',
    by: 'feed',
    firstSeenAt: 0,
    state: 'live',
    goneAt: undefined,
    version: 1,
    seenAt: 0,
  },
  ...{ title: `title ${id}`, publishedAt: undefined, language: 'ru', canonical: undefined, cluster: id },
  ...{ address: `https://news.example/folder/${id}`, details: JSON.stringify({ section: sections[id % 4] }) },
});
const base = storesOf(pairs, labels, organizations);
const stores = {
  ...base,
  mentions: { ...base.mentions, totals: async () => [{ source: 1, month: '2025-12', publications: 7 }] },
  publications: { rows: async (ids: readonly number[]) => ids.map(rowOf), text: async () => undefined },
};
const sources = [1, 2].map(number => ({ number, name: `source ${number}` }));
const read = async (query: Partial<TableQuery>) => await readTable(stores, { ...plain, ...query }, sources);

/** The judgement on a pair, by its label. */
function classOf({ publication, certain }: MentionedPublication): string {
  return said[publication % said.length] ?? (certain > 0 ? 'unclassified' : 'candidate');
}

const sectionKey = (id: number): string => (sections[id % 4] === '' ? 'folder' : sections[id % 4]!.toLowerCase());
const partOf = {
  month: ({ datedAt }: MentionedPublication) => new Date(datedAt).toISOString().slice(0, 7),
  source: ({ source }: MentionedPublication) => String(source),
  section: ({ publication }: MentionedPublication) => sectionKey(publication),
};

describe.each(['month', 'source', 'section'] as const)('organizations by %s', across => {
  test('have the counts of their pairs, and shares of all organizations', async () => {
    const { rows } = await read({ across });
    // A month with publications that mention nobody is a month, too.
    const parts = [...new Set(pairs.map(partOf[across]))].length + (across === 'month' ? 1 : 0);
    expect(rows.length).toBe(3 * parts);
    for (const row of rows) {
      const own = pairs.filter(each => partOf[across](each) === row.part!.key);
      const voices = own.filter(each => !['not-about', 'candidate'].includes(classOf(each)));
      const of = (name: string) => own.filter(each => each.organization === row.key && classOf(each) === name).length;
      expect([row.classes.positive.count, row.classes.negative.count, row.classes.neutral.count]).toEqual(
        ['positive', 'negative', 'neutral'].map(of),
      );
      expect([row.unclassified, row.notAbout]).toEqual([of('unclassified'), of('not-about')]);
      const voice = voices.filter(each => each.organization === row.key).length;
      expect(row.voice === null ? [0, 0] : [row.voice.count, row.voice.of]).toEqual([voice, voices.length]);
    }
  });

  test('of one organization have the same shares', async () => {
    const all = await read({ across });
    const one = await read({ across, organizations: ['b'] });
    expect(one.rows).toEqual(all.rows.filter(({ key }) => key === 'b'));
    expect(one.total.n).toBe(one.rows.reduce((sum, { n }) => sum + n, 0));
  });
});

test('a month of one organization has its share of the mentions of that month', async () => {
  const { rows } = await read({ by: 'month', organizations: ['a'] });
  const split = await read({ across: 'month', organizations: ['a'] });
  expect(rows.map(({ key, voice }) => [key, voice])).toEqual(split.rows.map(({ part, voice }) => [part!.key, voice]));
  expect((await read({ by: 'month' })).rows.every(({ voice }) => voice === null)).toBe(true);
});

test('sections with one name in any letters are one, the most frequent first', async () => {
  const { rows } = await read({ by: 'section' });
  expect(rows.map(({ key, name }) => [key, name])).toEqual([
    ['politics', 'Politics'],
    ['folder', 'folder'],
    ['science', 'Science'],
  ]);
});

test.each([
  ['{"section":" Наука \\n и  жизнь"}', 'https://x.example/a/b', 'Наука и жизнь'],
  ['{"section":""}', 'https://x.example/%D0%BD%D0%B0%D1%83%D0%BA%D0%B0/b', 'наука'],
  ['{}', 'https://x.example/%D0/b', '%D0'],
  ['{"section":7}', 'https://x.example/b.html', ''],
  ['{}', 'https://x.example', ''],
])('%s at %s is section %s', (details, address, expected) => {
  expect(sectionOf({ details, address })).toBe(expected);
});

test('a section has a hundred characters at most', () => {
  expect(sectionOf({ details: JSON.stringify({ section: '😀'.repeat(200) }), address: '' })).toBe('😀'.repeat(100));
});

async function csvOf(query: Partial<TableQuery>, ...others: readonly Partial<TableQuery>[]) {
  const tables = [];
  for (const each of [query, ...others]) tables.push({ query: { ...plain, ...each }, table: await read(each) });
  const [head, ...rows] = await Array.fromAsync(csvRowsIn([tableCsv({ tables })]));
  return rows.map(row => Object.fromEntries(row.map((cell, at) => [head![at]!, csvCellText(cell)])));
}

test('months change from the month before, and a second table from the first', async () => {
  const months = await csvOf({ across: 'month' });
  const [january, february] = ['2026-01', '2026-02'].map(
    part => months.find(row => row['key'] === 'a' && row['part'] === part)!,
  );
  expect(february!['changed_from']).toBe('2026-01');
  const share = (row: Record<string, string>, name: string, of: string) => Number(row[name]) / Number(row[of]);
  expect(Number(february!['negative_change'])).toBeCloseTo(
    share(february!, 'negative', 'n') - share(january!, 'negative', 'n'),
    12,
  );
  expect(Number(february!['voice_change'])).toBeCloseTo(
    share(february!, 'voice', 'voice_of') - share(january!, 'voice', 'voice_of'),
    12,
  );
  const two = await csvOf({}, { isNested: true });
  expect(two.map(row => [row['table'], row['changed_from'], row['positive_change']])).toEqual([
    ...organizations.map(() => ['1', '', '']),
    ...organizations.map(() => ['2', '1', '0']),
  ]);
});

describe('queries', () => {
  const given: TableSettings = { by: 'organization' };
  const refused = (settings: Partial<TableSettings>, format = 'csv') => {
    try {
      return JSON.stringify(tableQueries({ ...given, ...settings }, format));
    } catch (error) {
      return (error as { refusals: { code: string }[] }).refusals[0]!.code;
    }
  };

  test('with the period before have it first, as many months or as long', () => {
    const [before, own] = tableQueries(
      { ...given, since: '2026-03-01', until: '2026-05-01', compareBefore: true },
      'csv',
    );
    expect([before, own].map(each => periodText(each!))).toEqual([
      'from 2026-01-01 before 2026-03-01',
      'from 2026-03-01 before 2026-05-01',
    ]);
    const start = Date.UTC(2026, 2, 10);
    expect(periodBefore(start, start + 7 * 86_400_000)).toEqual({ since: start - 7 * 86_400_000, until: start });
  });

  test('that make no table are refused', () => {
    expect(refused({ compareBefore: true, since: '2026-03-01' })).toBe('period-before');
    expect(refused({ compareBefore: true, since: '2026-03-01', until: '2026-04-01', compareSince: '2026-01-01' })).toBe(
      'period-before',
    );
    expect(refused({ by: 'month', across: 'source' })).toBe('splits-organizations');
    expect(refused({ quotes: '2' })).toBe('no-quotes');
    expect(refused({ quotes: '21' }, 'html')).toBe('whole-number');
    expect(refused({ quotes: '-1' }, 'html')).toBe('whole-number');
  });

  test('have sentences where people read them', () => {
    expect(tableQueries(given, 'html')[0]!.quotes).toBe(2);
    expect(tableQueries({ ...given, quotes: '0' }, 'html')[0]).not.toHaveProperty('quotes');
    expect(tableQueries(given, 'csv')[0]).not.toHaveProperty('quotes');
  });
});

describe('words in Russian', () => {
  const say = reportWords('ru');
  test.each([
    [1, '1 упоминание в 1 из 1 публикации'],
    [2, '2 упоминания в 1 из 2 публикаций'],
    [5, '5 упоминаний в 1 из 5 публикаций'],
    [11, '11 упоминаний в 1 из 11 публикаций'],
    [21, '21 упоминание в 1 из 21 публикации'],
  ])('have the forms of %i', (n, expected) => {
    expect(say('mentions', { n, mentioning: 1, publications: n })).toBe(expected);
  });

  test('have dates as people write them', () => {
    expect(periodText({ since: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 11, 1) }, say)).toBe(
      'с 1 ноября 2026 г. до 1 декабря 2026 г.',
    );
    expect(say.named('month', '2026-11')).toBe('ноябрь 2026');
    expect(say.named('source', '2026-11')).toBe('2026-11');
  });
});

test('hostile and long names are text in each form, and no line of a terminal is longer than 80 columns', async () => {
  const names = ['<script>alert(1)</script>&"', '=HYPERLINK("http://x")', `${'длинное имя '.repeat(30)}\u202e\n`];
  const hostile = storesOf(
    names.map((organization, at) => pair({ publication: 9 - at, organization })),
    [],
    names,
  );
  const table = await readTable(hostile, { ...plain, across: 'month' }, sources);
  const report = { tables: [{ query: plain, table }], language: 'ru' } as const;
  for (const markup of [tableHtml(report), tableSvg(report)]) expect(markup).not.toContain('<script');
  expect(tableCsv(report)).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(
    tableText(report)
      .split('\n')
      .filter(line => [...line].length > 80 || /[\u202e]/.test(line)),
  ).toEqual([]);
});

test('small charts have one scale: a bar is as long as its mentions, whoever is mentioned', async () => {
  const table = await read({ across: 'month' });
  const svg = tableSvg({ tables: [{ query: plain, table }] });
  const heights = [...svg.matchAll(/<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="(?<height>[\d.]+)"/g)].map(
    ({ groups }) => Number(groups!['height']),
  );
  const lengths = table.rows.map(({ n, unclassified }) => n + unclassified);
  const drawn = table.rows.reduce((sum, row) => sum + row.n + row.unclassified, 0);
  const unit = 90 / Math.max(...lengths);
  const bars = heights.filter(height => height !== 11);
  expect(bars.reduce((sum, each) => sum + each, 0)).toBeCloseTo(drawn * unit, 0);
  expect([...svg.matchAll(/<g>/g)].length).toBe(3);
});

test('a report has organizations down and parts across', async () => {
  const table = await read({ across: 'source' });
  const parts = reportParts({ tables: [{ query: plain, table }] });
  const [matrix] = parts.filter(each => each.kind === 'table');
  expect(matrix).toMatchObject({ heads: ['Organization', 'source 1', 'source 2'] });
  const cells = table.rows.map(row => [
    String(row.n),
    `(+${row.classes.positive.count} −${row.classes.negative.count})`,
  ]);
  expect(matrix!.rows).toEqual([0, 2, 4].map(at => [[table.rows[at]!.name], cells[at], cells[at + 1]]));
});
