import { NumberList } from '../../../domain/number-list.ts';
import type { ClaimedUrl } from '../../../domain/protocol/crawl-state.ts';
import { noLevel } from '../../../domain/protocol/site-outcomes.ts';
import type { SkipReason } from '../../../domain/skip-reason.ts';
import { TextTable } from '../../../domain/text-table.ts';
import { countIgnored } from '../../../domain/turn/ignored-links.ts';
import { typedLinks } from '../../../domain/turn/link-types.ts';
import {
  eachExternal,
  externalOccurrences,
  type LinkRefs,
  type Segment,
  type SegmentPage,
} from '../../../domain/turn/segment.ts';
import { JoinedAddresses } from './joined-addresses.ts';
import { typedLink } from './link-arcs.ts';
import { LinkLists } from './link-lists.ts';
import { OpenUrls } from './open-urls.ts';
import { PagesInOrder } from './pages-in-order.ts';
import { SeenLinks } from './seen-links.ts';
import type { NodePage } from './url-record.ts';
import { UrlRecords } from './url-records.ts';

/** External addresses and texts of bad links that a person deleted: nothing counts them. */
export interface DeletedLinks {
  readonly external: ReadonlySet<string>;
  readonly bad: ReadonlySet<string>;
}

/** The facts that decide about claimed URLs that no turn has finished. */
export interface OpenClaims {
  /** Their reason; absent if there must be none (`no-work`). */
  readonly reason?: SkipReason;
  readonly maxLevel: number;
}

/**
 * Everything one site's segments and claims say, brought together outside of the heap. Space: some two bytes per link occurrence, some
 * 200 bytes per URL.
 */
export class CollectedSite {
  /** Normalized addresses of the site, and what was requested in their place. */
  readonly addresses = new TextTable();
  readonly records = new UrlRecords(this.addresses);
  /** Claimed, but with no final outcome. */
  readonly open = new OpenUrls(this.addresses);
  /** Claimed URLs that a person deleted. */
  readonly deleted = new Set<string>();
  readonly externals = new SeenLinks(this.addresses);
  readonly bads = new SeenLinks(this.addresses);
  readonly ignored = new Map<string, number>();
  readonly joined = new JoinedAddresses();
  /** Addresses requested before the final address of a page that redirected to itself. */
  readonly askedBefore = new Map<string, string[]>();
  /** Of each page its internal links: numbers of addresses, or with types (`typedLink`). */
  readonly links = new LinkLists();
  /** Empty unless phases are no levels. */
  readonly inOrder = new PagesInOrder();
  /** Pages that were clicked through, each with its turn. */
  readonly traversed = new Map<string, number>();
  /** By the number of the address: 1 if a link leads there. */
  private readonly linked = new NumberList(64);
  private entryCount = 0;
  /** Pages of this level and of later ones are in a sitemap, or found from there: no click from the start page leads to them. */
  private unlinkedFrom = Number.POSITIVE_INFINITY;
  readonly deletedLinks: DeletedLinks;
  private readonly isOrdered: boolean;

  /** `isOrdered`: phases are no levels, since pages were read in another order than breadth-first. */
  constructor(deletedLinks: DeletedLinks = { external: new Set(), bad: new Set() }, isOrdered = false) {
    this.deletedLinks = deletedLinks;
    this.isOrdered = isOrdered;
  }

  /** Takes the next segment; they come in turn order. */
  addSegment(segment: Segment): void {
    const { phase, pages } = segment;
    // Beyond level 0 only pages of sitemaps are found on no page.
    if (phase.level > 0 && pages.some(({ foundOn }) => foundOn === ''))
      this.unlinkedFrom = Math.min(this.unlinkedFrom, phase.level);
    const numbers = Uint32Array.from(segment.targets, identity => this.addresses.add(identity));
    this.addSpellings(segment, numbers);
    for (const number of numbers) this.linked.set(number, 1);
    if (this.isOrdered) this.inOrder.addSegment(segment, this.addresses);
    for (const page of segment.pages) this.addPage(page, segment, numbers);
    const outside = externalOccurrences(segment);
    const types = externalTypes(segment);
    const { external, bad } = this.deletedLinks;
    const pageOf = (page: number): string => pages[page]!.identity;
    const levelAt = (page: number): number => this.levelOf(phase.level, pages[page]!.foundOn);
    for (const [index, { identity, page, anchor: detail }] of segment.externals.entries()) {
      if (external.has(identity)) continue;
      const [occurrences, type = 0] = [outside[index]!, types[index]];
      this.externals.see(identity, { page: pageOf(page), level: levelAt(page), detail, occurrences, type });
    }
    for (const { text, page, reason: detail, count: occurrences } of segment.bads)
      if (!bad.has(text))
        this.bads.see(text, { page: pageOf(page), level: levelAt(page), detail, occurrences, type: 0 });
    for (const [scheme, count] of Object.entries(segment.ignored)) countIgnored(this.ignored, scheme, count);
  }

