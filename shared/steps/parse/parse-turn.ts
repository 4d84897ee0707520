/**
 * The parse step (docs/design/protocol.md, "The parse step", whose numbers the code below uses): turns of a site are parsed strictly
 * in their order. The parser of the crawl's kind reads the turn, claims what it leads to and commits it; then the site goes on.
 */

import type { CrawlRow, Handled, Message, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { isParseBlocked } from '../../domain/protocol/lost-turn.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import { turnRecordName } from '../../domain/turn/turn-record.ts';
import type { ParseAnswer } from '../../ports/ports.ts';
import { parseWakesOf, wakesOf } from '../wake.ts';
import { linkParser } from './link-parser.ts';
import type { ParsePorts, ParseWorker, TurnParser } from './parse-worker.ts';
import { readBodies } from './read-turn.ts';

/** `deliveries`: how often the queue has delivered the message, this time included; absent if it does not count. */
export async function parseTurn(worker: ParseWorker, message: Message, deliveries?: number): Promise<Handled> {
  const { store } = worker.ports;
  const row = await store.readSite(message.crawl, message.site);
  if (row === undefined) return { kind: 'done' };
  const attempt = row.pending.get(message.turn);
  if (attempt === undefined) return await notPending(worker, row, message);
  if (Math.min(...row.pending.keys()) < message.turn) return await behindAnother(worker, row);
  const crawl = await store.readCrawl(message.crawl);
  if (crawl === undefined) return { kind: 'done' };
  const bodies = turnRecordName(row.site, message.turn, attempt);
  const found = await readBodies(worker, row, { turn: message.turn, attempt });
  if (found.kind === 'lost') return found.handled;
  const site = worker.site(crawl, row.site, found.record);
  const pending = { crawl, row, message, attempt, deliveries, site, record: found.record };
  const answer = await parserOf(worker, crawl).parse(worker, pending);
  if (answer.kind === 'not-pending') return { kind: 'done' };
  await leaveParsed(worker.ports, answer, bodies);
  await worker.ports.budget.moved(crawl, row.site);
  return { kind: 'done' };
}

function parserOf({ parsers }: ParseWorker, { id, spec }: CrawlRow): TurnParser {
  const { name } = kindOf(spec);
  const parser = { crawl: linkParser, ...parsers }[name];
  if (parser === undefined) throw new Error(`this place has no parser of a ${name}, as ${id} is`);
  return parser;
}

async function notPending({ ports }: ParseWorker, row: SiteRow, message: Message): Promise<Handled> {
  const mine = row.parsedBy.turn === message.turn && row.parsedBy.message === message.id;
  const stranded = row.waiting !== '' && row.waiting !== 'rest' && row.pending.size === 0;
  if (mine || stranded) await ports.queue.send(wakesOf(row));
  return { kind: 'done' };
}

/**
 * An earlier turn must be parsed first; its commit sends this message again. If it was noted as lost while a turn was under way
 * that ended its phase, that turn has left the site waiting, and nobody fetches the lost one.
 */
async function behindAnother({ ports }: ParseWorker, row: SiteRow): Promise<Handled> {
  const { crawl, site, turn } = row;
  if (row.waiting !== '' && isParseBlocked(row))
    await ports.queue.send([{ kind: 'fetch', crawl, site, turn: turn + 1 }]);
  return { kind: 'done' };
}

/** After the commit: wakes the site and removes the bodies, which are not needed any more. */
async function leaveParsed(
  { objects, queue }: Pick<ParsePorts, 'objects' | 'queue'>,
  { site, woken }: Extract<ParseAnswer, { kind: 'committed' }>,
  bodies: string,
): Promise<void> {
  await queue.send(woken ? wakesOf(site) : parseWakesOf(site));
  await objects.remove(bodies);
}
