/**
 * Makes the graph and the reports of one site from what its segments and claims say. Ids are dense, by (level, URL);
 * redirects are followed, duplicates replaced by their owners, arcs that become equal added up. Everything is a
 * function of what was stored, so the files are the same however the crawl came about.
 */

import { linkTypes } from '../../../domain/link-type.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import { boundedAddress } from '../../../domain/url/bounded-address.ts';
import { type CollectedSite, type NodePage, noLevel, type UrlRecord } from './collected-site.ts';
import type {
  BadLink,
  ExternalLink,
  GraphNode,
  LevelCount,
  LinkEnd,
  Merge,
  OtherPage,
  SiteGraph,
  SiteResults,
  SkippedUrl,
} from './graph.ts';
import { distances, inDegrees, linkArcs, notReached } from './link-arcs.ts';
import { finalOutcome, redirectEnds } from './redirect-ends.ts';

export interface SiteFacts {
  readonly fileName: string;
  readonly origin: string;
  /** The normalized address. */
  identityOf(address: string): string;
  /** Names of the rules that change something in an address. */
  rulesOf(address: string): readonly string[];
  /** Whether the levels must be breadth-first distances: the crawl ended by `no-work`. */
  readonly isWhole: boolean;
  /** Whether the crawl loads pages in a browser: then links have types. */
  readonly isRendered?: boolean;
  /** Names of the fields that pages have (`--extract`). */
  readonly fieldNames?: readonly string[];
  /** Whether the site is something else than a host. */
  readonly isPlaced?: boolean;
  /** What the list of sites calls the site. */
  readonly labels?: SiteLabels;
}

/** A page with its addresses that nobody asked for. */
interface JoinedPage {
  readonly identity: string;
  readonly level: number;
  readonly asked: readonly string[];
  readonly notAsked: readonly string[];
}

interface NodeRecord extends UrlRecord {
  readonly page: NodePage;
}

/** Throws where the results contradict themselves: such files are not written. */
export function buildSite(site: CollectedSite, facts: SiteFacts): SiteResults {
  const redirects = redirectEnds(site.records, facts.identityOf);
  const settled = (record: UrlRecord): Outcome => unlessUnreadable(finalOutcome(record, redirects), site.records);
  const records = [...site.records.values()]
    .map((record): UrlRecord => ({ ...record, outcome: settled(record) }))
    .sort(byLevelAndIdentity);
  const nodes = records.filter(
    (record): record is NodeRecord => record.outcome.kind === 'node' && record.page !== undefined,
  );
  /** The identity that takes the place of `identity` in the graph: a node's, where there is one. */
  const keptUrl = (identity: string): string => {
    const end = redirects.ends.get(identity) ?? identity;
    const record = site.records.get(end);
    const outcome = record === undefined ? undefined : settled(record);
    return outcome?.kind === 'duplicate' ? outcome.owner : end;
  };
  const graph = graphOf(site, facts, records, nodes, keptUrl);
  const joined = joinedPages(site, facts, records);
  const levels = countLevels(records, site.open, joined);
  if (facts.isWhole) checkLevels(nodes, distances(graph.arcs, nodes.length, 0));
  return {
    graph,
    levels,
    externalLinks: () => externalLinks(site, facts.isRendered === true),
    badLinks: () => badLinks(site),
    normalizedIsCut: site.joined.isCut,
    merges: () => merges(records, keptUrl, joined, facts),
    skipped: () => skippedUrls(records, site.open),
    otherPages: () => otherPages(records, keptUrl),
    linkEnd: linkEnds(nodes, skippedUrls(records, site.open), keptUrl),
  };
}

function linkEnds(
  nodes: readonly NodeRecord[],
  skipped: Iterable<SkippedUrl>,
  keptUrl: (identity: string) => string,
): SiteResults['linkEnd'] {
  let ends: ReadonlyMap<string, LinkEnd> | undefined;
  return url => {
    ends ??= new Map([
      ...Array.from(skipped, (each): [string, LinkEnd] => [each.url, { skipped: each }]),
      ...nodes.map(({ identity }, node): [string, LinkEnd] => [identity, { node }]),
    ]);
    return ends.get(keptUrl(url));
  };
}

/** A page with the content of a page that could not be read was not read either: the same would have come of it. */
function unlessUnreadable(outcome: Outcome, records: ReadonlyMap<string, UrlRecord>): Outcome {
  if (outcome.kind !== 'duplicate') return outcome;
  const ofOwner = records.get(outcome.owner)?.outcome;
  return ofOwner?.kind === 'skipped' && ofOwner.reason === 'parser' ? ofOwner : outcome;
}