  /** Takes claims, each once, in any order, after the segments. */
  addClaims(claims: readonly ClaimedUrl[], { reason, maxLevel }: OpenClaims): void {
    for (const { identity, level: claimed, foundOn, skip, attempts, deleted, ...claim } of claims) {
      const level = this.levelOfClaim(claimed, foundOn);
      if (deleted) this.deleted.add(identity);
      const place = this.records.placeOf(this.addresses.find(identity));
      if (place >= 0 && this.records.kindAt(place) !== 'retry') continue;
      const record = place < 0 ? undefined : this.records.at(place);
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

  /** Whether a link leads to the address with this number. */
  isLinked(address: number): boolean {
    return this.linked.at(address) === 1;
  }

  /**
   * A try to parse a turn that left no note may have claimed links of a page that later tries could not read: nobody follows
   * them.
   */
  private unreadReason(foundOn: string): SkipReason | undefined {
    const outcome = this.records.get(foundOn)?.outcome;
    return outcome?.kind === 'skipped' && outcome.reason === 'parser' ? 'parser' : undefined;
  }

  /** Of the first level of sitemaps pages alone are found on no page; what else has the level was found by clicks. */
  private levelOfClaim(level: number, foundOn: string): number {
    if (foundOn === '' && level > 0) return noLevel;
    return level === this.unlinkedFrom ? level : this.levelOf(level, foundOn);
  }

  /** Least number of clicks, or `noLevel`; in another order than breadth-first, the clicks of the path that was found. */
  private levelOf(level: number, foundOn: string): number {
    if (this.isOrdered) return foundOn === '' ? 0 : (this.records.get(foundOn)?.level ?? 0) + 1;
    return level < this.unlinkedFrom ? level : noLevel;
  }

  /** `numbers` of the addresses of the targets: they do not count as linked yet. */
  private addSpellings({ targets, spellings = [] }: Segment, numbers: Uint32Array): void {
    const spelled = new Set(spellings.map(([target]) => target));
    for (let target = 0; target < numbers.length; target += 1) {
      const number = numbers[target]!;
      if (this.joined.has(number) && !spelled.has(target)) this.joined.seeIdentity(number, targets[target]!);
    }
    for (const [target, address] of spellings) {
      const number = numbers[target]!;
      this.joined.see(number, targets[target]!, address, this.isLinked(number));
    }
  }

  private addPage(seen: SegmentPage, segment: Segment, addresses: Uint32Array): void {
    const { page, pick: _, ...entry } = seen;
    const record = { ...entry, level: this.levelOf(segment.phase.level, entry.foundOn), order: this.entryCount };
    this.entryCount += 1;
    const before = this.records.get(seen.identity)?.address;
    if (before !== undefined && before !== seen.address)
      this.askedBefore.set(seen.identity, [...(this.askedBefore.get(seen.identity) ?? []), before]);
    if (page?.rendering?.isTraversed === true) this.traversed.set(seen.identity, segment.turn);
    this.records.set(
      seen.identity,
      page === undefined ? record : { ...record, page: this.addLinks(page, segment, addresses) },
    );
  }

  private addLinks(
    { links, ...page }: NonNullable<SegmentPage['page']>,
    segment: Segment,
    addresses: Uint32Array,
  ): NodePage {
    const { numbers } = segment;
    const types = links.typed === undefined ? undefined : typedLinks(links, numbers).internal;
    this.links.begin({ count: links.internal, isTyped: types !== undefined });
    for (let i = 0; i < links.internal; i += 1) {
      const target = numbers[links.start + i]!;
      const address = addresses[target] ?? 0;
      this.links.push(types === undefined ? address : typedLink(address, types.get(target) ?? 0));
    }
    const externalLinks = page.externalLinks - this.deletedOn(links, segment);
    return { ...page, externalLinks, links: this.links.end() };
  }

  /** Occurrences of deleted external links on a page. */
  private deletedOn(links: LinkRefs, { numbers, externals }: Segment): number {
    const { external } = this.deletedLinks;
    if (external.size === 0) return 0;
    let count = 0;
    eachExternal(links, numbers, (index, occurrences) => {
      if (external.has(externals[index]!.identity)) count += occurrences;
    });
    return count;
  }
}

/** Of each external address of a turn, the least type of its links; a redirect counts as a link of the page as it was sent. */
function externalTypes({ externals, pages, numbers }: Segment): readonly number[] {
  if (pages.every(({ page }) => page?.links.typed === undefined)) return [];
  const types = externals.map(({ redirects = 0 }) => (redirects > 0 ? 0 : Number.POSITIVE_INFINITY));
  for (const { page } of pages) {
    if (page === undefined) continue;
    const { external } = typedLinks(page.links, numbers);
    eachExternal(page.links, numbers, index => {
      types[index] = Math.min(types[index]!, external.get(index) ?? 0);
    });
  }
  return types;
}

/** Which pages of one site hold which external addresses. Space: a number per distinct address of each page. */
export class LinkingPages {
  /** The external addresses, by the numbers that `pages` has. */
  readonly externals: TextTable;
  private readonly addresses: TextTable;
  /** Of each page its address. */
  private readonly identities = new NumberList(64);
  /** Of each page, where its addresses begin in `held`. */
  private readonly starts = new NumberList(64);
  private readonly held = new NumberList(1 << 8);

  /** Both tables may be in use elsewhere; `addresses` are those of pages. */
  constructor(externals = new TextTable(), addresses = new TextTable()) {
    this.externals = externals;
    this.addresses = addresses;
  }

  /** Takes the next segment; each comes once. */
  addSegment({ externals, numbers, pages }: Segment): void {
    const indexes = Uint32Array.from(externals, ({ identity }) => this.externals.add(identity));
    const hold = (external: number): void => this.held.push(indexes[external]!);
    for (const { identity, page } of pages) {
      if (page === undefined || page.links.external === 0) continue;
      this.identities.push(this.addresses.add(identity));
      this.starts.push(this.held.length);
      eachExternal(page.links, numbers, hold);
    }
  }

  /** Each page with external addresses, and the numbers of the addresses, each once. */
  *pages(): Iterable<readonly [identity: string, addresses: Uint32Array]> {
    const held = this.held.view();
    for (let page = 0; page < this.identities.length; page += 1)
      yield [this.identityOf(page), held.subarray(this.starts.at(page), this.endOf(page))];
  }

  /**
   * Of each site, how many pages hold a link to it. `siteOf`: the site of each external address by its number, -1 if it does not
   * count; pages of which `isPage` is false, by the numbers of their addresses, count nowhere.
   */
  countBySite(siteOf: Int32Array, siteCount: number, isPage: (address: number) => boolean): Uint32Array {
    const held = this.held.view();
    const counts = new Uint32Array(siteCount);
    /** The last page that was counted for a site. */
    const counted = new Int32Array(siteCount).fill(-1);
    for (let page = 0; page < this.identities.length; page += 1) {
      if (!isPage(this.identities.at(page))) continue;
      const end = this.endOf(page);
      for (let i = this.starts.at(page); i < end; i += 1) {
        const site = siteOf[held[i]!]!;
        if (site < 0 || counted[site] === page) continue;
        counted[site] = page;
        counts[site]! += 1;
      }
    }
    return counts;
  }

  private identityOf(page: number): string {
    return this.addresses.at(this.identities.at(page));
  }

  private endOf(page: number): number {
    return page + 1 < this.starts.length ? this.starts.at(page + 1) : this.held.length;
  }
}
