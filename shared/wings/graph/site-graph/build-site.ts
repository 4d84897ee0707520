/**
 * Makes the graph and the reports of one site from what its segments and claims say. Ids are dense, by (level, URL);
 * redirects are followed, duplicates replaced by their owners, arcs that become equal added up. Everything is a
 * function of what was stored, so the files are the same however the crawl came about.
 */

import { defined } from '../../../domain/defined.ts';
import { linkTypes } from '../../../domain/link-type.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import { isLeft, noLevel, type OutcomeCounts } from '../../../domain/protocol/site-outcomes.ts';
import { reportedSkip } from '../../../domain/skip-reason.ts';
import { boundedAddress } from '../../../domain/url/bounded-address.ts';
import { readableHost, readablePath } from '../../../files/readable-address.ts';
import type { CollectedSite } from './collected-site.ts';
import type * as Graph from './graph.ts';
import type { SiteGraph } from './graph.ts';
import { distances, inDegrees, linkArcs, notReached } from './link-arcs.ts';
import { SettledUrls } from './settled-urls.ts';
import type { NodePage, UrlRecord } from './url-record.ts';

export interface SiteFacts extends Pick<SiteGraph, 'fileName' | 'origin' | 'fieldNames' | 'labels'> {
  /** The normalized address. */
  identityOf(address: string): string;
  /** Names of the rules that change something in an address. */
  rulesOf(address: string): readonly string[];
  /** Whether the levels must be breadth-first distances: the crawl ended by `no-work`. */
  readonly isWhole: boolean;
  /** Whether the crawl loads pages in a browser: then links have types. */
  readonly isRendered?: boolean;
  /** Whether the site is something else than a host. */
  readonly isPlaced?: boolean;
  /** Whether the site may have several hosts: then pages are named with theirs. */
  readonly hasHosts?: boolean;
  /** Nobody builds the site again: what only its arcs are made of is given back. */
  readonly isLast?: boolean;
}

/** A page with its addresses that nobody requested. */
interface JoinedPage {
  readonly identity: string;
  readonly level: number;
  readonly asked: readonly string[];
  readonly notAsked: readonly string[];
}

interface NodeRecord extends UrlRecord {
  readonly page: NodePage;
}

/** Throws if the results contradict themselves: such files are not written. */
export function buildSite(site: CollectedSite, facts: SiteFacts): Graph.SiteResults {
  const settled = new SettledUrls(site, facts.identityOf);
  const graph = graphOf(site, facts, settled);
  seeRedirected(site, facts, settled);
  const levels = countLevels(site, settled);
  if (facts.isWhole) checkLevels(settled, distances(graph.arcs, 0));
  return {
    graph,
    levels,
    externalLinks: () => externalLinks(site, facts.isRendered === true),
    badLinks: () => badLinks(site),
    normalizedIsCut: site.joined.isCut,
    merges: () => merges(site, settled, facts),
    skipped: () => skippedUrls(site, settled),
    otherPages: () => otherPages(settled),
    linkEnd: url => linkEnd(site, settled, url),
    nodeAt: url => settled.nodeAt(url),
  };
}

function linkEnd({ open, addresses }: CollectedSite, settled: SettledUrls, url: string): Graph.LinkEnd | undefined {
  const number = addresses.find(url);
  const own = settled.nodeOf(settled.placeOf(number));
  if (own >= 0) return { node: own };
  const kept = settled.isKind(settled.placeOf(number), ends) ? number : addresses.find(settled.keptUrl(url));
  const place = settled.placeOf(kept);
  if (place >= 0) {
    const node = settled.nodeOf(place);
    if (node >= 0) return { node };
    const skipped = skippedUrl(settled.at(place));
    return skipped === undefined ? undefined : { skipped };
  }
  const waiting = open.placeOf(kept);
  return waiting < 0 ? undefined : { skipped: open.at(waiting) };
}

function graphOf(
  site: CollectedSite,
  {
    fileName,
    origin,
    isRendered,
    fieldNames = [],
    isPlaced = false,
    hasHosts = false,
    labels,
    isLast = false,
  }: SiteFacts,
  settled: SettledUrls,
): Graph.SiteGraph {
  const { nodes } = settled;
  const lists = nodes.map(place => site.records.listAt(place));
  const options = { withTypes: isRendered === true, isLast };
  const arcs = linkArcs(lists, site.links, settled.nodesOfAddresses(), options);
  const degrees = inDegrees(arcs);
  const duplicates = countDuplicates(settled);
  return {
    fileName,
    origin,
    nodeCount: nodes.length,
    ...(fieldNames.length !== 0 && { fieldNames }),
    ...(isPlaced && { isPlaced }),
    ...(labels !== undefined && { labels }),
    arcs,
    duplicates,
    *nodes(ids) {
      const count = ids?.length ?? nodes.length;
      for (let at = 0; at < count; at += 1) {
        const id = ids === undefined ? at : ids[at]!;
        const outDegree = arcs.degrees[id]!;
        const record = settled.at(nodes[id]!) as NodeRecord;
        const label = nodeLabel(record.identity, hasHosts);
        yield nodeOfRecord(record, { id, label, inDegree: degrees[id]!, outDegree, duplicates: duplicates[id]! });
      }
    },
  };
}