function graphOf(
  site: CollectedSite,
  { fileName, origin, isRendered, fieldNames = [], isPlaced = false, labels }: SiteFacts,
  records: readonly UrlRecord[],
  nodes: readonly NodeRecord[],
  keptUrl: (identity: string) => string,
): SiteGraph {
  const ids = new Map(nodes.map(({ identity }, id) => [identity, id]));
  const nodeOf = Int32Array.from(site.identities.keys(), identity => ids.get(keptUrl(identity)) ?? -1);
  const pages = nodes.map(({ page }) => page);
  const arcs = linkArcs(pages, site.occurrences.view(), nodeOf, isRendered);
  const degrees = inDegrees(arcs, nodes.length);
  const duplicates = countDuplicates(records, ids);
  return {
    fileName,
    origin,
    nodeCount: nodes.length,
    ...(fieldNames.length === 0 ? {} : { fieldNames }),
    ...(isPlaced ? { isPlaced } : {}),
    ...(labels === undefined ? {} : { labels }),
    arcs,
    *nodes() {
      for (const [id, record] of nodes.entries()) {
        const outDegree = arcs.offsets[id + 1]! - arcs.offsets[id]!;
        yield nodeOfRecord(record, { id, inDegree: degrees[id]!, outDegree, duplicates: duplicates[id]! });
      }
    },
  };
}

/** By the id of the node that they are duplicates of. */
function countDuplicates(records: readonly UrlRecord[], ids: ReadonlyMap<string, number>): Uint32Array {
  const duplicates = new Uint32Array(ids.size);
  for (const { outcome } of records) if (outcome.kind === 'duplicate') duplicates[ids.get(outcome.owner)!]! += 1;
  return duplicates;
}

function nodeOfRecord(
  { identity, level, page, outcome, foundOn, address }: NodeRecord,
  place: Pick<GraphNode, 'id' | 'inDegree' | 'outDegree' | 'duplicates'>,
): GraphNode {
  return {
    ...place,
    label: labelOf(identity),
    url: identity,
    title: page.title,
    level,
    externalLinks: page.externalLinks,
    contentHash: outcome.kind === 'node' ? outcome.hash : '',
    bytes: page.bytes,
    foundOn,
    fetchedUrl: boundedAddress(address),
    linksDropped: page.linksDropped,
    ...(page.fields === undefined ? {} : { fields: page.fields }),
    ...(page.facts === undefined ? {} : { facts: page.facts }),
    ...(page.rendering === undefined ? {} : { rendering: page.rendering.kind, rawHash: page.rendering.rawHash ?? '' }),
  };
}

function* externalLinks({ externals }: CollectedSite, withTypes: boolean): Iterable<ExternalLink> {
  for (const [url, { page, level, detail, occurrences, type }] of externals)
    yield { url, page, level, anchor: detail, occurrences, ...(withTypes ? { type: linkTypes[type]! } : {}) };
}

function* badLinks({ bads }: CollectedSite): Iterable<BadLink> {
  for (const [text, { page, level, detail, occurrences }] of bads)
    yield { text, page, level, reason: detail, occurrences };
}

/** In the order of `byLevelAndIdentity`; pages that a person deleted have none. */
function joinedPages(
  { joined, open, identities, askedBefore }: CollectedSite,
  { identityOf }: SiteFacts,
  records: readonly UrlRecord[],
): readonly JoinedPage[] {
  for (const { outcome } of records) {
    if (outcome.kind !== 'redirect') continue;
    const identity = identityOf(outcome.target);
    joined.see(identity, boundedAddress(outcome.target), identities.has(identity));
  }
  const page = (identity: string, level: number, addresses: readonly string[]): JoinedPage[] => {
    const asked = addresses.map(boundedAddress);
    const notAsked = joined.notAsked(identity, new Set(asked), identities.has(identity));
    return notAsked.length > 0 ? [{ identity, level, asked, notAsked }] : [];
  };
  const taken = records.flatMap(({ identity, level, address, outcome }) =>
    outcome.kind === 'skipped' && outcome.reason === 'deleted'
      ? []
      : page(identity, level, [address, ...(askedBefore.get(identity) ?? [])]),
  );
  const waiting = open.flatMap(({ url, level, reason }) => (reason === 'deleted' ? [] : page(url, level, [])));
  return [...taken, ...waiting].sort(byLevelAndIdentity);
}

