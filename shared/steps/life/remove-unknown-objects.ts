import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import { segmentName } from '../../domain/turn/segment.ts';
import { turnRecordName } from '../../domain/turn/turn-record.ts';
import type { Ports } from '../../ports.ts';

/**
 * Removes what the rows know nothing of: bodies of turns that a killed process stored and did not commit, or committed
 * and did not remove, and segments of turns that are not parsed. Segments are never overwritten. After a restore from a
 * backup an old segment would be taken for the segment of the new turn, so it is removed.
 */
export async function removeUnknownObjects(
  { objects }: Pick<Ports, 'objects'>,
  sites: readonly SiteRow[],
): Promise<void> {
  const bodies = new Set(
    sites.flatMap(({ site, pending }) => [...pending].map(([turn, attempt]) => turnRecordName(site, turn, attempt))),
  );
  for (const name of await objects.list('bodies/')) if (!bodies.has(name)) await objects.remove(name);
  const segments = new Set<string>();
  for (const { site, turn: last, pending } of sites)
    for (let turn = 1; turn <= last; turn += 1) if (!pending.has(turn)) segments.add(segmentName(site, turn));
  for (const name of await objects.list('segments/')) if (!segments.has(name)) await objects.remove(name);
}
