/**
 * Parses a turn of a crawl (docs/design/protocol.md, "The parse step", whose numbers the code below uses). Contents are
 * claimed first, then the pages are read, then redirects and links are claimed, each all at once and one after the other; then
 * segment and chunks are written and the turn is committed. A repeat wins its own claims again, so what a turn leads to
 * is a function of its stored bytes and the earlier turns.
 */

import { isBudgetPage } from '../../domain/protocol/classify-answer.ts';
import * as State from '../../domain/protocol/crawl-state.ts';
import { lostTurnOf } from '../../domain/protocol/lost-turn.ts';
import { dueAfter } from '../../domain/protocol/protocol.ts';
import {
  encodeSegment,
  externalOccurrences,
  type Segment,
  segmentName,
  statesName,
} from '../../domain/turn/segment.ts';
import type { ReadTurn } from '../../domain/turn/turn-reader.ts';
import type { TurnRecord } from '../../domain/turn/turn-record.ts';
import { boundedAddress } from '../../domain/url/bounded-address.ts';
import type { LinkOccurrences, ParseAnswer } from '../../ports/ports.ts';
import { claimAll, countEntries, decideOutcomes, type TurnClaims, withRequests } from './claim-turn.ts';
import type { ParsePorts, ParseSite, ParseWorker, PendingTurn, TurnParser } from './parse-worker.ts';
import { readTurn } from './read-turn.ts';

export const linkParser: TurnParser = { parse: parseLinks };

/** Steps 2 to 6: decide, read, claim, record, commit. */
async function parseLinks(
  worker: ParseWorker,
  { crawl, row, message, attempt, deliveries, site, record: fetched }: PendingTurn,
): Promise<ParseAnswer> {
  // 2: contents.
  const { record, outcomes } = withRequests(fetched, await decideOutcomes(worker.ports, site, fetched));
  // 3: pages.
  const read = await readTurn(worker, { site, row, record, attempt, outcomes, deliveries });
  if (lostTurnOf(row, message.turn)?.what === 'segment')
    return await restoreSegment(worker.ports, row, message, record, read);
  // 4 and 5: redirects, then links.
  const claims = await claimAll(worker.ports, site, record, read);
  // 6: the segment, then the one commit.
  await recordTurn(worker.ports, site, record, read);
  const answer = await worker.ports.store.commitParse(crawl.id, row.site, {
    turn: message.turn,
    message: message.id,
    add: countTurn(record, read, claims),
    due: dueAfter(worker.ports.clock.now()),
    occurrences: occurrencesOf(read.segment),
    // This is the lowest turn that was pending, so all pages of earlier ones are counted.
    ...(worker.ports.budget.keepsRewards(crawl.spec) && {
      rewards: { first: row.counters.pages, pages: rewardsOf(record, claims) },
    }),
  });
  if (answer.kind === 'not-pending') return answer;
  // Only now: a cache of known URLs may know too little, never too much.
  site.known.addAll(claims.claimed);
  logUnread(worker.ports, record, read);
  return answer;
}

/** The turn was parsed before: its claims are made, its chunks are written, and it is counted. Its segment was lost. */
async function restoreSegment(
  { objects, store, clock }: ParsePorts,
  { crawl, site }: State.SiteRow,
  { turn, id }: State.Message,
  record: TurnRecord,
  { segment }: ReadTurn,
): Promise<ParseAnswer> {
  await putStates({ objects }, site, record, segment);
  await putAnew(objects, segmentName(site, turn), encodeSegment(segment));
  const commit = { turn, message: id, add: State.noCounts, due: dueAfter(clock.now()) };
  return await store.commitParse(crawl, site, commit);
}

function logUnread({ clock, log }: ParsePorts, { entries }: TurnRecord, { unread }: ReadTurn): void {
  for (const { page, why } of unread)
    log.failed({ time: clock.now(), address: entries[page]!.entry.address, reason: 'parser', detail: why });
}

function occurrencesOf(segment: Segment): readonly LinkOccurrences[] {
  const counts = externalOccurrences(segment);
  return segment.externals.map(({ identity }, index) => ({ identity, count: counts[index]! }));
}

/** Stores the record that the unloader reads, and the live status of the turn's URLs. */
async function recordTurn(
  { objects, store }: ParsePorts,
  site: ParseSite,
  record: TurnRecord,
  { segment }: ReadTurn,
): Promise<void> {
  await putStates({ objects }, site.site, record, segment);
  const outcomes = segment.pages.map(({ identity, outcome, attempts }) => ({
    identity,
    outcome: shownOutcome(outcome),
    attempts,
  }));
  await Promise.all([
    objects.put(segmentName(site.site, segment.turn), encodeSegment(segment)),
    store.recordOutcomes(site.crawl, site.site, segment.turn, outcomes),
  ]);
}

/** Stores the states of clicked pages: before the segment that says that it is there. */
async function putStates(
  { objects }: Pick<ParsePorts, 'objects'>,
  site: number,
  { entries }: TurnRecord,
  { pages }: Segment,
): Promise<void> {
  for (const [index, { result }] of entries.entries()) {
    const { identity, page } = pages[index]!;
    if (page?.rendering?.isTraversed !== true || result.kind !== 'page') continue;
    const { rendering } = result;
    if (rendering?.kind !== 'rendered' || rendering.clicks === undefined) continue;
    await putAnew(objects, statesName(site, identity), [rendering.clicks.states]);
  }
}

/** Objects are written once: what is left of a damaged one would stay. */
async function putAnew(objects: ParsePorts['objects'], name: string, parts: readonly Uint8Array[]): Promise<void> {
  await objects.remove(name);
  await objects.put(name, parts);
}

/** For people: the segment has the whole target. */
function shownOutcome(outcome: State.Outcome): State.Outcome {
  return outcome.kind === 'redirect' ? { ...outcome, target: boundedAddress(outcome.target) } : outcome;
}

/** The numbers that a turn adds to its site's live counters. The result files count anew from segments and claims. */
function countTurn({ entries }: TurnRecord, { segment }: ReadTurn, claims: TurnClaims): State.Counters {
  const { pages, bads } = segment;
  const sum = (of: (page: (typeof pages)[number]) => number): number =>
    pages.reduce((total, page) => total + of(page), 0);
  const counts = countEntries(
    entries,
    pages.map(({ outcome }) => outcome),
  );
  return {
    ...counts,
    queued: claims.queued,
    skipped: counts.skipped + claims.refused,
    links: sum(({ page }) => page?.links.internal ?? 0),
    externalLinks: sum(({ page }) => page?.externalLinks ?? 0),
    newExternalLinks: claims.newExternals.length,
    badLinks: bads.reduce((total, { count }) => total + count, 0),
  };
}

/**
 * Rewards of the turn's pages, in page order (docs/design/budgets.md, "Sharing a page budget"). A new external link counts for the
 * first page of the turn that holds it. An entry that is no page of the budget, such as a redirect, has no reward.
 */
function rewardsOf({ entries }: TurnRecord, { newExternals }: TurnClaims): readonly number[] {
  const won = entries.map(() => 0);
  for (const page of newExternals) won[page] = won[page]! + 1;
  return won.filter((_, page) => isBudgetPage(entries[page]!.result));
}
