import { withInstantTexts } from '../../../shared/place/shown-instants.ts';
import type { ExtractionCoverage } from '../../../shared/wings/publications/watch/extraction-coverage.ts';
import { triedAgain } from '../../../shared/wings/publications/watch/source-memory.ts';
import type { EntryStatus, SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';

/** A source of which nothing is due has an instant that no clock shows. */
const never = 8_640_000_000_000_000;

/** A source in a list: its health without its entries. Instants are ISO 8601 in UTC. */
export function sourceLine(
  { entries, due, failed, skippedBy: _, left: __, ...source }: SourceStatus,
  newPerDay: readonly number[],
) {
  const looked = entries.flatMap(({ last }) => (last === undefined ? [] : [last.at]));
  const next = due ?? Math.min(...entries.flatMap(entry => entry.due ?? []));
  return {
    ...withInstantTexts({
      ...source,
      ...(looked.length !== 0 && { lastLook: Math.max(...looked) }),
      ...(next < never && { due: next }),
    }),
    entries: entries.length,
    entriesOn: entries.filter(({ on }) => on).length,
    entriesFailing: entries.filter(({ on, failures }) => on && failures > 0).length,
    triedAgain: triedAgain(failed),
    newPerDay,
  };
}

interface SourceFacts {
  /** The last days, today (UTC) at the end. */
  readonly perDay: readonly number[];
  /** Addresses that gave no publication, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly coverage: ExtractionCoverage;
}

/** A source with its entries. */
export function sourceView(source: SourceStatus, { perDay, skipped, coverage }: SourceFacts) {
  return {
    ...sourceLine(source, perDay),
    entries: source.entries.map(({ fixedS, ...entry }) =>
      withInstantTexts({ ...entry, ...(fixedS !== undefined && { interval: fixedS }) }),
    ),
    skippedBy: skipped,
    failed: source.failed.map(withInstantTexts),
    ...{ left: source.left, leftOutBy: leftOutBy(source.entries) },
    coverage,
  };
}

/** Addresses that were named by the last look at each entry and are no publications by their rules. */
function leftOutBy(entries: readonly EntryStatus[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { last } of entries)
    for (const [reason, count] of Object.entries(last?.faults ?? {})) counts[reason] = (counts[reason] ?? 0) + count;
  return counts;
}