/** By the id of the node that they are duplicates of. */
function countDuplicates(settled: SettledUrls): Uint32Array {
  const duplicates = new Uint32Array(settled.nodes.length);
  for (const { outcome } of settled.ofKind('duplicate'))
    if (outcome.kind === 'duplicate') duplicates[settled.nodeAt(outcome.owner)]! += 1;
  return duplicates;
}

function nodeOfRecord(
  { identity, level, page, outcome, foundOn, address }: NodeRecord,
  counts: Pick<Graph.GraphNode, 'id' | 'label' | 'inDegree' | 'outDegree' | 'duplicates'>,
): Graph.GraphNode {
  const node: { -readonly [Key in keyof Graph.GraphNode]: Graph.GraphNode[Key] } = {
    ...counts,
    url: identity,
    title: page.title,
    level,
    externalLinks: page.externalLinks,
    contentHash: outcome.kind === 'node' ? outcome.hash : '',
    bytes: page.bytes,
    foundOn,
    fetchedUrl: boundedAddress(address),
    linksDropped: page.linksDropped,
  };
  if (page.fields !== undefined) node.fields = page.fields;
  if (page.facts !== undefined) node.facts = page.facts;
  if (page.rendering !== undefined) {
    node.rendering = page.rendering.kind;
    node.rawHash = page.rendering.rawHash ?? '';
  }
  return node;
}

function* externalLinks({ externals }: CollectedSite, withTypes: boolean): Iterable<Graph.ExternalLink> {
  for (const [url, { page, level, detail, occurrences, type }] of externals)
    yield { url, page, level, anchor: detail, occurrences, ...(withTypes && { type: linkTypes[type]! }) };
}

function* badLinks({ bads }: CollectedSite): Iterable<Graph.BadLink> {
  for (const [text, { page, level, detail, occurrences }] of bads)
    yield { text, page, level, reason: detail, occurrences };
}

/** The targets of redirects are further spellings of its page. */
function seeRedirected(site: CollectedSite, { identityOf }: SiteFacts, settled: SettledUrls): void {
  for (const { outcome } of settled.ofKind('redirect')) {
    if (outcome.kind !== 'redirect') continue;
    const identity = identityOf(outcome.target);
    const number = site.addresses.add(identity);
    site.joined.see(number, identity, boundedAddress(outcome.target), site.isLinked(number));
  }
}

/** By level and URL; pages that a person deleted have none. */
function* joinedPages(site: CollectedSite, settled: SettledUrls): Iterable<JoinedPage> {
  const { joined, open, askedBefore, records } = site;
  const page = (
    { number, identity, level }: Pick<JoinedPage, 'identity' | 'level'> & { readonly number: number },
    seen: readonly string[],
  ): JoinedPage | undefined => {
    const asked = seen.map(boundedAddress);
    const notAsked = joined.notAsked(number, identity, new Set(asked), site.isLinked(number));
    return notAsked.length > 0 ? { identity, level, asked, notAsked } : undefined;
  };
  for (const { place, isOpen } of settled.withOpen()) {
    if (isOpen) {
      const number = open.addressAt(place);
      if (!joined.has(number)) continue;
      const { url: identity, level, reason } = open.at(place);
      const found = reason === 'deleted' ? undefined : page({ number, identity, level }, []);
      if (found !== undefined) yield found;
      continue;
    }
    const number = records.addressAt(place);
    // Most pages have no address but their own.
    if (!joined.has(number) && records.isAskedAsIdentity(place) && askedBefore.size === 0) continue;
    const { identity, level, address, outcome } = settled.at(place);
    if (outcome.kind === 'skipped' && outcome.reason === 'deleted') continue;
    const found = page({ number, identity, level }, [address, ...(askedBefore.get(identity) ?? [])]);
    if (found !== undefined) yield found;
  }
}

/** The outcomes of URLs that no other URL replaces. */
const ends: ReadonlySet<Outcome['kind'] | undefined> = new Set(['node', 'skipped', 'retry']);
const merged: ReadonlySet<Outcome['kind'] | undefined> = new Set(['redirect', 'duplicate']);
const others: ReadonlySet<Outcome['kind'] | undefined> = new Set(['redirect', 'duplicate', 'skipped']);

