/**
 * The parse step (docs/design/protocol.md, "The parse step", whose numbers the code below uses): turns of a site are parsed strictly
 * in their order. Contents are claimed first, then the pages are read, then redirects and links are claimed, each all at once and one after the other; then
 * segment and chunks are written and the turn is committed. A repeat wins its own claims again, so what a turn leads to
 * is a function of its stored bytes and the earlier turns.
 */

import { isBudgetPage } from '../../domain/protocol/classify-answer.ts';
import {
  type Counters,
  type CrawlRow,
  type Handled,
  type Message,
  noCounts,
  type Outcome,
  type SiteRow,
} from '../../domain/protocol/crawl-state.ts';
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
import { type TurnRecord, turnRecordName } from '../../domain/turn/turn-record.ts';
import { boundedAddress } from '../../domain/url/bounded-address.ts';
import type { LinkOccurrences, ParseAnswer } from '../../ports.ts';
import { parseWakesOf, wakesOf } from '../wake.ts';
import { claimAll, countEntries, decideOutcomes, type TurnClaims, withRequests } from './claim-turn.ts';
import { parseVisit } from './parse-visit.ts';
import type { ParsePorts, ParseSite, ParseWorker } from './parse-worker.ts';
import { readBodies, readTurn } from './read-turn.ts';

/** `deliveries`: how often the queue has delivered the message, this time included; absent if it does not count. */
export async function parseTurn(worker: ParseWorker, message: Message, deliveries?: number): Promise<Handled> {
  const { store } = worker.ports;
  const row = await store.readSite(message.crawl, message.site);
  if (row === undefined) return { kind: 'done' };
  const attempt = row.pending.get(message.turn);
  if (attempt === undefined) return await notPending(worker, row, message);
  // An earlier turn is still to be parsed: its commit sends this message again.
  if (Math.min(...row.pending.keys()) < message.turn) return { kind: 'done' };
  const crawl = await store.readCrawl(message.crawl);
  if (crawl === undefined) return { kind: 'done' };
  return await parsePending(worker, crawl, { row, message, attempt, deliveries });
}

interface Pending {
  readonly row: SiteRow;
  readonly message: Message;
  /** The attempt that fetched the turn. */
  readonly attempt: string;
  readonly deliveries: number | undefined;
}

async function notPending({ ports }: ParseWorker, row: SiteRow, message: Message): Promise<Handled> {
  const mine = row.parsedBy.turn === message.turn && row.parsedBy.message === message.id;
  const stranded = row.waiting !== '' && row.waiting !== 'rest' && row.pending.size === 0;
  if (mine || stranded) await ports.queue.send(wakesOf(row));
  return { kind: 'done' };
}

/** Steps 2 to 6: decide, read, claim, record, commit. */
async function parsePending(
  worker: ParseWorker,
  crawl: CrawlRow,
  { row, message, attempt, deliveries }: Pending,
): Promise<Handled> {
  const bodies = turnRecordName(row.site, message.turn, attempt);
  const found = await readBodies(worker, row, { turn: message.turn, attempt });
  if (found.kind === 'lost') return found.handled;
  const site = worker.site(crawl, row.site, found.record);

  if (crawl.spec.watch !== undefined) {
    if (worker.visits === undefined) throw new Error('this place has no reader of sources');
    const visit = { crawl, row, message, attempt, deliveries, site, record: found.record };
    const answer = await parseVisit(worker.ports, worker.visits, visit);
    if (answer.kind === 'committed') await leaveParsed(worker.ports, answer, bodies);
    return { kind: 'done' };
  }
  // 2: contents.
  const { record, outcomes } = withRequests(found.record, await decideOutcomes(worker.ports, site, found.record));
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
  if (answer.kind === 'not-pending') return { kind: 'done' };
  // Only now: a cache of known URLs may know too little, never too much.
  site.known.addAll(claims.claimed);
  logUnread(worker.ports, record, read);
  await leaveParsed(worker.ports, answer, bodies);
  await worker.ports.budget.moved(crawl, row.site);
  return { kind: 'done' };
}

/** The turn was parsed before: its claims are made, its chunks are written, and it is counted. Its segment was lost. */
async function restoreSegment(
  { objects, store, queue, clock }: ParsePorts,
  { crawl, site, pending }: SiteRow,
  { turn, id }: Message,
  record: TurnRecord,
  { segment }: ReadTurn,
): Promise<Handled> {
  await putStates({ objects }, site, record, segment);
  await putAnew(objects, segmentName(site, turn), encodeSegment(segment));
  const commit = { turn, message: id, add: noCounts, due: dueAfter(clock.now()) };
  const answer = await store.commitParse(crawl, site, commit);
  if (answer.kind === 'not-pending') return { kind: 'done' };
  await leaveParsed({ objects, queue }, answer, turnRecordName(site, turn, pending.get(turn)!));
  return { kind: 'done' };
}

/** The turn is committed: its site goes on, and nobody needs its bodies any more. */
async function leaveParsed(
  { objects, queue }: Pick<ParsePorts, 'objects' | 'queue'>,
  { site, woken }: Extract<ParseAnswer, { kind: 'committed' }>,
  bodies: string,
): Promise<void> {
  await queue.send(woken ? wakesOf(site) : parseWakesOf(site));
  await objects.remove(bodies);
}

function logUnread({ clock, log }: ParsePorts, { entries }: TurnRecord, { unread }: ReadTurn): void {
  for (const { page, why } of unread)
    log.failed({ time: clock.now(), address: entries[page]!.entry.address, reason: 'parser', detail: why });
}

function occurrencesOf(segment: Segment): readonly LinkOccurrences[] {
  const counts = externalOccurrences(segment);
  return segment.externals.map(({ identity }, index) => ({ identity, count: counts[index]! }));
}

/** What the unloader reads, and the live status of the turn's URLs. */
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

/** What came of clicking through pages: before the segment that says that it is there. */
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
function shownOutcome(outcome: Outcome): Outcome {
  return outcome.kind === 'redirect' ? { ...outcome, target: boundedAddress(outcome.target) } : outcome;
}

/** What a turn adds to its site's live counters. The result files count anew from segments and claims. */
function countTurn({ entries }: TurnRecord, { segment }: ReadTurn, claims: TurnClaims): Counters {
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
