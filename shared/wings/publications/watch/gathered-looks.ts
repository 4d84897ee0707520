import type { WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { WatchOptions } from '../../../domain/spec/crawl-spec.ts';

/** A look may come so much sooner for the sake of others, ms. */
const soonerMs = 300_000;
/** So many sources are looked at together: turns of different hosts share what an invocation costs while each waits for its host. */
const together = 8;
/** Spreads groups of sources over the time between two gatherings (the golden ratio). */
const spread = 0.618_033_988_749_895;

/**
 * Where visits are paid for, looks of a source come together: at instants that are `gatherS` apart, other instants for other
 * groups of sources. Looks at entries that come more often are left alone, and so is what is due already.
 */
export function gathered(
  watched: WatchedAddress,
  site: number,
  now: number,
  { gatherS = 0 }: Pick<WatchOptions, 'gatherS'>,
): WatchedAddress {
  const every = gatherS * 1000;
  if (every === 0 || watched.due <= now || !Number.isFinite(watched.due)) return watched;
  if (watched.kind !== 'publication' && watched.due - now < every - soonerMs) return watched;
  const phase = Math.floor(((Math.floor((site - 1) / together) * spread) % 1) * every);
  return { ...watched, due: Math.ceil((watched.due - soonerMs - phase) / every) * every + phase };
}