function* merges(
  records: readonly UrlRecord[],
  keptUrl: (identity: string) => string,
  joined: readonly JoinedPage[],
  { rulesOf }: SiteFacts,
): Iterable<Merge> {
  for (const { identity, outcome } of records) {
    if (outcome.kind === 'redirect')
      yield { url: identity, kind: 'redirect', keptUrl: keptUrl(identity), evidence: String(outcome.status) };
    if (outcome.kind === 'duplicate')
      yield { url: identity, kind: 'duplicate', keptUrl: outcome.owner, evidence: outcome.hash };
  }
  for (const { identity, asked, notAsked } of joined) {
    const ofAsked = asked.flatMap(rulesOf);
    for (const address of notAsked) {
      const rules = new Set([...rulesOf(address), ...ofAsked]);
      const evidence = [...rules].sort().join(' ');
      yield { url: identity, kind: 'normalized', keptUrl: identity, evidence, address };
    }
  }
}

function* skippedUrls(records: readonly UrlRecord[], open: readonly SkippedUrl[]): Iterable<SkippedUrl> {
  const skipped = records.flatMap(({ identity, level, foundOn, attempts, outcome }): SkippedUrl[] => {
    if (outcome.kind !== 'skipped') return [];
    const { reason, status } = outcome;
    return [{ url: identity, level, foundOn, reason, attempts, ...(status === undefined ? {} : { status }) }];
  });
  yield* [...skipped, ...open].sort((a, b) => byLevel(a, b) || compareBytes(a.url, b.url));
}

/** `records` are by level and URL. */
function* otherPages(records: readonly UrlRecord[], keptUrl: (identity: string) => string): Iterable<OtherPage> {
  for (const { identity: url, level, attempts, outcome } of records) {
    if (outcome.kind === 'redirect')
      yield { url, level, outcome: 'redirect', status: outcome.status, target: keptUrl(url) };
    else if (outcome.kind === 'duplicate')
      yield { url, level, outcome: 'duplicate', status: 200, target: outcome.owner };
    else if (outcome.kind === 'skipped' && attempts > 0) {
      const status = outcome.status === undefined ? {} : { status: outcome.status };
      yield { url, level, outcome: outcome.reason, ...status, target: '' };
    }
  }
}

/** Found URLs = nodes + redirects + duplicates + skipped, at each level. */
function countLevels(
  records: readonly UrlRecord[],
  open: readonly SkippedUrl[],
  joined: readonly JoinedPage[],
): LevelCount[] {
  const levels: {
    level: number;
    found: number;
    nodes: number;
    redirects: number;
    duplicates: number;
    skipped: number;
    normalized: number;
  }[] = [];
  const emptyLevel = (level: number): (typeof levels)[number] => ({
    ...{ level, found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0, normalized: 0 },
  });
  const unlinked = emptyLevel(noLevel);
  const at = (level: number): (typeof levels)[number] => {
    if (level === noLevel) return unlinked;
    while (levels.length <= level) levels.push(emptyLevel(levels.length));
    return levels[level]!;
  };
  for (const { level, outcome, identity } of records) {
    const count = at(level);
    count.found += 1;
    if (outcome.kind === 'node') count.nodes += 1;
    else if (outcome.kind === 'redirect') count.redirects += 1;
    else if (outcome.kind === 'duplicate') count.duplicates += 1;
    else if (outcome.kind === 'skipped') count.skipped += 1;
    else throw new Error(`${identity} waits to be tried again, but is no open claim`);
  }
  for (const { level } of open) {
    at(level).found += 1;
    at(level).skipped += 1;
  }
  for (const { level, notAsked } of joined) at(level).normalized += notAsked.length;
  return unlinked.found > 0 ? [...levels, unlinked] : levels;
}

/** A walk over the arcs must find every node at the level that the crawl gave it, and no node without a level. */
function checkLevels(nodes: readonly NodeRecord[], distance: Int32Array): void {
  for (const [id, { identity, level }] of nodes.entries())
    if (distance[id] !== (level === noLevel ? notReached : level))
      throw new Error(`${identity} has level ${level}, but is ${distance[id]} arcs from the start page`);
}

type LeveledPage = Pick<UrlRecord, 'level' | 'identity'>;

function byLevelAndIdentity(a: LeveledPage, b: LeveledPage): number {
  return byLevel(a, b) || compareBytes(a.identity, b.identity);
}

/** Pages without a level come last. */
function byLevel(a: { readonly level: number }, b: { readonly level: number }): number {
  return Number(a.level === noLevel) - Number(b.level === noLevel) || a.level - b.level;
}

/** Normalized URLs are ASCII, so code units are bytes. */
function compareBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function labelOf(url: string): string {
  const path = url.indexOf('/', url.indexOf('//') + 2);
  return path < 0 ? '/' : url.slice(path);
}
