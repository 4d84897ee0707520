import { defined } from '../../domain/defined.ts';
import { type FetchResult, isBudgetPage } from '../../domain/protocol/classify-answer.ts';
import type { Handled, SiteRow, TakenEntries } from '../../domain/protocol/crawl-state.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { encodeTurnRecord, type FetchedEntry, turnRecordName } from '../../domain/turn/turn-record.ts';
import type { SitePatch } from '../../ports/ports.ts';
import * as commits from './commit-turn.ts';
import { leaveByPlan } from './leave-plan.ts';
import type { TurnAgain } from './take-again.ts';
import type { TurnView } from './turn.ts';

/**
 * Stores the pages of a lost turn that were fetched again, under a name of this attempt. The site's turn number stays,
 * so the message is sent again before the turn ends. After its last entry the lost turn waits for its parse as before.
 */
export async function commitAgain(
  view: TurnView,
  fetched: commits.Fetched,
  again: TurnAgain,
): Promise<Handled | undefined> {
  const { turn, row, home, rules } = view;
  const { objects, queue } = turn.worker.ports;
  const { outcome } = fetched;
  const { lost, taken } = again;
  const more = fetchedAgain(again, settled(view, fetched, again));
  const isAsked = outcome.results.length > 0 || outcome.circuitOpened || outcome.gateAt !== undefined;
  const { startFailed, startSkipped, failures: before } = row.trouble;
  const after = { ...commits.troubleAfter(view, fetched), startFailed, startSkipped };
  const trouble = isAsked ? { ...after, failures: outcome.circuitOpened ? after.failures : before } : row.trouble;
  const waits = { waitMs: commits.waitAfter(outcome), retryAfterMs: outcome.retryAfterMs };
  const jar = commits.jarPatch(view, outcome.results);
  const left = { trouble: defined(trouble), waiting: '' as const, ...jar, ...commits.robotsOf(fetched) };
  if (more.length === 0 && again.rest.length > 0) return await leaveByPlan(view, { patch: left, ...waits });

  const entries = [...again.before, ...more];
  const { attempt } = turn.lease;
  const name = turnRecordName(row.site, lost.turn, attempt);
  const at = commits.siteIn(view, siteAfter(home, rules, taken, entries));
  const record = { turn: lost.turn, phase: taken.phase, ...at, entries, ...commits.instantOf(view) };
  await objects.put(name, encodeTurnRecord(record));
  const isWhole = more.length === again.rest.length;
  const patch = { ...left, ...(isWhole ? wholePatch(row, again, entries, attempt) : { lost: { ...lost, attempt } }) };
  const handled = await leaveByPlan(view, { patch, ...waits });
  if (handled === undefined) {
    await objects.remove(name);
    return undefined;
  }
  for (const old of [lost.attempt, row.pending.get(lost.turn)])
    if (old !== undefined) await objects.remove(turnRecordName(row.site, lost.turn, old));
  if (isWhole) await queue.send([{ kind: 'parse', crawl: row.crawl, site: row.site, turn: lost.turn }]);
  return handled;
}

/**
 * The answers that count. A turn that was parsed puts nothing into a next round any more: failures at the end are requested again
 * by the next visit, until the circuit opens there; a failure before a good answer is the page's own.
 */
function settled(
  { row }: TurnView,
  { chosen: { taken, phase }, outcome: { results } }: commits.Fetched,
  { lost: { what } }: TurnAgain,
): readonly FetchResult[] {
  if (what === 'bodies') return results;
  const opened = taken.findIndex(({ cursor }) => commits.cursorKey(phase, cursor) === row.trouble.openedAt);
  const end =
    Math.max(
      results.findLastIndex(({ kind }) => kind !== 'retry'),
      opened,
    ) + 1;
  return results
    .slice(0, end)
    .map(result => (result.kind === 'retry' ? { ...result, kind: 'skipped' as const } : result));
}

/** The next entries of the turn, up to the first that has no result. */
function fetchedAgain({ rest }: TurnAgain, results: readonly FetchResult[]): readonly FetchedEntry[] {
  const fetched: FetchedEntry[] = [];
  let next = 0;
  for (const { entry, known } of rest) {
    const result = known ?? results[next];
    if (result === undefined) break;
    if (known === undefined) next += 1;
    fetched.push(commits.fetchedEntry(entry, result));
  }
  return fetched;
}

/** A turn that was parsed is counted already. */
function wholePatch(
  { used, grant }: SiteRow,
  { lost, taken }: TurnAgain,
  entries: readonly FetchedEntry[],
  attempt: string,
): SitePatch {
  const { attempt: _, ...kept } = lost;
  const more = entries.filter(({ result }) => isBudgetPage(result)).length - taken.pages;
  return {
    lost: { ...kept, state: 'fetched' },
    addPending: { turn: lost.turn, attempt },
    ...(lost.what === 'bodies' && { used: Math.min(grant, used + more) }),
  };
}

/** The site's address after the lost turn: at level 0 it may have been an earlier start address. */
function siteAfter(
  { site, origin, start, redirectedFrom }: SiteRow,
  { bounds }: Pick<CrawlRules, 'bounds'>,
  { phase }: TakenEntries,
  entries: readonly FetchedEntry[],
): Pick<SiteRow, 'origin' | 'start'> {
  const result = entries.at(-1)?.result;
  const now = { origin, start };
  if (phase.level > 0 || result?.kind !== 'redirect') return now;
  const target = new URL(result.target);
  if (bounds(site, start).belongs(target)) return now;
  const starts = [...redirectedFrom, start];
  const was =
    starts.find(address => address === result.target) ?? starts.find(address => bounds(site, address).belongs(target));
  return was === undefined ? now : { origin: new URL(was).origin, start: was };
}
