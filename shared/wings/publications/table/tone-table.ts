import { type Change, changeBetween, type Interval, percentOf, type Share, wilsonInterval } from './share.ts';

/** The classes whose shares the table gives, in the order of its columns. */
export const tableClasses = ['positive', 'negative', 'neutral', 'ambiguous'] as const;
export type TableClass = (typeof tableClasses)[number];

/**
 * The judgement on a publication towards an organization. Beside the classes: `unclassified` below the confidence that was
 * requested, or in a language without a model; `candidate` where no place is sure to mean the organization; `nested` where each
 * place is in a longer name of another organization; `not-about` where people say that it is not about the organization.
 */
export const judgements = [...tableClasses, 'unclassified', 'candidate', 'nested', 'not-about'] as const;
export type Judgement = (typeof judgements)[number];

/** A publication and an organization, as the table counts them. */
export interface JudgedMention {
  readonly publication: number;
  readonly judgement: Judgement;
  /** People have decided it, not a model. */
  readonly isByPeople: boolean;
}

/** Publications of a class. */
export interface TableCell {
  readonly count: number;
  /** How many of them people have decided. */
  readonly byPeople: number;
  /** Of all publications with a class; one decimal, half up; null if there are none. */
  readonly percent: string | null;
  /** 95 %, from 0 to 1; null if there are none. */
  readonly interval: Interval | null;
}

/** The share of an organization in the mentions of all organizations, of any tone. */
export interface Voice extends Share {
  readonly percent: string;
  /** 95 %, from 0 to 1. */
  readonly interval: Interval;
}

/** A row of the table. */
export interface TableRow {
  /** Id of the organization, month (`2026-11`), number of the source, or section in small letters. */
  readonly key: string;
  readonly name: string;
  /** The month, source or section of a row of an organization; null if the table has one row for each. */
  readonly part: { readonly key: string; readonly name: string } | null;
  /** Null in rows of no organization, and where nobody is mentioned. */
  readonly voice: Voice | null;
  /** Publications with a class. */
  readonly n: number;
  readonly byPeople: number;
  readonly classes: Readonly<Record<TableClass, TableCell>>;
  /** Apart: none of them counts in a share. */
  readonly unclassified: number;
  readonly candidates: number;
  readonly nested: number;
  readonly notAbout: number;
  /** Publications that `n` counts, each once: one publication may mention several organizations. */
  readonly mentioning: number;
  /** All publications of the month or the source, whoever they mention; null in other rows. */
  readonly publications: number | null;
}

interface Count {
  readonly all: Map<Judgement, number>;
  readonly byPeople: Map<Judgement, number>;
  readonly publications: Set<number>;
}

export function voiceOf(share: Share): Voice | null {
  const [percent, interval] = [percentOf(share), wilsonInterval(share)];
  return percent === undefined || interval === undefined ? null : { ...share, percent, interval };
}

/** Shares that change from one row to another. */
export const changing = [...tableClasses, 'voice'] as const;
export type Changing = (typeof changing)[number];

/** The change of a share; undefined if a row has none. */
export function changeOf(first: TableRow, second: TableRow, what: Changing): Change | undefined {
  const shareOf = ({ n, classes, voice }: TableRow): Share =>
    what === 'voice' ? (voice ?? { count: 0, of: 0 }) : { count: classes[what].count, of: n };
  return changeBetween(shareOf(first), shareOf(second));
}

function isClass(judgement: Judgement): judgement is TableClass {
  return tableClasses.some(each => each === judgement);
}

/** Judgements that count in the voice: sure to mean the organization, of any tone. */
export type MentionClass = TableClass | 'unclassified';

export function isMention(judgement: Judgement): judgement is MentionClass {
  return isClass(judgement) || judgement === 'unclassified';
}

/** Counts publications towards organizations, in rows. */
export class ToneCounts {
  readonly #rows = new Map<string, Count>();

  add(key: string, { publication, judgement, isByPeople }: JudgedMention): void {
    const row = this.#rows.get(key) ?? { all: new Map(), byPeople: new Map(), publications: new Set() };
    if (isClass(judgement)) row.publications.add(publication);
    this.#rows.set(key, row);
    row.all.set(judgement, (row.all.get(judgement) ?? 0) + 1);
    if (isByPeople) row.byPeople.set(judgement, (row.byPeople.get(judgement) ?? 0) + 1);
  }

  get keys(): readonly string[] {
    return [...this.#rows.keys()];
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  /** A key without publications has a row of zeros. */
  row(key: string, name: string, publications: number | null = null): TableRow {
    const known = this.#rows.get(key);
    const [all, byPeople] = [known?.all ?? new Map<Judgement, number>(), known?.byPeople ?? new Map()];
    const count = (judgement: Judgement): number => all.get(judgement) ?? 0;
    const n = tableClasses.reduce((sum, each) => sum + count(each), 0);
    const cell = (each: TableClass): TableCell => ({
      count: count(each),
      byPeople: byPeople.get(each) ?? 0,
      percent: percentOf({ count: count(each), of: n }) ?? null,
      interval: wilsonInterval({ count: count(each), of: n }) ?? null,
    });
    const classes = {
      positive: cell('positive'),
      negative: cell('negative'),
      neutral: cell('neutral'),
      ambiguous: cell('ambiguous'),
    };
    return {
      ...{ key, name, part: null, voice: null, n, classes, mentioning: known?.publications.size ?? 0, publications },
      byPeople: tableClasses.reduce((sum, each) => sum + classes[each].byPeople, 0),
      ...{ unclassified: count('unclassified'), candidates: count('candidate') },
      ...{ nested: count('nested'), notAbout: count('not-about') },
    };
  }
}

/** Each month from the first to the last, `YYYY-MM`, those without publications too. */
export function monthsFrom(months: readonly string[]): readonly string[] {
  const sorted = months.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all: string[] = [];
  let [year, month] = first.split('-').map(Number) as [number, number];
  for (let at = first; at <= last && all.length < mostMonths; ) {
    all.push(at);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
    at = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  }
  return all.at(-1) === last ? all : sorted;
}

/** Two hundred years; of a longer time only months that have publications. */
const mostMonths = 2_400;

export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}
