/**
 * The parse step: turns are parsed strictly in their order within a site. Contents are claimed first, then redirects,
 * then links, each all at once and one after the other; then segment and chunks are written and the turn is committed.
 * A repeat wins its own claims again, so what a turn leads to is a function of its stored bytes and the earlier turns.
 */
import type { CrawlRow, Handled, Message, SiteRow } from '../domain/crawl-state.ts';
import { dueAfter } from '../domain/protocol.ts';
import { encodeSegment, segmentName } from '../domain/segment.ts';
import { decodeTurnRecord, turnRecordName } from '../domain/turn-record.ts';
import type { Wake } from '../ports.ts';
import { claimAll } from './claim-turn.ts';
import { countTurn } from './count-turn.ts';
import { decideOutcomes } from './decide-outcomes.ts';
import type { ParseWorker } from './parse-worker.ts';

export async function parseTurn(worker: ParseWorker, message: Message): Promise<Handled> {
  const { store } = worker.ports;
  const row = await store.readSite(message.crawl, message.site);
  if (row === undefined) return { kind: 'done' };
  const attempt = row.pending.get(message.turn);
  if (attempt === undefined) return await notPending(worker, row, message);
  // An earlier turn is still to be parsed: its commit sends this message again.
  if (Math.min(...row.pending.keys()) < message.turn) return { kind: 'done' };
  const crawl = await store.readCrawl(message.crawl);
  if (crawl === undefined) return { kind: 'done' };
  return await parsePending(worker, crawl, row, message, attempt);
}

async function notPending({ ports }: ParseWorker, row: SiteRow, message: Message): Promise<Handled> {
  const mine = row.parsedBy.turn === message.turn && row.parsedBy.message === message.id;
  const stranded = row.waiting !== '' && row.pending.size === 0;
  if (mine || stranded) await ports.queue.send(wakesAfter(row, true));
  return { kind: 'done' };
}

async function parsePending(
  worker: ParseWorker,
  crawl: CrawlRow,
  row: SiteRow,
  message: Message,
  attempt: string,
): Promise<Handled> {
  const { clock, objects, queue, store } = worker.ports;
  const bodies = turnRecordName(row.site, message.turn, attempt);
  const record = decodeTurnRecord(await objects.get(bodies, worker.scratch));
  const site = worker.site(crawl, row.site, record.origin);

  const outcomes = await decideOutcomes(worker.ports, site, record);
  const read = site.reader.read(record, outcomes);
  const claims = await claimAll(worker.ports, site, record, read);
  await objects.put(segmentName(row.site, message.turn), encodeSegment(read.segment));
  const pages = read.segment.pages.map(({ url, outcome, attempts }) => ({ url, outcome, attempts }));
  await store.recordOutcomes(crawl.id, row.site, message.turn, pages);

  const answer = await store.commitParse(crawl.id, row.site, {
    turn: message.turn,
    message: message.id,
    add: countTurn(record, read, claims),
    due: dueAfter(clock.now()),
  });
  if (answer.kind === 'not-pending') return { kind: 'done' };
  // Only now: a cache of known URLs may know too little, never too much.
  site.known.addAll(claims.claimed);
  await queue.send(wakesAfter(answer.site, answer.woken));
  await objects.remove(bodies);
  return { kind: 'done' };
}

function wakesAfter({ crawl, site, turn, pending, status }: SiteRow, wakeFetch: boolean): Wake[] {
  const wakes: Wake[] = [];
  if (pending.size > 0) wakes.push({ kind: 'parse', crawl, site, turn: Math.min(...pending.keys()) });
  if (wakeFetch && status === 'active') wakes.push({ kind: 'fetch', crawl, site, turn: turn + 1 });
  return wakes;
}