function* merges(site: CollectedSite, settled: SettledUrls, { rulesOf }: SiteFacts): Iterable<Graph.Merge> {
  for (const { identity, outcome } of settled.values(place => settled.isKind(place, merged))) {
    if (outcome.kind === 'redirect')
      yield { url: identity, kind: 'redirect', keptUrl: settled.keptUrl(identity), evidence: String(outcome.status) };
    if (outcome.kind === 'duplicate')
      yield { url: identity, kind: 'duplicate', keptUrl: outcome.owner, evidence: outcome.hash };
  }
  for (const { identity, asked, notAsked } of joinedPages(site, settled)) {
    const ofAsked = asked.flatMap(rulesOf);
    for (const address of notAsked) {
      const rules = new Set([...rulesOf(address), ...ofAsked]);
      const evidence = [...rules].sort().join(' ');
      yield { url: identity, kind: 'normalized', keptUrl: identity, evidence, address };
    }
  }
}

/** By level and URL. */
function* skippedUrls({ open }: CollectedSite, settled: SettledUrls): Iterable<Graph.SkippedUrl> {
  for (const { place, isOpen } of settled.withOpen(place => settled.kindOf(place) === 'skipped')) {
    const skipped = isOpen ? open.at(place) : skippedUrl(settled.at(place));
    if (skipped !== undefined) yield skipped;
  }
}

function skippedUrl({ identity, level, foundOn, attempts, outcome }: UrlRecord): Graph.SkippedUrl | undefined {
  if (outcome.kind !== 'skipped') return undefined;
  const { reason, status, detail } = reportedSkip(outcome);
  return { url: identity, level, foundOn, reason, attempts, ...defined({ status, detail }) };
}

/** By level and URL. */
function* otherPages(settled: SettledUrls): Iterable<Graph.OtherPage> {
  for (const { identity: url, level, attempts, outcome } of settled.values(place => settled.isKind(place, others))) {
    if (outcome.kind === 'redirect')
      yield { url, level, outcome: 'redirect', status: outcome.status, target: settled.keptUrl(url) };
    else if (outcome.kind === 'duplicate')
      yield { url, level, outcome: 'duplicate', status: 200, target: outcome.owner };
    else if (outcome.kind === 'skipped' && attempts > 0) {
      const status = outcome.status === undefined ? {} : { status: outcome.status };
      yield { url, level, outcome: outcome.reason, ...status, target: '' };
    }
  }
}

/** Found URLs = nodes + redirects + duplicates + skipped, at each level. */
function countLevels(site: CollectedSite, settled: SettledUrls): Graph.LevelCount[] {
  const levels: (Record<'level' | 'normalized' | keyof OutcomeCounts, number> & { left?: number })[] = [];
  const emptyLevel = (level: number): (typeof levels)[number] => ({
    ...{ level, found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0, normalized: 0 },
  });
  const unlinked = emptyLevel(noLevel);
  const at = (level: number): (typeof levels)[number] => {
    if (level === noLevel) return unlinked;
    while (levels.length <= level) levels.push(emptyLevel(levels.length));
    return levels[level]!;
  };
  for (const { place, isOpen } of settled.withOpen()) {
    const count = at(isOpen ? site.open.levelAt(place) : site.records.levelAt(place));
    const kind = isOpen ? 'skipped' : settled.kindOf(place);
    count.found += 1;
    if (isOpen && isLeft(site.open.reasonAt(place))) count.left = (count.left ?? 0) + 1;
    if (kind === 'node') count.nodes += 1;
    else if (kind === 'redirect') count.redirects += 1;
    else if (kind === 'duplicate') count.duplicates += 1;
    else if (kind === 'skipped') count.skipped += 1;
    else throw new Error(`${site.records.at(place).identity} waits to be tried again, but is no open claim`);
  }
  for (const { level, notAsked } of joinedPages(site, settled)) at(level).normalized += notAsked.length;
  return unlinked.found > 0 ? [...levels, unlinked] : levels;
}

/** A walk over the arcs must find every node at the level that the crawl gave it, and no node without a level. */
function checkLevels(settled: SettledUrls, distance: Int32Array): void {
  for (const [id, place] of settled.nodes.entries()) {
    const level = settled.levelOf(place);
    if (distance[id] !== (level === noLevel ? notReached : level))
      throw new Error(
        `${settled.at(place).identity} has level ${level}, but is ${distance[id]} arcs from the start page`,
      );
  }
}

/** The name of a page in graph files: its path, before it the host where a site has several, as people read them. */
export function nodeLabel(url: string, hasHosts: boolean): string {
  const begin = url.indexOf('//') + 2;
  const found = url.indexOf('/', begin);
  const end = found < 0 ? url.length : found;
  return (hasHosts ? readableHost(url.slice(begin, end)) : '') + readablePath(found < 0 ? '/' : url.slice(end));
}
