import { hash } from 'node:crypto';
import { defined } from '../../domain/defined.ts';
import { looksBinary } from '../../domain/html/encoding/sniff-binary.ts';
import type { LinkType } from '../../domain/link-type.ts';
import { type FetchResult, isBudgetPage, loadedBytes } from '../../domain/protocol/classify-answer.ts';
import type { ChunkEntry, Counters, LinkClaim, Outcome, UrlClaim } from '../../domain/protocol/crawl-state.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { lacksBody } from '../../domain/turn/known-entry.ts';
import { linkTypeAt } from '../../domain/turn/link-types.ts';
import type { FoundLink } from '../../domain/turn/turn-notes.ts';
import type { ReadTurn } from '../../domain/turn/turn-reader.ts';
import type { FetchedEntry, TurnRecord } from '../../domain/turn/turn-record.ts';
import { patternOf } from '../../domain/url/traps.ts';
import type { ParsePorts, ParseSite } from './parse-worker.ts';

export interface TurnClaims {
  /** All that this turn tried to claim: known URLs from its commit on. */
  readonly claimed: readonly string[];
  /** Entries written to chunks. */
  readonly queued: number;
  /** Links claimed by this turn that will never be requested. */
  readonly refused: number;
  /** For each external link that is new on this site: the first page of the turn with it. */
  readonly newExternals: readonly number[];
}

/** Claims of one turn, in the order of the protocol: redirects, then links, then the others in any order. */
export async function claimAll(
  ports: ParsePorts,
  site: ParseSite,
  record: TurnRecord,
  read: ReadTurn,
): Promise<TurnClaims> {
  const { level, round } = record.phase;
  const again = await claimRedirects(ports, site, record);
  await ports.store.putChunk(site.crawl, site.site, { level, round: round + 1 }, record.turn, again);
  const typeAt = linkTypeAt(read.segment);
  const links: FoundLink[] = [];
  const types: (LinkType | undefined)[] = [];
  for (let index = 0; index < read.links.length; index += 1) {
    const link = read.links[index]!;
    if (site.known.has(link.identity)) continue;
    links.push(link);
    types.push(typeAt('internal', link.page, index));
  }
  const { next, refused } = await claimLinks(ports, site, record, { links, types });
  await ports.store.putChunk(site.crawl, site.site, { level: level + 1, round: 0 }, record.turn, next);
  const newExternals = await claimOutside(ports, site, record, read);
  return {
    claimed: [...links.map(({ identity }) => identity), ...outsideKeys(read)],
    queued: again.length + next.length,
    refused,
    newExternals,
  };
}

/** Claims targets of redirects for the next round of this level; a target of a later level moves to this one. */
export async function claimRedirects(ports: ParsePorts, site: ParseSite, record: TurnRecord): Promise<ChunkEntry[]> {
  const targets = redirectTargets(site, record);
  // The cache cannot help: it knows no levels.
  const claims = redirectClaims(site, record, targets);
  const by = { turn: record.turn, level: record.phase.level, kind: 'redirect' as const };
  const won = await ports.store.claimUrls(site.crawl, site.site, by, claims);
  const open = claims.filter(({ skip }, index) => won[index] && skip === undefined).map(({ identity }) => identity);
  if (record.phase.level === 0) await countStartPattern(ports, site, record, open);
  return nextRound(record, targets, new Set(open));
}

/** Identity of the target of each entry that redirects within the site. */
function redirectTargets(site: ParseSite, { entries }: TurnRecord): (string | undefined)[] {
  return entries.map(({ result }) =>
    result.kind === 'redirect' && site.belongs(result.target)
      ? site.rules.normalize(new URL(result.target))
      : undefined,
  );
}

/** Claims each target once, in page order. A target that is the same page makes no claim. */
function redirectClaims(
  site: ParseSite,
  { entries, phase }: TurnRecord,
  targets: readonly (string | undefined)[],
): UrlClaim[] {
  const claims = new Map<string, UrlClaim>();
  for (const [index, { entry, result }] of entries.entries()) {
    const target = targets[index];
    if (result.kind !== 'redirect' || target === undefined || target === entry.identity || claims.has(target)) continue;
    const claim = claimOf(site, target, result.target, entry.foundOn);
    // The target of the start address is always crawled, even against the rules about addresses.
    claims.set(target, phase.level === 0 ? { ...claim, skip: undefined } : claim);
  }
  return [...claims.values()];
}

