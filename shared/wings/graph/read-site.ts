import { readField } from '../../domain/html/xpath/page-fields.ts';
import { LostObject } from '../../domain/lost-object.ts';
import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import { lostTurnOf } from '../../domain/protocol/lost-turn.ts';
import { reportedSkip, skippedAtHost } from '../../domain/skip-reason.ts';
import { needsBrowser } from '../../domain/spec/crawl-spec.ts';
import { hostLabels, siteLabels } from '../../domain/spec/sites/site-labels.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { decodeSegment, type Segment, segmentName } from '../../domain/turn/segment.ts';
import { explainNormalization } from '../../domain/url/explain-normalization.ts';
import { isOfHosts } from '../../domain/url/site-scope.ts';
import type { CrawlStore, ObjectStore, Scratch } from '../../ports/ports.ts';
import type { OnLost } from '../../steps/unload/lost-segment.ts';
import type { EndedSite } from '../../steps/unload/result-part.ts';
import { buildSite, type SiteFacts } from './site-graph/build-site.ts';
import { CollectedSite, LinkingPages, type OpenClaims } from './site-graph/collected-site.ts';
import type { SiteResults } from './site-graph/graph.ts';
import type { UrlRecord } from './site-graph/url-record.ts';

const claimsAtOnce = 10_000;

/** The contents of the segments and claims of one site. */
export interface SiteReading {
  readonly site: CollectedSite;
  /** Which pages hold which external addresses. */
  readonly pages: LinkingPages;
  readonly results: SiteResults;
}

/** A state that nobody can write to will do. */
export interface ReadPorts {
  readonly store: Pick<CrawlStore, 'claimsAfter' | 'deletedLinksAfter'>;
  readonly objects: Pick<ObjectStore, 'get' | 'getsAtOnce'>;
  readonly onLost: OnLost;
}

/** Reads one site that has ended. Pages that a person deleted and pages of lost turns are left out. */
export async function readSite(
  { store, objects, onLost }: ReadPorts,
  { row, fileName }: EndedSite,
  { normalize, spec }: Pick<CrawlRules, 'normalize' | 'spec'>,
): Promise<SiteReading> {
  const deleted = {
    external: await deletedLinks(store, row, 'external'),
    bad: await deletedLinks(store, row, 'bad'),
  };
  const site = new CollectedSite(deleted, spec.order !== undefined);
  const pages = new LinkingPages(site.externals.keys, site.addresses);
  const lost = (row.lost ?? []).map(({ turn }) => turn);
  for await (const [turn, segment] of segmentsOf(objects, row)) {
    if (segment instanceof LostObject) {
      if (lostTurnOf(row, turn)?.state !== 'given-up') await onLost(row, turn, segment);
      lost.push(turn);
    } else {
      site.addSegment(segment);
      pages.addSegment(segment);
    }
  }
  const open = openClaims(row, lost.length > 0);
  for (let after = ''; ; ) {
    const claims = await store.claimsAfter(row.crawl, row.site, after, claimsAtOnce);
    site.addClaims(claims, open);
    if (claims.length < claimsAtOnce) break;
    after = claims.at(-1)!.identity;
  }
  const results = buildRemaining(site, {
    fileName,
    origin: row.origin,
    identityOf: address => normalize(new URL(address)),
    rulesOf: address => (explainNormalization(address, spec.normalization) ?? []).map(({ rule }) => rule),
    // If the site has changed since, levels need not be those of its links now.
    isWhole: row.status === 'no-work' && lost.length === 0 && spec.order === undefined,
    isRendered: needsBrowser(spec),
    isPlaced: spec.scope !== undefined,
    hasHosts: isOfHosts(spec.scope),
    ...labelsOf(row, spec.sites),
    fieldNames: (spec.extract ?? []).map(text => readField(text).name),
  });
  return { site, pages, results };
}

/** Of a site that the list does not name (a site may be removed from it) only the host is known. */
function labelsOf({ site, origin }: SiteRow, sites: CrawlRules['spec']['sites']): Pick<SiteFacts, 'labels'> {
  const labels = siteLabels(sites);
  if (labels === undefined) return {};
  return { labels: labels.get(site) ?? hostLabels(site, origin) };
}

