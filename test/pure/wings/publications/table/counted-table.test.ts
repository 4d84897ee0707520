/** Counts of the table, and the notes for its readers: one decision a test. */
import { describe, expect, test } from 'vitest';
import type { LabelRow } from '../../../../../shared/wings/publications/labels/label.ts';
import type {
  MentionedPublication,
  StoredMention,
} from '../../../../../shared/wings/publications/store/mention-store.ts';
import type { PublicationRow } from '../../../../../shared/wings/publications/store/publication-store.ts';
import {
  type JudgedPublication,
  type JudgeOptions,
  judgedPublications,
} from '../../../../../shared/wings/publications/table/judged-mentions.ts';
import { mentioningPublications, rowsOf } from '../../../../../shared/wings/publications/table/mentioning-rows.ts';
import { readTable, type ToneTable } from '../../../../../shared/wings/publications/table/read-table.ts';
import { wilsonInterval } from '../../../../../shared/wings/publications/table/share.ts';
import { tableCsv } from '../../../../../shared/wings/publications/table/table-csv.ts';
import { comparedQueries } from '../../../../../shared/wings/publications/table/table-queries.ts';
import { tableSvg } from '../../../../../shared/wings/publications/table/table-svg.ts';
import { changeText, notesOf, periodText } from '../../../../../shared/wings/publications/table/told-table.ts';
import {
  monthOf,
  monthsFrom,
  type TableRow,
  ToneCounts,
  tableClasses,
} from '../../../../../shared/wings/publications/table/tone-table.ts';
import { label, pair, plain, storesOf } from './told-stores.ts';

const tone = { score: 1, p: { negative: 0, neutral: 0, positive: 1 }, mixed: 0, mentions: 1 };
const place = (start: number) => ({ field: 'text', start, end: start + 3 }) as const;

function mention(start: number, given: Partial<StoredMention> = {}): StoredMention {
  return {
    ...{ ...place(start), organization: 'msu', alias: 'МГУ', surface: 'МГУ', status: 'certain', nestedIn: null },
    ...{ sentenceStart: 0, sentenceEnd: 9, tone: undefined, ...given },
  };
}

async function judged(
  given: Partial<MentionedPublication>,
  labels: readonly LabelRow[] = [],
  mentions: readonly StoredMention[] = [],
  options: JudgeOptions = { confidence: 0, isNested: false },
): Promise<string> {
  const { mentions: store } = storesOf([pair({ publication: 1, ...given })], [], [], mentions);
  const all: JudgedPublication[] = [];
  for await (const each of judgedPublications(store, labels, {}, options)) all.push(each);
  return `${all[0]!.judgement} by ${all[0]!.by}`;
}

describe('a publication is', () => {
  test.each<[string, Partial<MentionedPublication>]>([
    ['positive by model', { tone }],
    ['unclassified by model', { tone: undefined }],
    ['candidate by model', { certain: 0, candidates: 1, tone }],
    ['nested by model', { certain: 0, candidates: 1, nested: 1, tone }],
    ['not-about by model', { certain: 0, candidates: 0, tone }],
  ])('%s', async (expected, given) => {
    expect(await judged(given)).toBe(expected);
  });

  test('what people say of all mentions that count, and not of some', async () => {
    const one = label(1, 'msu', 'negative', { place: place(0) });
    const two = label(1, 'msu', 'negative', { id: 2, place: place(5) });
    const mentions = [mention(0), mention(5)];
    expect(await judged({ tone }, [one], mentions)).toBe('positive by model');
    expect(await judged({ tone }, [one, two], mentions)).toBe('negative by mentions');
    expect(await judged({ tone }, [one], [mention(0), mention(5, { status: 'confirmed' })])).toBe('positive by model');
    expect(await judged({ tone }, [one], [mention(0), mention(5, { status: 'candidate' })])).toBe(
      'negative by mentions',
    );
  });

  test('judged by its mentions in longer names only where these count', async () => {
    const labels = [label(1, 'msu', 'negative', { place: place(0) })];
    const mentions = [mention(0), mention(5, { nestedIn: 'other' })];
    expect(await judged({ tone }, labels, mentions)).toBe('negative by mentions');
    expect(await judged({ tone }, labels, mentions, { confidence: 0, isNested: true })).toBe('positive by model');
  });

  test('what people said of mentions of its latest version, and of no older one', async () => {
    const labels = [label(1, 'msu', 'negative', { place: place(0) })];
    expect(await judged({ tone, version: 2 }, labels, [mention(0)])).toBe('positive by model');
  });
});

