import type { Handled, Lease, Message, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { dueOfNext, leaseMs, protocol } from '../../domain/protocol/protocol.ts';
import type { TokenRow } from '../../domain/protocol/token-row.ts';
import type { TokenAnswer } from '../../ports/ports.ts';
import { type FetchPorts, type FetchWorker, isAway, type Turn } from './turn.ts';

type Taken = { readonly kind: 'taken'; readonly turn: Turn } | { readonly kind: 'refused'; readonly handled: Handled };
type Refusal = Extract<TokenAnswer, { kind: 'refused' }>;

interface Wanted {
  readonly host: string;
  readonly idle: boolean;
}

/** Takes the token of the turn's host by one conditional update; a refusal says what to do with the message. */
export async function takeToken(worker: FetchWorker, row: SiteRow, message: Message, wanted: Wanted): Promise<Taken> {
  const tried = await tryToken(worker, row, message, wanted);
  if ('turn' in tried) return { kind: 'taken', turn: tried.turn };
  const { refused, nearMs } = tried;
  return { kind: 'refused', handled: await onRefusal(worker, row, message, wanted.host, refused, nearMs) };
}

/** The same for a caller that can continue without the host. */
export async function tryToken(
  worker: FetchWorker,
  row: SiteRow,
  message: Message,
  { host, idle }: Wanted,
): Promise<{ readonly turn: Turn } | { readonly refused: Refusal; readonly nearMs: number }> {
  const { clock, ids, store } = worker.ports;
  const lease: Lease = {
    host,
    crawl: row.crawl,
    site: row.site,
    turn: message.turn,
    attempt: ids.next(),
  };
  const takenAt = clock.monotonic();
  const away = isAway(lease, row);
  const delayMs = Math.max(row.delayMs, away ? 0 : (row.robots?.crawlDelayMs ?? 0));
  const near = nearOf(worker, delayMs);
  const answer = await store.takeToken({ ...lease, message: message.id, now: clock.now(), delayMs, idle, ...near });
  if (answer.aheadMs !== undefined) noteClock(worker.ports, row.site, host, answer.aheadMs);
  if (answer.kind === 'refused') return { refused: answer, nearMs: near.nearMs ?? 0 };
  // At another host the delay counts that its own crawlers found out.
  const counts = away ? Math.max(delayMs, answer.lastDelayMs) : delayMs;
  const able = answer.afterDeath === true ? afterDeath(worker) : worker;
  return { turn: { worker: able, message, lease, found: answer, takenAt, isIdle: idle, delayMs: counts } };
}

/**
 * The pages of the holder before, together with those of other hosts, may have ended it. So where turns share a memory, the next
 * turn has one page, alone in the room.
 */
function afterDeath(worker: FetchWorker): FetchWorker {
  if (worker.bodies === undefined) return worker;
  worker.bodies.beAlone();
  return { ...worker, urlsPerTurn: 1 };
}

/** How early the token may be taken. With a long delay the first request also waits for the clocks' skew. */
function nearOf({ longestWaitMs, clockSkewMs }: FetchWorker, delayMs: number): { readonly nearMs?: number } {
  if (longestWaitMs === undefined) return {};
  return { nearMs: delayMs <= longestWaitMs ? longestWaitMs : longestWaitMs - clockSkewMs };
}

function noteClock({ log, clock }: FetchPorts, site: number, host: string, aheadMs: number): void {
  const back = `the clock was set back by ${Math.round(aheadMs / 1000)} s or more since ${host} was last asked`;
  log.note({ time: clock.now(), site, text: `${back}; waits from before count from now` });
}

async function onRefusal(
  worker: FetchWorker,
  row: SiteRow,
  message: Message,
  host: string,
  { why, row: token }: Refusal,
  nearMs: number,
): Promise<Handled> {
  const now = worker.ports.clock.now();
  if (why === 'wanted') return await sendAgain(worker.ports, row, message, protocol.wishMs);
  if (why === 'early')
    return await sendAgain(worker.ports, row, message, token.nextAllowedAt - now - Math.min(0, nearMs));
  return await onLease(worker, row, message, host, token.lease!, now);
}

async function onLease(
  worker: FetchWorker,
  row: SiteRow,
  message: Message,
  host: string,
  lease: NonNullable<TokenRow['lease']>,
  now: number,
): Promise<Handled> {
  const rest = Math.min(worker.retryHeldMs, Math.max(0, lease.until + worker.clockSkewMs - now));
  if (lease.crawl === row.crawl && lease.site === row.site) {
    // If a later turn holds the lease, this turn is committed. Otherwise the holder may die without a living message,
    // so this message comes again after the lease. It ends then if the turn was committed, so messages do not multiply.
    return lease.turn > message.turn ? { kind: 'done' } : { kind: 'put-back', delayMs: rest };
  }
  const delayMs = Math.min(rest, triedAgainAfter(lease, now));
  // The reservation lasts little longer than this message takes to return, because a site that ended meanwhile would
  // block others.
  const until = now + delayMs + Math.min(protocol.longestWishMs, 5 * worker.retryHeldMs);
  const wish = { crawl: row.crawl, site: row.site, until };
  await worker.ports.store.wantToken(host, wish, now);
  return await sendAgain(worker.ports, row, message, delayMs);
}

/**
 * A lease is written for the longest turn, and most turns end far sooner. So a host that has been held for long is tried seldom: the
 * pause is half of the time for which it is held, and a turn of 100 s costs some ten tries.
 */
function triedAgainAfter({ until }: NonNullable<TokenRow['lease']>, now: number): number {
  return Math.max(protocol.heldRetryLeastMs, (now - (until - leaseMs)) / 2);
}

/**
 * Sends the turn again, delayed, and moves `due`. If another worker moved `due` first, its message lives and ours ends
 * on arrival, so messages do not multiply. We send first: if we die in between, our message moves `due` itself.
 */
async function sendAgain(ports: FetchPorts, row: SiteRow, message: Message, waitMs: number): Promise<Handled> {
  const delayMs = Math.min(protocol.maxMessageDelayMs, Math.max(0, Math.ceil(waitMs)));
  const due = dueOfNext(row, ports.clock.now() + delayMs);
  const { kind, crawl, site, turn } = message;
  await ports.queue.send([{ kind, crawl, site, turn, delayMs, due, dueBefore: row.due }]);
  await ports.store.moveDue(crawl, site, row.due, due);
  return { kind: 'done' };
}
