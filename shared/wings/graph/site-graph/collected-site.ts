import { indexIn } from '../../../domain/index-in.ts';
import { NumberList } from '../../../domain/number-list.ts';
import type { Unchanged } from '../../../domain/protocol/classify-answer.ts';
import type { ClaimedUrl, Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { SkipReason } from '../../../domain/skip-reason.ts';
import { countIgnored } from '../../../domain/turn/ignored-links.ts';
import { typedLinks } from '../../../domain/turn/link-types.ts';
import type { PageFacts } from '../../../domain/turn/page-facts.ts';
import {
  externalOccurrences,
  externalsOf,
  type LinkRefs,
  type PageRendering,
  type Segment,
  type SegmentPage,
} from '../../../domain/turn/segment.ts';
import type { SkippedUrl } from './graph.ts';
import { JoinedAddresses } from './joined-addresses.ts';
import { typedOccurrence } from './link-arcs.ts';

/** What became of one URL, from the last turn that took it. */
export interface UrlRecord {
  readonly identity: string;
  readonly address: string;
  readonly foundOn: string;
  readonly attempts: number;
  readonly level: number;
  /** Place in page order. */
  readonly order: number;
  readonly outcome: Outcome;
  /** Absent where the page was read. */
  readonly unchanged?: Unchanged;
  /** Of nodes. */
  readonly page?: NodePage;
}

export interface NodePage {
  readonly title: string;
  readonly bytes: number;
  readonly externalLinks: number;
  readonly linksDropped: number;
  /** Where its internal links are in `CollectedSite.occurrences`. */
  readonly start: number;
  readonly count: number;
  readonly rendering?: PageRendering;
  readonly facts?: PageFacts;
  readonly signature?: string;
  readonly analyses?: Readonly<Record<string, unknown>>;
  readonly fields?: readonly string[];
  readonly hasUnreadFields?: true;
}

interface SeenLink {
  /** First page, in page order, that held it. */
  readonly page: string;
  readonly level: number;
  /** Anchor text, or why a link is bad. */
  readonly detail: string;
  occurrences: number;
  /** Number of the link type; the least of all its pages. */
  type: number;
}

/** External addresses and texts of bad links that a person deleted: nothing counts them. */
export interface DeletedLinks {
  readonly external: ReadonlySet<string>;
  readonly bad: ReadonlySet<string>;
}

/** Level of pages that no click from the start page leads to. */
export const noLevel = -1;

/** What decides about claimed URLs that no turn has finished. */
export interface OpenClaims {
  /** Their reason; absent where there must be none (`no-work`). */
  readonly reason?: SkipReason;
  readonly maxLevel: number;
}

/**
 * Everything one site's segments and claims say, brought together. Space: a number per link occurrence, a record per
 * URL.
 */
export class CollectedSite {
  readonly records = new Map<string, UrlRecord>();
  /** Claimed, but with no final outcome. */
  readonly open: SkippedUrl[] = [];
  /** Claimed URLs that a person deleted. */
  readonly deleted = new Set<string>();
  /** Index of every identity that a link leads to, in the order of discovery. */
  readonly identities = new Map<string, number>();
  readonly externals = new Map<string, SeenLink>();
  readonly bads = new Map<string, SeenLink>();
  readonly ignored = new Map<string, number>();
  readonly joined = new JoinedAddresses();
  /** Addresses that were asked for before the last one, where a page redirected to another address of itself. */
  readonly askedBefore = new Map<string, string[]>();
  /** An index into `identities` and a link type, one per internal link occurrence (`typedOccurrence`). */
  readonly occurrences = new NumberList(1 << 10);
  /** Pages that were clicked through, each with its turn. */
  readonly traversed = new Map<string, number>();
  private entryCount = 0;
  /** Pages of this level and of later ones are in a sitemap, or found from there: no click from the start page leads to them. */
  private unlinkedFrom = Number.POSITIVE_INFINITY;
  readonly deletedLinks: DeletedLinks;

  constructor(deletedLinks: DeletedLinks = { external: new Set(), bad: new Set() }) {
    this.deletedLinks = deletedLinks;
  }

  /** Takes the next segment; they come in turn order. */
  addSegment(segment: Segment): void {
    const { phase, pages } = segment;
    // Beyond level 0 only pages of sitemaps are found on no page.
    if (phase.level > 0 && pages.some(({ foundOn }) => foundOn === ''))
      this.unlinkedFrom = Math.min(this.unlinkedFrom, phase.level);
    this.addSpellings(segment);
    const indexes = Uint32Array.from(segment.targets, identity => indexIn(this.identities, identity));
    for (const page of segment.pages) this.addPage(page, segment, indexes);
    const outside = externalOccurrences(segment);
    const types = externalTypes(segment);
    const { external, bad } = this.deletedLinks;
    for (const [index, { identity, page, anchor }] of segment.externals.entries())
      if (!external.has(identity))
        this.see(this.externals, identity, segment, page, anchor, outside[index]!, types[index]);
    for (const { text, page, reason, count } of segment.bads)
      if (!bad.has(text)) this.see(this.bads, text, segment, page, reason, count);
    for (const [scheme, count] of Object.entries(segment.ignored)) countIgnored(this.ignored, scheme, count);
  }

  /** Takes claims, each once, in any order, after the segments. */
  addClaims(claims: readonly ClaimedUrl[], { reason, maxLevel }: OpenClaims): void {
    for (const { identity, level: claimed, foundOn, skip, attempts, deleted, ...claim } of claims) {
      const level = foundOn === '' && claimed > 0 ? noLevel : this.levelOf(claimed);
      if (deleted) this.deleted.add(identity);
      const record = this.records.get(identity);
      if (record !== undefined && record.outcome.kind !== 'retry') continue;
      const own = deleted ? 'deleted' : record === undefined ? skip : undefined;
      const why = own ?? (level > maxLevel ? 'level' : reason) ?? this.unreadReason(foundOn);
      if (why === undefined) throw new Error(`${identity} was claimed and never fetched, though no work is left`);
      // A turn that was fetched again does not know it.
      const { status = claim.status } = record?.outcome.kind === 'retry' ? record.outcome : {};
      const open = { url: identity, level, foundOn, reason: why, attempts: record?.attempts ?? attempts };
      this.open.push(status === undefined ? open : { ...open, status });
      this.records.delete(identity);
    }
  }

  /**
   * A try to parse a turn that left no note may have claimed links of a page that later tries could not read: nobody follows
   * them.
   */
  private unreadReason(foundOn: string): SkipReason | undefined {
    const outcome = this.records.get(foundOn)?.outcome;
    return outcome?.kind === 'skipped' && outcome.reason === 'parser' ? 'parser' : undefined;
  }

  /** Least number of clicks, or `noLevel`. */
  private levelOf(level: number): number {
    return level < this.unlinkedFrom ? level : noLevel;
  }

  /** Before the turn's targets are known. */
  private addSpellings({ targets, spellings = [] }: Segment): void {
    const spelled = new Set(spellings.map(([target]) => target));
    for (const [target, identity] of targets.entries()) if (!spelled.has(target)) this.joined.seeIdentity(identity);
    for (const [target, address] of spellings) {
      const identity = targets[target]!;
      this.joined.see(identity, address, this.identities.has(identity));
    }
  }

  private addPage(seen: SegmentPage, segment: Segment, indexes: Uint32Array): void {
    const { page, ...entry } = seen;
    const record = { ...entry, level: this.levelOf(segment.phase.level), order: this.entryCount };
    this.entryCount += 1;
    const before = this.records.get(seen.identity)?.address;
    if (before !== undefined && before !== seen.address)
      this.askedBefore.set(seen.identity, [...(this.askedBefore.get(seen.identity) ?? []), before]);
    if (page?.rendering?.isTraversed === true) this.traversed.set(seen.identity, segment.turn);
    this.records.set(
      seen.identity,
      page === undefined ? record : { ...record, page: this.addLinks(page, segment, indexes) },
    );
  }

  private addLinks(
    { links, ...page }: NonNullable<SegmentPage['page']>,
    segment: Segment,
    indexes: Uint32Array,
  ): NodePage {
    const { numbers } = segment;
    const start = this.occurrences.length;
    const types = links.typed === undefined ? undefined : typedLinks(links, numbers).internal;
    for (let i = 0; i < links.internal; i += 1) {
      const target = numbers[links.start + i]!;
      this.occurrences.push(typedOccurrence(indexes[target]!, types?.get(target) ?? 0));
    }
    const externalLinks = page.externalLinks - this.deletedOn(links, segment);
    return { ...page, externalLinks, start, count: links.internal };
  }

  /** Occurrences of deleted external links on a page. */
  private deletedOn(links: LinkRefs, { numbers, externals }: Segment): number {
    const { external } = this.deletedLinks;
    if (external.size === 0) return 0;
    let count = 0;
    for (const [index, occurrences] of externalsOf(links, numbers))
      if (external.has(externals[index]!.identity)) count += occurrences;
    return count;
  }

  private see(
    links: Map<string, SeenLink>,
    key: string,
    { pages, phase }: Segment,
    page: number,
    detail: string,
    occurrences: number,
    type = 0,
  ): void {
    const known = links.get(key);
    if (known === undefined) {
      links.set(key, { page: pages[page]!.identity, level: this.levelOf(phase.level), detail, occurrences, type });
      return;
    }
    known.occurrences += occurrences;
    known.type = Math.min(known.type, type);
  }
}

/** Of each external address of a turn, the least type of its links; a redirect counts as a link of the page as it was sent. */
function externalTypes({ externals, pages, numbers }: Segment): readonly number[] {
  if (pages.every(({ page }) => page?.links.typed === undefined)) return [];
  const types = externals.map(({ redirects = 0 }) => (redirects > 0 ? 0 : Number.POSITIVE_INFINITY));
  for (const { page } of pages) {
    if (page === undefined) continue;
    const { external } = typedLinks(page.links, numbers);
    for (const [index] of externalsOf(page.links, numbers))
      types[index] = Math.min(types[index]!, external.get(index) ?? 0);
  }
  return types;
}