describe('the table', () => {
  const table = async (
    pairs: readonly MentionedPublication[],
    labels: readonly LabelRow[] = [],
    query: Partial<Parameters<typeof readTable>[1]> = {},
  ): Promise<ToneTable> => {
    const sources = [1, 2].map(number => ({ number, name: `source ${number}` }));
    return await readTable(storesOf(pairs, labels, ['msu', 'geo']), { ...plain, ...query }, sources);
  };

  test('counts publications on which people disagree, and no others', async () => {
    const labels = [
      label(1, 'msu', 'negative'),
      label(1, 'msu', 'positive', { id: 9, annotator: 'Борис' }),
      label(2, 'msu', 'positive'),
    ];
    expect(
      (
        await table(
          [3, 2, 1].map(publication => pair({ publication, tone })),
          labels,
        )
      ).disputed,
    ).toBe(1);
  });

  test('names models only where the class is theirs', async () => {
    const labels = [label(1, 'msu', 'negative')];
    const pairs = [pair({ publication: 2, tone, models: 'b' }), pair({ publication: 1, tone, models: 'a' })];
    expect((await table(pairs, labels)).models).toEqual(['b']);
  });

  test('has rows of the list in its order, those without publications too, and then of others by their keys', async () => {
    const { rows, total } = await table([pair({ publication: 1, tone }), pair({ publication: 2, organization: 'x' })]);
    expect(rows.map(({ key, n, unclassified }) => [key, n, unclassified])).toEqual([
      ...[
        ['msu', 1, 0],
        ['geo', 0, 0],
        ['x', 0, 1],
      ],
    ]);
    expect([total.n, total.unclassified]).toEqual([1, 1]);
  });

  test('of one organization has its row alone, and of some sources theirs', async () => {
    const keys = async (query: object) => (await table([], [], query)).rows.map(({ key }) => key);
    expect(await keys({ organizations: ['geo'] })).toEqual(['geo']);
    expect(await keys({ by: 'source' })).toEqual(['1', '2']);
    expect(await keys({ by: 'source', sources: [2] })).toEqual(['2']);
  });

  test('gives CSV a line for each row, its bounds in their order', async () => {
    const report = { tables: [{ query: plain, table: await table([pair({ publication: 1, tone })]) }] };
    const [head, first] = tableCsv(report)
      .split('\n')
      .map(line => line.trimEnd().split(','));
    const cell = (name: string): string => first![head!.indexOf(name)]!;
    expect([cell('table'), cell('key'), cell('n'), cell('people'), cell('publications')]).toEqual([
      ...['1', 'msu', '1', '0', ''],
    ]);
    expect([cell('positive'), cell('positive_percent'), cell('negative'), cell('negative_low')]).toEqual([
      ...['1', '100.0', '0', '0'],
    ]);
    expect(Number(cell('positive_low'))).toBeCloseTo(0.2065, 4);
    expect(Number(cell('positive_high'))).toBe(1);
  });

  test('draws at most 2,000 rows, and names up to 46 characters whole', async () => {
    const { rows, ...rest } = await table([]);
    const [row] = rows;
    const svg = (count: number, name = 'x') =>
      tableSvg({
        tables: [{ query: plain, table: { ...rest, rows: Array.from({ length: count }, () => ({ ...row!, name })) } }],
      });
    expect(svg(2_000)).not.toContain('more rows');
    expect(svg(2_001)).toContain('and 1 more row<');
    expect(svg(1, 'n'.repeat(46))).toContain('n'.repeat(46));
    expect(svg(1, 'n'.repeat(47))).toContain(`>${'n'.repeat(45)}…<`);
  });
});

describe('months', () => {
  test('are listed without a gap up to two hundred years, and beyond them only those with publications', () => {
    expect(monthsFrom(['1826-11', '2026-10']).length).toBe(2_400);
    expect(monthsFrom(['1826-10', '2026-10'])).toEqual(['1826-10', '2026-10']);
    expect(monthsFrom(['2026-12', '2027-01', '2026-11'])).toEqual(['2026-11', '2026-12', '2027-01']);
  });

  test('are those of UTC', () => {
    expect([monthOf(Date.UTC(2026, 10, 1) - 1), monthOf(Date.UTC(2026, 10, 1))]).toEqual(['2026-10', '2026-11']);
  });
});

test('the interval of none ends at 0, and that of all at 1', () => {
  for (const of of [1, 3, 7, 10, 1_000, 3_333]) {
    expect(wilsonInterval({ count: 0, of })!.low).toBe(0);
    expect(wilsonInterval({ count: of, of })!.high).toBe(1);
  }
});

