/**
 * The clock of all watches in a place with an index of due sources. It wakes resting sources, and repairs lost messages
 * of working ones: a watch has no tick there. Every active source is in the index, even after a crash between two
 * writes.
 */
import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import { sideBySide } from '../../domain/side-by-side.ts';
import type { DueSource, DueSources, Ports, SiteRows } from '../../ports/ports.ts';
import { wakeNow } from './tick.ts';

/** The stores that this clock reads and changes. */
export type WakeStore = Pick<DueSources, 'dueSources' | 'setWake'> & Pick<SiteRows, 'readSite' | 'moveDue' | 'unpark'>;

interface WakePorts extends Pick<Ports, 'clock' | 'queue'> {
  readonly store: WakeStore;
}

/** How many sources of a shard are handled at once. */
const atOnce = 100;
const looksAtOnce = 16;

/** Wakes the due sources of a shard until none is left or `isOver`; returns how many were woken. */
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
 * The index is moved last, so that after a crash the next clock finds the source. If no further sources of the shard
 * wait (`isLast`), the index entry stays: most sources rest again before the next tick, which moves it, and that tick
 * moves the others.
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

/** A removed source still has fetched pages to parse. */
function isAtWork({ status, pending }: SiteRow): boolean {
  return status === 'active' || (status === 'removed' && pending.size > 0);
}
