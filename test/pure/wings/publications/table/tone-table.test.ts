/** The table of the article (Васенин, Дзабраев, 2017) comes out of labels alone. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LabelRow } from '../../../../../shared/wings/publications/labels/label.ts';
import { judgedPublications } from '../../../../../shared/wings/publications/table/judged-mentions.ts';
import { readTable } from '../../../../../shared/wings/publications/table/read-table.ts';
import {
  changeBetween,
  percentOf,
  percentText,
  pointsText,
  wilsonInterval,
} from '../../../../../shared/wings/publications/table/share.ts';
import { tableHtml } from '../../../../../shared/wings/publications/table/table-html.ts';
import { tableSvg } from '../../../../../shared/wings/publications/table/table-svg.ts';
import { tableText } from '../../../../../shared/wings/publications/table/table-text.ts';
import { monthsFrom, tableClasses } from '../../../../../shared/wings/publications/table/tone-table.ts';
import { label, pair, plain, storesOf } from './told-stores.ts';

/** Positive, negative, neutral, ambiguous as the article counts them; then per cent, one decimal, half up. */
const article: readonly (readonly [string, readonly number[], readonly string[]])[] = [
  ['МГУ', [1959, 185, 376, 6], ['77.6', '7.3', '14.9', '0.2']],
  ['ИДСТУ', [1, 0, 0, 0], ['100.0', '0.0', '0.0', '0.0']],
  ['ИПМ', [2, 0, 0, 0], ['100.0', '0.0', '0.0', '0.0']],
  ['Институт цитологии', [3, 0, 0, 0], ['100.0', '0.0', '0.0', '0.0']],
  ['ИНХС', [2, 0, 0, 0], ['100.0', '0.0', '0.0', '0.0']],
  ['МПГУ', [84, 0, 11, 0], ['88.4', '0.0', '11.6', '0.0']],
  ['РГГУ', [180, 0, 25, 0], ['87.8', '0.0', '12.2', '0.0']],
  ['Почвенный институт', [0, 0, 0, 0], ['–', '–', '–', '–']],
  ['ИМАШ', [1, 0, 0, 0], ['100.0', '0.0', '0.0', '0.0']],
  ['НЦН', [7, 0, 0, 0], ['100.0', '0.0', '0.0', '0.0']],
  ['ФТИ УрО', [0, 0, 0, 0], ['–', '–', '–', '–']],
  ['ВГУ', [47, 2, 5, 0], ['87.0', '3.7', '9.3', '0.0']],
  ['ПГИ', [0, 0, 0, 0], ['–', '–', '–', '–']],
  ['Институт географии', [13, 0, 2, 1], ['81.3', '0.0', '12.5', '6.3']],
];

