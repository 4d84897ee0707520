import type { Message, SiteRow } from '../domain/protocol/crawl-state.ts';
import type { Ports, Wake } from '../ports/ports.ts';

/** Messages after a fetch commit: parse this turn and fetch the next one. */
export async function wakeAfterFetch(
  queue: Ports['queue'],
  { crawl, site, turn }: Omit<Message, 'id' | 'kind'>,
  parsesFirstMs = 0,
): Promise<void> {
  const later = parsesFirstMs === 0 ? {} : { delayMs: parsesFirstMs };
  await queue.send([
    { kind: 'parse', crawl, site, turn },
    { kind: 'fetch', crawl, site, turn: turn + 1, ...later },
  ]);
}

/** All messages that a site needs to continue. Its fetched pages are parsed even if it is no longer active. */
export function wakesOf(row: SiteRow): Wake[] {
  const { crawl, site, turn, status } = row;
  return status === 'active'
    ? [...parseWakesOf(row), { kind: 'fetch', crawl, site, turn: turn + 1 }]
    : parseWakesOf(row);
}

/** The message for the next parse, if there is one; turns are parsed in order. */
export function parseWakesOf({ crawl, site, pending }: SiteRow): Wake[] {
  return pending.size > 0 ? [{ kind: 'parse', crawl, site, turn: Math.min(...pending.keys()) }] : [];
}