describe('two tables that are compared', () => {
  test('are of two periods, the second in place of the whole first one, or by two models in one period', () => {
    const first = { ...plain, since: 1, until: 2 };
    expect(comparedQueries(first, {})).toEqual([first]);
    expect(comparedQueries(first, { since: 5 })).toEqual([first, { ...plain, since: 5 }]);
    expect(comparedQueries(first, { until: 5 })).toEqual([first, { ...plain, until: 5 }]);
    expect(comparedQueries(first, { models: 'b' })).toEqual([first, { ...first, models: 'b' }]);
  });

  test('tell the change in points of per cent, and none where one of them has no publications', () => {
    const row = (positive: number, negative: number) => {
      const counts = new ToneCounts();
      for (let n = 0; n < positive; n += 1)
        counts.add('x', { publication: 1, judgement: 'positive', isByPeople: false });
      for (let n = 0; n < negative; n += 1)
        counts.add('x', { publication: 1, judgement: 'negative', isByPeople: false });
      return counts.row('x', 'x');
    };
    const changes = (first: TableRow, second: TableRow) =>
      tableClasses.map(each => changeText({ first, second }, each).change);
    expect(changes(row(1, 3), row(1, 1))).toEqual(['+25.0', '−25.0', '0.0', '0.0']);
    expect(changes(row(100, 900), row(105, 895))).toEqual(['+0.5', '−0.5', '0.0', '0.0']);
    expect([changes(row(0, 0), row(1, 1)), changes(row(1, 1), row(0, 0))].flat().join('')).toBe('');
  });
});

test('a period is told in days where it has whole days, and in instants else', () => {
  const day = Date.UTC(2026, 10, 1);
  expect(periodText({})).toBe('all the time');
  expect(periodText({ since: day, until: day + 86_400_000 })).toBe('from 2026-11-01 before 2026-11-02');
  expect(periodText({ since: day + 1 })).toBe('from 2026-11-01T00:00:00.001Z');
});

test('a reader is told of several models, of texts that are not searched yet, and of what is left out', async () => {
  const table = await readTable(storesOf([], [], []), plain, []);
  const notes = (given: Partial<ToneTable>, query = plain): string =>
    notesOf({ query, table: { ...table, ...given } }).join(' ');
  expect(notes({ models: ['a'] })).not.toContain('are not to be compared');
  expect(notes({ models: ['a', 'b'] })).toContain('their numbers are not to be compared');
  expect(notes({ searched: { searched: 3, all: 5 } })).toContain('2 of 5 publications are not searched');
  expect(notes({ searched: { searched: 5, all: 5 } })).not.toContain('not searched');
  expect(notes({ disputed: 2 })).toContain('2 with labels of people who disagree');
  expect(notes({})).not.toContain('disagree');
  expect(notes({}, { ...plain, confidence: 0.7 })).toContain('less probable than 0.7');
  expect(notes({})).not.toContain('these sources');
  const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
  const some = await readTable(storesOf([], [], []), { ...plain, sources: numbers }, [{ number: 2, name: 'Courier' }]);
  expect(notes(some, { ...plain, sources: numbers })).toContain(
    'of these sources count: 1, Courier, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.',
  );
});

describe('what is behind a number of the table', () => {
  const pairs = [
    pair({ publication: 3, tone }),
    pair({ publication: 3, organization: 'geo', certain: 0, candidates: 1 }),
    pair({ publication: 2 }),
    pair({ publication: 1, tone }),
  ];
  const stores = {
    publications: {
      find: async () => [],
      publication: async (id: number) => (id === 2 ? undefined : ({ id } as PublicationRow)),
    },
    mentions: storesOf(pairs, [], []).mentions,
  };

  test('are publications of the judgements that were asked for', async () => {
    const ids = async (judgements?: JudgedPublication['judgement'][]) => {
      const found: number[] = [];
      const query = { confidence: 0, isNested: false, ...(judgements === undefined ? {} : { judgements }) };
      for await (const { publication } of mentioningPublications(stores, [], query)) found.push(publication);
      return found;
    };
    expect(await ids()).toEqual([3, 3, 2, 1]);
    expect(await ids(['positive'])).toEqual([3, 1]);
    expect(await ids(['candidate', 'unclassified'])).toEqual([3, 2]);
  });

  test('has each publication once, at most as many as were asked for, without those that are there no more', async () => {
    const rows = async (most: number) => {
      const found: number[] = [];
      const all = mentioningPublications(stores, [], { confidence: 0, isNested: false });
      for await (const { id } of rowsOf(stores.publications, all, most)) found.push(id);
      return found;
    };
    expect([await rows(9), await rows(2), await rows(1), await rows(0)]).toEqual([[3, 1], [3, 1], [3], []]);
  });
});