describe('the table', () => {
  test("the article's numbers come out of labels alone; its per cent are cut, ours are rounded", async () => {
    const labels: LabelRow[] = [];
    for (const [organization, counts] of article)
      counts.forEach((count, index) => {
        for (let n = 0; n < count; n += 1) labels.push(label(labels.length + 1, organization, tableClasses[index]!));
      });
    const pairs = labels.map(({ publication, organization }) => pair({ publication, organization }));
    const stores = storesOf(
      pairs,
      labels,
      article.map(([name]) => name),
    );
    const { rows, models, total } = await readTable(stores, plain, []);
    const shown = rows.map(({ name, classes }) => [
      name,
      tableClasses.map(each => classes[each].count),
      tableClasses.map(each => classes[each].percent ?? '–'),
    ]);
    expect(shown).toEqual(article);
    expect(rows.every(({ n, byPeople }) => byPeople === n)).toBe(true);
    expect(total.n).toBe(labels.length);
    expect(models).toEqual([]);
  });

  test('zero is shown as 0 (–), and no line is longer than 80 columns', async () => {
    const long = 'Институт с очень длинным именем, которое ни в одну строку терминала никак не помещается';
    const table = await readTable(storesOf([pair({ publication: 1 })], [], [long, 'msu']), plain, []);
    const lines = tableText({ tables: [{ query: plain, table }] }).split('\n');
    expect(lines.filter(line => line.length > 80)).toEqual([]);
    expect(lines.find(line => line.includes('0 (–)'))).toMatch(/^( +0 \(–\)){4} +0 +0$/);
    expect(lines.join('\n')).not.toContain('NaN');
  });

  test('unclassified, candidates, longer names and "not about" are apart and in no share', async () => {
    const tone = { score: 1, p: { negative: 0.1, neutral: 0.3, positive: 0.6 }, mixed: 0, mentions: 1 };
    const pairs = [
      pair({ publication: 6, tone }),
      pair({ publication: 5, tone: { ...tone, p: { negative: 0.2, neutral: 0.5, positive: 0.3 } } }),
      pair({ publication: 4 }),
      pair({ publication: 3, certain: 0, candidates: 2 }),
      pair({ publication: 2, certain: 0, nested: 1, toneWithNested: { ...tone, score: -1 } }),
      pair({ publication: 1, tone }),
    ];
    const stores = storesOf(pairs, [label(1, 'msu', 'not-about')], ['msu']);
    const [row] = (await readTable(stores, { ...plain, confidence: 0.5 }, [])).rows;
    expect(row).toMatchObject({ n: 1, unclassified: 2, candidates: 1, nested: 1, notAbout: 1, byPeople: 0 });
    expect(row!.classes.positive).toMatchObject({ count: 1, percent: '100.0' });
    const [withNested] = (await readTable(stores, { ...plain, isNested: true }, [])).rows;
    expect(withNested).toMatchObject({ n: 3, unclassified: 1, nested: 0 });
    expect(withNested!.classes.negative.count).toBe(1);
  });

  test("people's word counts before the model's, of an old version no more", async () => {
    const tone = { score: 1, p: { negative: 0, neutral: 0, positive: 1 }, mixed: 0, mentions: 1 };
    const pairs = [3, 2, 1].map(publication => pair({ publication, tone, version: 2 }));
    const labels = [
      label(1, 'msu', 'negative', { version: 2 }),
      label(2, 'msu', 'negative', { version: 1 }),
      label(3, 'msu', 'negative', { version: 2 }),
      label(3, 'msu', 'neutral', { version: 2, annotator: 'Борис', id: 4 }),
    ];
    const judged = [];
    for await (const each of judgedPublications(storesOf(pairs, [], []).mentions, labels, {}, plain)) judged.push(each);
    expect(judged.map(({ judgement, by, isDisputed }) => [judgement, by, isDisputed])).toEqual([
      ['positive', 'model', true],
      ['positive', 'model', false],
      ['negative', 'label', false],
    ]);
  });

  test('of a month mentions and publications are apart, so no share is over a whole', async () => {
    const tone = { score: 1, p: { negative: 0, neutral: 0, positive: 1 }, mixed: 0, mentions: 1 };
    const at = Date.UTC(2016, 7, 15);
    const pairs = [2, 1].flatMap(publication =>
      ['geo', 'msu', 'vsu'].map(organization => pair({ publication, organization, tone, datedAt: at })),
    );
    const query = { ...plain, by: 'month' } as const;
    const table = await readTable(storesOf([...pairs, pair({ publication: 3, datedAt: at })], [], ['msu']), query, []);
    expect(table.rows.at(-1)).toMatchObject({ n: 6, mentioning: 2, publications: 7 });
    const report = { tables: [{ query, table }] };
    expect(tableText(report)).toContain('6 mentions in 2 of 7 publications');
    expect(tableSvg(report)).toContain('6 mentions in 2 of 7 publications');
    expect(tableHtml(report)).toContain('in 2 of 7 publications');
  });

  test('a report in Russian has no English word, decimal commas, and columns of 80 characters', async () => {
    const query = { ...plain, by: 'month', confidence: 0.5, isNested: true } as const;
    const tone = { score: 1, p: { negative: 0, neutral: 0, positive: 1 }, mixed: 0, mentions: 1 };
    const pairs = [2, 1].map(publication => pair({ publication, tone, models: '' }));
    const labels = [
      label(1, 'msu', 'negative'),
      label(2, 'msu', 'positive'),
      label(2, 'msu', 'neutral', { annotator: 'B', id: 9 }),
    ];
    const table = await readTable(storesOf(pairs, labels, ['msu']), query, []);
    const two = {
      language: 'ru',
      tables: [0, 1].map(() => ({ query, table: { ...table, models: ['м1', 'м2'] } })),
    } as const;
    const [text, html, svg] = [tableText(two), tableHtml(two), tableSvg(two)];
    expect(text.split('\n').filter(line => line.length > 80)).toEqual([]);
    for (const shown of [text, svg.replaceAll(/<[^>]*>/g, ' '), html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ')])
      expect(shown.match(/[A-Za-z]{2,}/g) ?? []).toEqual([]);
    expect(html).toContain('<html lang="ru">');
    expect(html).toContain('1 (50,0)');
    expect(text).toMatch(/\d,\d–\d+,\d/);
    expect(tableHtml({ tables: two.tables })).toContain('<html lang="en">');
  });

  test('publications in a language without a model are unclassified, and the table says so', async () => {
    const tone = { score: 1, p: { negative: 0, neutral: 0, positive: 1 }, mixed: 0, mentions: 1 };
    const pairs = [pair({ publication: 1 }), pair({ publication: 2, tone, toneWithNested: undefined })];
    const labels = [label(3, 'msu', 'negative')];
    const query = { ...plain, confidence: 0 };
    const table = await readTable(storesOf([...pairs, pair({ publication: 3 })], labels, ['msu']), query, []);
    expect(table).toMatchObject({ withoutTone: 1, total: { unclassified: 1, n: 2 } });
    const says = '1 unclassified: in a language without a model';
    for (const shown of [tableText, tableHtml]) expect(shown({ tables: [{ query, table }] })).toContain(says);
    const sure = await readTable(
      storesOf([pair({ publication: 2, tone })], [], ['msu']),
      { ...query, confidence: 1 },
      [],
    );
    expect(sure).toMatchObject({ withoutTone: 0, total: { unclassified: 0 } });
  });

  test('a picture has the colours of the page', async () => {
    const query = { ...plain, by: 'month' } as const;
    const table = await readTable(storesOf([pair({ publication: 1 })], [], ['msu']), query, []);
    const css = readFileSync(new URL('../../../../../functions/console/style.css', import.meta.url), 'utf8');
    for (const name of ['duplicates', 'danger', 'nodes', 'skipped'])
      expect(tableSvg({ tables: [{ query, table }] })).toContain(
        new RegExp(`--${name}: .*?(#[0-9a-f]+)`).exec(css)![1],
      );
  });

  test('rows of months have the months between, and totals beside', async () => {
    const pairs = [pair({ publication: 1 })];
    const { rows } = await readTable(storesOf(pairs, [], ['msu']), { ...plain, by: 'month' }, []);
    expect(rows.map(({ key, unclassified, publications }) => [key, unclassified, publications])).toEqual([
      ['2016-06', 1, 0],
      ['2016-07', 0, 0],
      ['2016-08', 0, 7],
    ]);
    expect(monthsFrom(['2017-02', '2016-11'])).toEqual(['2016-11', '2016-12', '2017-01', '2017-02']);
    expect(monthsFrom([])).toEqual([]);
  });
});

describe('shares', () => {
  test.each([
    [{ count: 1, of: 8 }, '12.5'],
    [{ count: 1, of: 16 }, '6.3'],
    [{ count: 1, of: 2000 }, '0.1'],
    [{ count: 1, of: 2001 }, '0.0'],
    [{ count: 0, of: 0 }, undefined],
  ])('%j is %s per cent', (share, expected) => {
    expect(percentOf(share)).toBe(expected);
  });

  // Wilson (1927), as in R: binom.confint(…, methods = "wilson").
  test.each([
    [{ count: 0, of: 10 }, '0.0', '27.8'],
    [{ count: 5, of: 10 }, '23.7', '76.3'],
    [{ count: 1, of: 1 }, '20.7', '100.0'],
    [{ count: 1959, of: 2526 }, '75.9', '79.1'],
  ])('the interval of %j', (share, low, high) => {
    const interval = wilsonInterval(share)!;
    expect([percentText(interval.low), percentText(interval.high)]).toEqual([low, high]);
  });
});

describe('the change of a share', () => {
  // Newcombe (1998), Interval estimation for the difference between independent proportions, table II, method 10.
  test.each([
    [{ count: 48, of: 80 }, { count: 56, of: 70 }, [0.2, 0.0524, 0.3339]],
    [{ count: 3, of: 10 }, { count: 9, of: 10 }, [0.6, 0.1705, 0.809]],
    [{ count: 2, of: 7 }, { count: 6, of: 7 }, [0.5714, 0.0582, 0.8062]],
    [{ count: 0, of: 29 }, { count: 5, of: 56 }, [0.0893, -0.0381, 0.1926]],
  ])('has the interval of Newcombe from %j to %j', (first, second, expected) => {
    const { difference, low, high } = changeBetween(first, second)!;
    [difference, low, high].forEach((each, index) => {
      expect(each).toBeCloseTo(expected[index]!, 4);
    });
  });

  test.each([
    [[1, 3], [2, 3], '+33.3'],
    [[2, 3], [1, 3], '−33.3'],
    [[1, 4], [501, 2_000], '+0.1'],
    [[1, 4], [1, 4], '0.0'],
    [[10_000, 40_000], [10_001, 40_000], '0.0'],
    [[80, 800], [70, 800], '−1.3'],
  ] as const)('from %j to %j is %s points of the shares themselves, not of rounded ones', (first, second, expected) => {
    const [before, after] = [first, second].map(([count, of]) => ({ count, of }));
    expect(pointsText(changeBetween(before!, after!)!.difference)).toBe(expected);
  });

  test('is none from or to nothing', () => {
    expect(changeBetween({ count: 0, of: 0 }, { count: 1, of: 2 })).toBeUndefined();
    expect(changeBetween({ count: 1, of: 2 }, { count: 0, of: 0 })).toBeUndefined();
  });
});