/** The segments of a site in the order of its turns, as many in memory at a time as the objects are worth requesting at once. */
export async function* segmentsOf(
  objects: ReadPorts['objects'],
  row: SiteRow,
): AsyncIterable<readonly [turn: number, segment: Segment | LostObject]> {
  const atOnce = objects.getsAtOnce ?? 1;
  const scratches = Array.from({ length: atOnce }, (): Scratch => ({ bytes: new Uint8Array(0) }));
  const requested: (readonly [turn: number, segment: Promise<Segment | LostObject>])[] = [];
  for (let turn = 1, count = 0; turn <= row.turn || requested.length > 0; ) {
    for (; turn <= row.turn && requested.length < atOnce; turn += 1) {
      // A stop left it behind lost bodies.
      if (row.pending.has(turn)) continue;
      // The reader is done with the segment that lay there.
      const segment = readSegment(objects, row, turn, scratches[count++ % atOnce]!);
      // Thrown where it is awaited; a reader that ends before awaits it no more.
      segment.catch(() => undefined);
      requested.push([turn, segment]);
    }
    const next = requested.shift();
    if (next !== undefined) yield [next[0], await next[1]];
  }
}

async function readSegment(
  objects: ReadPorts['objects'],
  { site, phase }: SiteRow,
  turn: number,
  scratch: Scratch,
): Promise<Segment | LostObject> {
  const name = segmentName(site, turn);
  try {
    const segment = decodedSegment(name, await objects.get(name, scratch));
    const isOfTurn = segment.turn === turn && segment.phase.level <= phase.level;
    return isOfTurn ? segment : new LostObject(name, 'is damaged: it is of another turn');
  } catch (error) {
    if (error instanceof LostObject) return error;
    throw error;
  }
}

/** Throws `LostObject` where its bytes are no segment: their checksum may fit though nobody wrote them in a crawl. */
function decodedSegment(name: string, bytes: Uint8Array): Segment {
  try {
    return decodeSegment(bytes);
  } catch (error) {
    throw new LostObject(name, `is damaged: ${(error as Error).message}`, { cause: error });
  }
}

/** Levels are those of the crawl: they are checked before anything that was deleted is left out. */
function buildRemaining(site: CollectedSite, facts: SiteFacts): SiteResults {
  const crawled = buildSite(site, { ...facts, isLast: site.deleted.size === 0 });
  if (site.deleted.size === 0) return crawled;
  leaveOutDeleted(site, facts.identityOf);
  return buildSite(site, { ...facts, isWhole: false, isLast: true });
}

/** The deleted links of one kind, by identity. */
export async function deletedLinks(
  store: Pick<CrawlStore, 'deletedLinksAfter'>,
  { crawl, site }: Pick<SiteRow, 'crawl' | 'site'>,
  kind: 'external' | 'bad',
): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>();
  for (let after: string | undefined; ; ) {
    const links = await store.deletedLinksAfter(crawl, site, kind, after, claimsAtOnce);
    for (const link of links) deleted.add(link);
    if (links.length < claimsAtOnce) return deleted;
    after = links.at(-1);
  }
}

/** The outcome of URLs that were claimed and never finished, by the reason the site ended. */
function openClaims({ status, maxLevel, trouble }: SiteRow, hasLost: boolean): OpenClaims {
  switch (status) {
    case 'no-work':
      return hasLost ? { maxLevel, reason: 'lost' } : { maxLevel };
    case 'not-available':
      return { maxLevel, reason: reportedSkip(skippedAtHost(trouble)).reason };
    case 'active':
    case 'same-as':
      return { maxLevel, reason: 'stopped' };
    default:
      return { maxLevel, reason: status };
  }
}

type IdentityOf = (address: string) => string;

/**
 * Turns URLs that a person deleted into skipped URLs (`deleted`). URLs that depend on a deleted page become skipped
 * too: redirects that lead over it, and duplicates of its content. Without page or target they are no nodes, and links
 * to them are no arcs. Pages that they led to stay, with the level at which they were crawled.
 */
function leaveOutDeleted(site: CollectedSite, identityOf: IdentityOf): void {
  const leaving: UrlRecord[] = [];
  for (const record of site.records.values())
    if (leadsToDeleted(site, record.identity, identityOf)) leaving.push(record);
  for (const { page: _, ...record } of leaving)
    site.records.set(record.identity, { ...record, outcome: { kind: 'skipped', reason: 'deleted' } });
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