/** In page order: the distinct targets that this turn won, and the pages to try again. */
function nextRound({ entries }: TurnRecord, targets: readonly (string | undefined)[], open: Set<string>): ChunkEntry[] {
  const next: ChunkEntry[] = [];
  for (const [index, { entry, result }] of entries.entries()) {
    const target = targets[index];
    if (result.kind === 'retry') next.push({ ...entry, attempt: entry.attempt + 1 });
    if (result.kind !== 'redirect' || target === undefined) continue;
    const { foundOn, pick } = entry;
    const via = [...entry.via, entry.address];
    const on = { address: result.target, attempt: 1, via, foundOn, ...defined({ pick }) };
    if (target === entry.identity) next.push({ ...on, identity: target, attempt: entry.attempt });
    else if (open.delete(target)) next.push({ ...on, identity: target });
  }
  return next;
}

/**
 * Counts the target of the start address as the first page of its pattern, like the start address itself. A turn of
 * level 0 has a single entry. If the entry redirects, it has no links, and this turn counts nothing else.
 */
async function countStartPattern(
  { store }: ParsePorts,
  site: ParseSite,
  { turn, entries }: TurnRecord,
  targets: readonly string[],
): Promise<void> {
  if (site.rules.spec.patternLimit === undefined) return;
  const counted = new Set(entries.map(({ entry }) => patternOf(entry.identity)));
  const wishes = targets.map(target => ({ pattern: patternOf(target), count: 1 }));
  await store.countPatterns(
    site.crawl,
    site.site,
    turn,
    wishes.filter(({ pattern }) => !counted.has(pattern)),
  );
}

/**
 * Writes the chunk of the next level: links that nobody claimed before, in page order. `types` has one for each of
 * `links`.
 */
async function claimLinks(
  { store }: ParsePorts,
  site: ParseSite,
  record: TurnRecord,
  { links, types }: { readonly links: readonly FoundLink[]; readonly types: readonly (LinkType | undefined)[] },
): Promise<{ readonly next: readonly ChunkEntry[]; readonly refused: number }> {
  const claims = links.map(({ identity, address, page, isLogout }, index) => {
    const found = claimOf(site, identity, address, record.entries[page]!.entry.identity);
    const claim = isLogout === true ? { ...found, skip: found.skip ?? ('logout' as const) } : found;
    const type = types[index];
    return type === undefined ? claim : { ...claim, type };
  });
  const by = { turn: record.turn, level: record.phase.level + 1, kind: 'link' as const };
  const won = await store.claimUrls(site.crawl, site.site, by, claims);
  const open = claims.filter(({ skip }, index) => won[index] && skip === undefined);
  const admitted = await withinPatterns({ store }, site, record, open);
  const next = admitted.map(({ identity, address, foundOn }) => ({ identity, address, attempt: 1, via: [], foundOn }));
  return { next, refused: won.filter(Boolean).length - next.length };
}

/** With `patternLimit` only the first links of each pattern count, in order of discovery; the others are skipped. */
async function withinPatterns(
  { store }: Pick<ParsePorts, 'store'>,
  site: ParseSite,
  record: TurnRecord,
  open: readonly UrlClaim[],
): Promise<readonly UrlClaim[]> {
  const { patternLimit } = site.rules.spec;
  if (patternLimit === undefined) return open;
  const byPattern = Map.groupBy(open, ({ identity }) => patternOf(identity));
  const wishes = [...byPattern].map(([pattern, claims]) => ({ pattern, count: claims.length }));
  const before = await store.countPatterns(site.crawl, site.site, record.turn, wishes);
  const refused = new Set<UrlClaim>();
  for (const [index, claims] of [...byPattern.values()].entries())
    for (const claim of claims.slice(Math.max(0, patternLimit - before[index]!))) refused.add(claim);
  const outcome = { kind: 'skipped' as const, reason: 'pattern-limit' as const };
  const skipped = [...refused].map(({ identity }) => ({ identity, outcome, attempts: 0 }));
  await store.recordOutcomes(site.crawl, site.site, record.turn, skipped);
  return open.filter(claim => !refused.has(claim));
}

