/**
 * The clock of all watches in a place with an index of due sources. It wakes sources that rest, and sweeps sources that work: a
 * watch has no tick there. Every active source is in the index, whatever dies between two writes.
 */
import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import { sideBySide } from '../../domain/side-by-side.ts';
import type { DueSource, DueSources, Ports, SiteRows } from '../../ports.ts';
import { wakeNow } from './tick.ts';

/** The state that the clock reads and changes. */
export type WakeStore = Pick<DueSources, 'dueSources' | 'setWake'> & Pick<SiteRows, 'readSite' | 'moveDue' | 'unpark'>;

interface WakePorts extends Pick<Ports, 'clock' | 'queue'> {
  readonly store: WakeStore;
}

/** Sources of a shard that are looked at in one go. */
const atOnce = 100;
const looksAtOnce = 16;

/** Looks at the sources of a shard that are due, until none is left or `isOver`; answers how many were woken. */
export async function wakeSources(ports: WakePorts, shard: number, isOver: () => boolean): Promise<number> {
  const { store, clock } = ports;
  const now = clock.now();
  let woken = 0;
  while (!isOver()) {
    const due = await store.dueSources(shard, now, atOnce);
    const isLast = due.length < atOnce;
    await sideBySide(due, looksAtOnce, async source => {
      if (await wakeSource(ports, source, isLast)) woken += 1;
    });
    if (isLast) break;
  }
  return woken;
}

/**
 * The index is moved last: a clock that dies before leaves the source to the next one. Where no further sources of the shard wait
 * (`isLast`), a source that is woken stays in the index: most sources rest again, which moves the index, before the next tick, and
 * that tick moves the others.
 */
async function wakeSource(ports: WakePorts, source: DueSource, isLast: boolean): Promise<boolean> {
  const { store, clock } = ports;
  const row = await store.readSite(source.crawl, source.site);
  if (row === undefined || !isAtWork(row)) {
    await store.setWake(source, Number.POSITIVE_INFINITY);
    return false;
  }
  const isDue = row.due <= clock.now();
  const next = isDue ? await wakeNow(ports, row) : row.due;
  if (isDue && isLast) return true;
  // A row that is due at this very instant would be found again at once.
  await store.setWake(source, Math.max(next, source.due + 1));
  return isDue;
}

/** A removed source keeps what it has fetched: that is to be parsed. */
function isAtWork({ status, pending }: SiteRow): boolean {
  return status === 'active' || (status === 'removed' && pending.size > 0);
}
