import { isBudgetPage } from '../../domain/protocol/classify-answer.ts';
import type { Counters, Outcome } from '../../domain/protocol/crawl-state.ts';
import type { FetchedEntry } from '../../domain/turn/turn-record.ts';

type EntryCounts = Pick<
  Counters,
  'taken' | 'pages' | 'nodes' | 'redirects' | 'duplicates' | 'skipped' | 'retries' | 'bytes'
>;

/** What the entries of a turn add to the live counters. `outcomes`: of those that count as pages of the site. */
export function countEntries(entries: readonly FetchedEntry[], outcomes: readonly Outcome[]): EntryCounts {
  const ended = (kind: Outcome['kind']): number => outcomes.filter(outcome => outcome.kind === kind).length;
  return {
    taken: entries.length,
    pages: entries.filter(({ result }) => isBudgetPage(result)).length,
    nodes: ended('node'),
    redirects: ended('redirect'),
    duplicates: ended('duplicate'),
    skipped: ended('skipped'),
    retries: ended('retry'),
    bytes: entries.reduce((total, { result }) => total + (result.kind === 'page' ? result.body.byteLength : 0), 0),
  };
}
