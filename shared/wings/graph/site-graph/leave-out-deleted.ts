import type { CollectedSite, UrlRecord } from './collected-site.ts';

type IdentityOf = (address: string) => string;

/**
 * Turns URLs that a person deleted into skipped URLs (`deleted`). URLs that depend on a deleted page become skipped
 * too: redirects that lead over it, and duplicates of its content. Without page or target they are no nodes, and links
 * to them are no arcs. What they led to stays, with the level at which it was crawled.
 */
export function leaveOutDeleted(site: CollectedSite, identityOf: IdentityOf): void {
  const leaving = [...site.records.values()].filter(({ url }) => leadsToDeleted(site, url, identityOf));
  for (const { page: _, ...record } of leaving)
    site.records.set(record.url, { ...record, outcome: { kind: 'skipped', reason: 'deleted' } });
}

function leadsToDeleted({ records, deleted }: CollectedSite, url: string, identityOf: IdentityOf): boolean {
  const way = new Set<string>();
  for (let at: string | undefined = url; at !== undefined && !way.has(at); at = nextOf(records.get(at), identityOf)) {
    if (deleted.has(at)) return true;
    way.add(at);
  }
  return false;
}

function nextOf(record: UrlRecord | undefined, identityOf: IdentityOf): string | undefined {
  switch (record?.outcome.kind) {
    case 'redirect':
      return identityOf(record.outcome.target);
    case 'duplicate':
      return record.outcome.owner;
    default:
      return undefined;
  }
}
