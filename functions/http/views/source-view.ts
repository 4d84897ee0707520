import type { ApplicationStatus } from '../../../shared/wings/publications/watch/application-status.ts';
import type { ExtractionCoverage } from '../../../shared/wings/publications/watch/extraction-coverage.ts';
import type { RuleStatus } from '../../../shared/wings/publications/watch/rule-standing.ts';
import { type FailedAddress, triedAgain } from '../../../shared/wings/publications/watch/source-memory.ts';
import type { EntryStatus, SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { instant } from './crawl-view.ts';

/** A source of which nothing is due has an instant that no clock shows. */
const never = 8_640_000_000_000_000;

/** A source in a list: its health without its entries. Instants are ISO 8601 in UTC. */
export function sourceLine(
  { entries, due, rules, applications, failed, skippedBy: _, left: __, ...source }: SourceStatus,
  newPerDay: readonly number[],
) {
  const looked = entries.flatMap(({ last }) => (last === undefined ? [] : [last.at]));
  const next = due ?? Math.min(...entries.flatMap(entry => entry.due ?? []));
  return {
    ...source,
    ...(rules !== undefined && { rules: rulesView(rules) }),
    ...(applications !== undefined && { applications: applications.map(applicationView) }),
    entries: entries.length,
    entriesOn: entries.filter(({ on }) => on).length,
    entriesFailing: entries.filter(({ on, failures }) => on && failures > 0).length,
    ...(looked.length !== 0 && { lastLook: instant(Math.max(...looked)) }),
    ...(next < never && { due: instant(next) }),
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
    entries: source.entries.map(entryView),
    skippedBy: skipped,
    failed: source.failed.map(failedView),
    ...{ left: source.left, leftOutBy: leftOutBy(source.entries) },
    coverage,
  };
}

function failedView({ first, last, due, ...failed }: FailedAddress) {
  return { ...failed, first: instant(first), last: instant(last), ...(due !== undefined && { due: instant(due) }) };
}

function entryView({ due, fixedS, last, lastRead, ...entry }: EntryStatus) {
  return {
    ...entry,
    ...(due !== undefined && { due: instant(due) }),
    ...(fixedS !== undefined && { interval: fixedS }),
    ...(last !== undefined && { last: { ...last, at: instant(last.at) } }),
    ...(lastRead !== undefined && { lastRead: instant(lastRead) }),
  };
}

/** Addresses that were named by the last look at each entry and are no publications by their rules. */
function leftOutBy(entries: readonly EntryStatus[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { last } of entries)
    for (const [reason, count] of Object.entries(last?.faults ?? {})) counts[reason] = (counts[reason] ?? 0) + count;
  return counts;
}

function rulesView({ alarm, ...rules }: RuleStatus) {
  return { ...rules, ...(alarm !== undefined && { alarm: { ...alarm, since: instant(alarm.since) } }) };
}

function applicationView({ last, offSince, ...application }: ApplicationStatus) {
  return {
    ...application,
    ...(last !== undefined && { last: { ...last, at: instant(last.at) } }),
    ...(offSince !== undefined && { offSince: instant(offSince) }),
  };
}
