import type { PublicationRow } from '../store/publication-store.ts';

/** Of how many publications each fact is known. */
export interface ExtractionCoverage {
  /** The publications that were looked at. */
  readonly of: number;
  readonly title: number;
  readonly published: number;
  readonly authors: number;
  readonly section: number;
  readonly language: number;
  /** The methods that gave the texts: how many by each method. */
  readonly methods: Readonly<Record<string, number>>;
  /** Texts of which the extractor was less than half sure. */
  readonly unsure: number;
}

/** The coverage of facts in the publications of `rows`. */
export function coverageOf(rows: readonly PublicationRow[]): ExtractionCoverage {
  const told = rows.map(row => ({ row, details: JSON.parse(row.details) as Readonly<Record<string, unknown>> }));
  const count = (isKnown: (each: (typeof told)[number]) => boolean): number => told.filter(isKnown).length;
  const methods = Map.groupBy(told, ({ details }) => String(details['method'] ?? 'unknown'));
  return {
    of: rows.length,
    title: count(({ row }) => row.title !== ''),
    published: count(({ row }) => row.publishedAt !== undefined),
    authors: count(({ details }) => Array.isArray(details['authors']) && details['authors'].length > 0),
    section: count(({ details }) => typeof details['section'] === 'string'),
    language: count(({ row }) => row.language !== undefined),
    methods: Object.fromEntries([...methods].map(([method, each]) => [method, each.length])),
    unsure: count(({ details }) => Number(details['confidence'] ?? 1) < 0.5),
  };
}