async function claimOutside(
  { store }: ParsePorts,
  site: ParseSite,
  record: TurnRecord,
  read: ReadTurn,
): Promise<readonly number[]> {
  const { turn, phase } = record;
  const { externals, bads, pages } = read.segment;
  const isNew = (key: string): boolean => !site.known.has(key);
  const at = (page: number): { page: string; level: number } => ({ page: pages[page]!.identity, level: phase.level });
  const typeAt = linkTypeAt(read.segment);
  const links: LinkClaim[] = [];
  const pagesOfLinks: number[] = [];
  for (const [index, { identity, page, anchor }] of externals.entries()) {
    if (!isNew(externalKey(identity))) continue;
    const type = typeAt('external', page, index);
    links.push({ key: identity, detail: anchor, ...at(page), ...(type !== undefined && { type }) });
    pagesOfLinks.push(page);
  }
  const texts = bads
    .filter(({ text }) => isNew(badKey(text)))
    .map(({ text, page, reason }) => ({ key: text, detail: reason, ...at(page) }));
  const won = await store.claimLinks(site.crawl, site.site, 'external', turn, links);
  await store.claimLinks(site.crawl, site.site, 'bad', turn, texts);
  return pagesOfLinks.filter((_, index) => won[index]);
}

function outsideKeys({ segment }: ReadTurn): string[] {
  return [
    ...segment.externals.map(({ identity }) => externalKey(identity)),
    ...segment.bads.map(({ text }) => badKey(text)),
  ];
}

export function externalKey(identity: string): string {
  return `> ${identity}`;
}

function badKey(text: string): string {
  return `! ${text}`;
}

export function claimOf({ rules }: ParseSite, identity: string, address: string, foundOn: string): UrlClaim {
  return { identity, address, foundOn, skip: rules.admit(identity) };
}

/**
 * The outcome of each entry of a turn. Claims contents, for the first page (in page order) of each distinct hash. A
 * page whose hash belongs to an earlier page is a duplicate of the earlier page.
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

/** A page that must be read but has only its hash is requested in the next round. */
export function withRequests(
  record: TurnRecord,
  outcomes: readonly Outcome[],
): { readonly record: TurnRecord; readonly outcomes: readonly Outcome[] } {
  const isOpen = ({ result }: FetchedEntry, index: number): boolean =>
    lacksBody(result) && outcomes[index]!.kind === 'node';
  if (!record.entries.some(isOpen)) return { record, outcomes };
  const again = { kind: 'retry', reason: 'lost' } as const;
  const entries = record.entries.map((each, index) => (isOpen(each, index) ? { ...each, result: again } : each));
  return {
    record: { ...record, entries },
    outcomes: outcomes.map((outcome, index) => (isOpen(record.entries[index]!, index) ? again : outcome)),
  };
}

/** Whether a redirect leads to another address of the same page, where the page is requested again. */
function redirectsToItself(rules: CrawlRules, { entry, result }: FetchedEntry): boolean {
  return result.kind === 'redirect' && rules.normalize(new URL(result.target)) === entry.identity;
}

/** Undefined if the answer is not a page; bytes sent as text/html that are not HTML have no content to compare. */
function contentHash(result: FetchResult): string | undefined {
  if (result.kind !== 'page') return undefined;
  if (result.unchanged !== undefined) return result.unchanged.hash;
  if (looksBinary(result.body)) return undefined;
  return hash('sha256', result.body);
}

function outcomeOf({ entry, result }: FetchedEntry, hash: string | undefined, owners: Map<string, string>): Outcome {
  if (result.kind !== 'page') return result;
  if (hash === undefined) return { kind: 'skipped', reason: 'binary', status: 200 };
  const owner = owners.get(hash) ?? entry.identity;
  return owner === entry.identity ? { kind: 'node', hash } : { kind: 'duplicate', hash, owner };
}

type EntryCounts = Pick<
  Counters,
  'taken' | 'pages' | 'nodes' | 'redirects' | 'duplicates' | 'skipped' | 'retries' | 'bytes'
>;

/** The additions of a turn's entries to the live counters. `outcomes`: of the entries that count as pages. */
export function countEntries(entries: readonly FetchedEntry[], outcomes: readonly Outcome[]): EntryCounts {
  const ended = (kind: Outcome['kind']): number => outcomes.filter(outcome => outcome.kind === kind).length;
  return {
    taken: entries.length,
    pages: entries.filter(({ result }) => isBudgetPage(result)).length,
    nodes: ended('node'),
    redirects: ended('redirect'),
    duplicates: ended('duplicate'),
    skipped: ended('skipped'),
    retries: ended('retry'),
    bytes: entries.reduce((total, { result }) => total + (result.kind === 'page' ? loadedBytes(result) : 0), 0),
  };
}
