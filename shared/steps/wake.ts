import type { Message } from '../domain/crawl-state.ts';
import type { Ports } from '../ports.ts';

/** After a fetch commit: the turn is to be parsed and the next one fetched. */
export async function wakeAfterFetch(
  queue: Ports['queue'],
  { crawl, site, turn }: Omit<Message, 'id' | 'kind'>,
): Promise<void> {
  await queue.send([
    { kind: 'parse', crawl, site, turn },
    { kind: 'fetch', crawl, site, turn: turn + 1 },
  ]);
}
