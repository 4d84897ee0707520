import { hash } from 'node:crypto';
import { looksBinary } from '../../domain/html/encoding/sniff-binary.ts';
import type { FetchResult } from '../../domain/protocol/classify-answer.ts';
import type { Outcome } from '../../domain/protocol/crawl-state.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import type { FetchedEntry, TurnRecord } from '../../domain/turn/turn-record.ts';
import type { ParsePorts, ParseSite } from './parse-worker.ts';

/**
 * What became of each entry of a turn. Content claims are made here, for the first page (in page order) of each
 * distinct hash. A page whose hash belongs to an earlier page is a duplicate of the earlier page.
 */
export async function decideOutcomes(
  { store }: Pick<ParsePorts, 'store'>,
  { crawl, site, rules }: ParseSite,
  { entries }: TurnRecord,
): Promise<Outcome[]> {
  const hashes = entries.map(({ result }) => contentHash(result));
  const owners = new Map<string, string>();
  if (rules.spec.duplicates === 'merge') {
    for (const [index, hash] of hashes.entries())
      if (hash !== undefined && !owners.has(hash)) owners.set(hash, entries[index]!.entry.identity);
    const claims = [...owners].map(([hash, owner]) => ({ hash, owner }));
    const won = await store.claimContents(crawl, site, claims);
    for (const [index, { hash }] of claims.entries()) owners.set(hash, won[index]!);
  }
  return entries.map((fetched, index) => {
    if (redirectsToItself(rules, fetched)) return { kind: 'retry', reason: 'redirects' };
    return outcomeOf(fetched, hashes[index], owners);
  });
}

/** Another address of the same page: the page itself is asked for again, there. */
function redirectsToItself(rules: CrawlRules, { entry, result }: FetchedEntry): boolean {
  return result.kind === 'redirect' && rules.normalize(new URL(result.target)) === entry.identity;
}

/** Undefined for what is no page: bytes that are sent as text/html but are none have no content to compare. */
function contentHash(result: FetchResult): string | undefined {
  if (result.kind !== 'page' || looksBinary(result.body)) return undefined;
  return hash('sha256', result.body);
}

function outcomeOf({ entry, result }: FetchedEntry, hash: string | undefined, owners: Map<string, string>): Outcome {
  if (result.kind !== 'page') return result;
  if (hash === undefined) return { kind: 'skipped', reason: 'binary', status: 200 };
  const owner = owners.get(hash) ?? entry.identity;
  return owner === entry.identity ? { kind: 'node', hash } : { kind: 'duplicate', hash, owner };
}
