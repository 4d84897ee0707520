/**
 * A look claims a portion of what its document names, slice by slice, and leaves the rest for the next look: no document holds a
 * source for hours, however long it is. The slices are those of the document, whatever this worker knows, and what a turn has
 * claimed stays its own: so a repeat claims the same.
 */

import { isDeepStrictEqual } from 'node:util';
import { redirectResult } from '../../../domain/protocol/classify-answer.ts';
import type { ChunkEntry, UrlClaim } from '../../../domain/protocol/crawl-state.ts';
import { isDocumentLook, lookedIdentity } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry, TurnRecord } from '../../../domain/turn/turn-record.ts';
import { claimOf } from '../../../steps/parse/claim-turn.ts';
import type { ParsePorts, ParseSite } from '../../../steps/parse/parse-worker.ts';
import { isData } from '../finding/publication-rules.ts';
import type { ClaimedNames, NamedAddress } from './source-reader.ts';

/** Pages to request that fill the portion of a look; ten times as many new addresses fill it as well. */
const usualPortion = 400;
/** Addresses that are claimed by one call, at most. The portion ends with the slice that fills it. */
const mostOfSlice = 200;

interface NamedClaims extends ClaimedNames {
  /** Identities that the turn tried to claim. */
  readonly asked: readonly string[];
  /** New addresses that will never be requested. */
  readonly refused: number;
  readonly next: readonly ChunkEntry[];
}

type ClaimSlice = (slice: readonly NamedAddress[]) => Promise<readonly UrlClaim[]>;

/** Claims what each entry of the turn names. Only looks leave something: other entries are read once. */
export async function claimNamed(
  { store }: Pick<ParsePorts, 'store'>,
  site: ParseSite,
  record: TurnRecord,
  { named, most = usualPortion }: { readonly named: readonly NamedAddress[]; readonly most?: number | undefined },
): Promise<NamedClaims> {
  const by = { turn: record.turn, level: record.phase.level + 1, kind: 'link' as const };
  const claimSlice: ClaimSlice = async slice => {
    const unknown = slice.filter(({ identity }) => !site.known.has(identity));
    const all = unknown.map(({ identity, address, page }) => claimOf(site, identity, address, nameOf(record, page)));
    // Further parts of feeds and lists may be files of data.
    const isPart = ({ address, skip }: UrlClaim) => skip === 'extension' && isData(new URL(address).pathname);
    const claims = all.map(claim => (isPart(claim) ? { ...claim, skip: undefined } : claim));
    const won = await store.claimUrls(site.crawl, site.site, by, claims);
    return claims.filter((_, index) => won[index]);
  };
  const asked: string[] = [];
  const mine: UrlClaim[] = [];
  const left = new Map<string, number>();
  for (const [page, addresses] of Map.groupBy(named, each => each.page)) {
    const isLook = record.entries[page]!.entry.look !== undefined;
    const { tried, won } = isLook ? await portion(addresses, most, claimSlice) : await whole(addresses, claimSlice);
    for (const { identity } of addresses.slice(0, tried)) asked.push(identity);
    for (const claim of won) mine.push(claim);
    if (tried < addresses.length) left.set(nameOf(record, page), addresses.length - tried);
  }
  const open = mine.filter(({ skip }) => skip === undefined);
  return {
    ...{ asked, left, fresh: new Set(mine.map(({ identity }) => identity)), refused: mine.length - open.length },
    next: open.map(({ identity, address, foundOn }) => ({ identity, address, attempt: 1, via: [], foundOn })),
  };
}

interface Portion {
  /** So many of the addresses, from the first one on. */
  readonly tried: number;
  readonly won: readonly UrlClaim[];
}

async function portion(addresses: readonly NamedAddress[], most: number, claimSlice: ClaimSlice): Promise<Portion> {
  const sliceSize = Math.min(mostOfSlice, most);
  const won: UrlClaim[] = [];
  let [tried, pages] = [0, 0];
  while (tried < addresses.length && pages < most && won.length < 10 * most) {
    const claims = await claimSlice(addresses.slice(tried, tried + sliceSize));
    won.push(...claims);
    pages += claims.filter(({ skip }) => skip === undefined).length;
    tried = Math.min(addresses.length, tried + sliceSize);
  }
  return { tried, won };
}

async function whole(addresses: readonly NamedAddress[], claimSlice: ClaimSlice): Promise<Portion> {
  return { tried: addresses.length, won: await claimSlice(addresses) };
}

/** Identity of the entry that named something. */
export function nameOf({ entries }: TurnRecord, page: number): string {
  return lookedIdentity(entries[page]!.entry);
}

/**
 * Entries of a source that are at one address, or are redirected there: it is requested once, and all of them are fed. Adds to a turn
 * an entry for each look that shares the answer of another look. The entries of the turn keep their indexes.
 */
export function withSharedLooks(record: TurnRecord): TurnRecord {
  const entries = [...record.entries];
  for (const each of entries) entries.push(...[answeredWith(record, each)].filter(led => led !== undefined));
  const shared = entries.flatMap(each => (each.entry.look?.also ?? []).map(of => lookOf(each, of)));
  return { ...record, entries: [...entries.map(each => lookOf(each)), ...shared] };
}

/** The redirected look with the answer of its target, where another look of the turn has requested that. */
export function answeredWith({ entries }: TurnRecord, { entry, result }: FetchedEntry): FetchedEntry | undefined {
  const { look, via } = entry;
  if (!isDocumentLook(look) || result.kind !== 'redirect') return undefined;
  const target = entries.find(each => each.entry.address === result.target && each.entry.look?.kind === look.kind);
  // An answer "not modified" is about the version that its request named.
  const isAnswer =
    target?.result.kind === 'skipped'
      ? isDeepStrictEqual(target.entry.look!.fields, look.fields)
      : target?.result.kind !== 'retry';
  if (target === undefined || !isAnswer) return undefined;
  const { identity, address } = target.entry;
  const led = { ...entry, identity, address, via: [...via, entry.address] };
  const other = target.result;
  // A redirect may close a circle for this entry, and for the other entry not.
  return { entry: led, result: other.kind === 'redirect' ? redirectResult(led, other.status, other.target) : other };
}

function lookOf({ entry: { look, ...entry }, result }: FetchedEntry, of = look?.of): FetchedEntry {
  if (look === undefined) return { entry, result };
  const { also: _, ...own } = look;
  return { entry: { ...entry, look: { ...own, of: of! } }, result };
}
