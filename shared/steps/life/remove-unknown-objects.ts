import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import { segmentName } from '../../domain/turn/segment.ts';
import { turnRecordName } from '../../domain/turn/turn-record.ts';
import type { Ports } from '../../ports.ts';

/**
 * Removes what the rows know nothing of: bodies of turns that a killed process stored and did not commit, or committed
 * and did not remove, and segments of turns that are not parsed. Segments are never overwritten. After a restore from a
 * backup an old segment would be taken for the segment of the new turn, so it is removed.
 * `mayRemove` is asked before each removal. After its first no, nothing more is removed and the answer is false.
 */
export async function removeUnknownObjects(
  { objects }: Pick<Ports, 'objects'>,
  sites: readonly SiteRow[],
  mayRemove: () => Promise<boolean>,
): Promise<boolean> {
  const bodies = new Set(
    sites.flatMap(({ site, pending, lost = [] }) => [
      ...[...pending].map(([turn, attempt]) => turnRecordName(site, turn, attempt)),
      ...lost.flatMap(({ turn, attempt }) => (attempt === undefined ? [] : [turnRecordName(site, turn, attempt)])),
    ]),
  );
  const rows = new Map(sites.map(row => [row.site, row]));
  const isParsed = (name: string): boolean => {
    const [site = 0, turn = 0] = name.split('/').slice(1).map(Number);
    const row = rows.get(site);
    if (row === undefined || !(Number.isInteger(turn) && turn >= 1 && turn <= row.turn)) return false;
    return name === segmentName(site, turn) && !row.pending.has(turn);
  };
  const unknown = [
    ...(await objects.list('bodies/')).filter(name => !bodies.has(name)),
    ...(await objects.list('segments/')).filter(name => !isParsed(name)),
  ];
  for (const name of unknown) {
    if (!(await mayRemove())) return false;
    await objects.remove(name);
  }
  return true;
}
