/**
 * Reads the pages of a turn: titles, links, analyses. One reader serves a site as long as its origin stays. It
 * remembers how links resolve, never which URLs were claimed.
 */

import { hash } from 'node:crypto';
import { defined } from '../defined.ts';
import { sniffEncoding, toScannable } from '../html/decode-text.ts';
import { linkRelations } from '../html/link-element.ts';
import { type LinkContext, linkFeatures, pageFeatures, placeOf } from '../html/link-features.ts';
import { parseRefresh } from '../html/meta-refresh.ts';
import { PageScan } from '../html/page-scan.ts';
import { type ScanOptions, scanPage } from '../html/scan-page.ts';
import { anchorText, attributeOfTag, attributeText, proseText, relationsOf, titleText } from '../html/scanned-text.ts';
import { fieldValues, type PageField, readField } from '../html/xpath/page-fields.ts';
import { isLetIn } from '../http/access/access.ts';
import { isLogoutText } from '../http/access/logout.ts';
import type { PageHeaders } from '../http/fetch-answer.ts';
import { isHtml } from '../http/page-type.ts';
import { withoutUserinfo } from '../http/without-userinfo.ts';
import { linkTypes } from '../link-type.ts';
import { type FetchResult, type UnchangedBody, wasAsked } from '../protocol/classify-answer.ts';
import type { Outcome } from '../protocol/crawl-state.ts';
import { withoutPages } from '../protocol/unreadable-pages.ts';
import { agentTokenOf } from '../robots/agent-token.ts';
import { hasNofollow } from '../robots/preferences.ts';
import type { ResolvedSpec } from '../spec/crawl-spec.ts';
import { frameAnchorOf } from '../spec/profiles.ts';
import { linkSiteOf } from '../url/link-meaning.ts';
import { createLinkResolver, type LinkResolver, type PageResolver } from '../url/resolve-link.ts';
import type { ResolvedLink } from '../url/resolved-link.ts';
import type { SiteHome } from '../url/site-scope.ts';
import { maxUrlLength } from '../url/traps.ts';
import { analyzedPage } from './analyzed-page.ts';
import type { LinkPlace } from './described-links.ts';
import { decodeKeptPage, keptAnswer, readingVersion } from './kept-page.ts';
import { baseOf, sentLinks } from './link-types.ts';
import { type NotedLinks, noteKeptLinks } from './note-kept-links.ts';
import type { AnalyzedPage, PageAnalyzer } from './page-analyzer.ts';
import { pageFacts, statementsIn } from './page-facts.ts';
import type { LinkRefs, PageRendering, Segment, SegmentPage } from './segment.ts';
import { type FoundLink, TurnNotes } from './turn-notes.ts';
import type { FetchedEntry, TurnRecord } from './turn-record.ts';

export interface ReadTurn {
  readonly segment: Segment;
  readonly links: readonly FoundLink[];
  /** Indexes of entries whose reading threw: they are skipped with the reason `parser`. */
  readonly unread: readonly UnreadPage[];
  /** Index and text (`proseText`) of each page that declares no language. */
  readonly undeclared: readonly (readonly [page: number, text: string])[];
}

export interface UnreadPage {
  readonly page: number;
  /** The fault in one sentence. */
  readonly why: string;
}

/**
 * Thrown when reading a page threw: a fault in our code, which costs that page only. Faults of analyzers are not
 * wrapped.
 */
class PageFault extends Error {}

const nofollowBit = 1 << linkRelations.indexOf('nofollow');

/**
 * All readers share one scan, because pages are read one after the other. A scan holds the bytes of its last page, so a
 * scan for each reader would keep a turn in memory for each site.
 */
const anyPage = new PageScan();

export class TurnReader {
  private readonly spec: ResolvedSpec;
  private readonly analyzers: readonly PageAnalyzer[];
  private readonly fields: readonly PageField[];
  private readonly scanOptions: ScanOptions;
  private readonly resolver: LinkResolver;
  private readonly scan = anyPage;
  /** The first mark of this turn; a link with a lower mark is new in it. */
  private firstMark = 0;

  /** `home`: the extent of the site, if it is not the host of `origin`. */
  constructor(spec: ResolvedSpec, origin: string, analyzers: readonly PageAnalyzer[], home?: SiteHome) {
    this.spec = spec;
    this.analyzers = analyzers;
    this.fields = (spec.extract ?? []).map(readField);
    this.scanOptions = { elements: spec.elements, signsText: spec.nearDuplicates !== undefined };
    this.resolver = createLinkResolver({ site: linkSiteOf(spec, origin, home), rules: spec.normalization });
  }

  /** Reads the bodies of nodes. `outcomes` has one element for each entry of the record. */
  read(record: TurnRecord, outcomes: readonly Outcome[]): ReadTurn {
    const reading = this.readPages(record, outcomes);
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
    }
  }

  /**
   * Like `read`, page by page: yields the index of each page before reading it. The reader must not be used otherwise
   * meanwhile. If some pages cannot be read, all others are read once more, as if those had no links.
   */
  *readPages(record: TurnRecord, outcomes: readonly Outcome[]): Generator<number, ReadTurn, undefined> {
    const unread: UnreadPage[] = [];
    for (;;) {
      const decided = withoutPages(
        outcomes,
        unread.map(({ page }) => page),
      );
      const known = unread.length;
      const notes = new TurnNotes(this.firstMark, this.spec.allLinks === true || this.spec.checkExternal === true);
      const pages: SegmentPage[] = [];
      for (const [index, fetched] of record.entries.entries()) {
        const outcome = decided[index]!;
        if (outcome.kind === 'node') yield index;
        try {
          pages.push(this.readEntry(record, fetched, outcome, index, notes));
        } catch (error) {
          if (!(error instanceof PageFault)) throw error;
          unread.push({ page: index, why: `reading it failed: ${error.message}` });
        }
      }
      this.firstMark = notes.nextMark;
      if (unread.length === known) return { ...readTurn(record, pages, notes), unread };
    }
  }

  private readEntry(
    { phase }: TurnRecord,
    { entry, result }: FetchedEntry,
    outcome: Outcome,
    index: number,
    notes: TurnNotes,
  ): SegmentPage {
    const { identity, address, foundOn, attempt, pick } = entry;
    const attempts = wasAsked(result) ? attempt : attempt - 1;
    const seen = { identity, address, foundOn, attempts, outcome, ...defined({ pick }) };
    if (outcome.kind === 'redirect') this.noteRedirect(outcome.target, index, notes);
    if (result.kind === 'page' && result.unchanged !== undefined)
      return { ...seen, ...this.readUnchanged(result, result.unchanged, outcome, index, notes) };
    if (outcome.kind !== 'node' || result.kind !== 'page') return seen;
    const { contentType, headers } = result;
    const sent = own(() => this.sentLinks(address, result));
    const { bytes, encoding, ...read } = own(() => this.scanBody(result));
    const analyzed =
      this.analyzers.length === 0 && this.fields.length === 0
        ? undefined
        : analyzedPage({
            url: identity,
            level: phase.level,
            contentType,
            header: name => headers?.[name],
            bytes,
            encoding,
          });
    const sentIn = sent?.sentIn ?? read.sentIn;
    const nofollow = this.nofollowOf(encoding, headers);
    const further = nofollow === 'all' ? [] : [...this.furtherLinks(result, analyzed)];
    const clicked = nofollow === 'all' ? [] : clickedOf(result);
    const { ignored, ...links } = own(() =>
      this.readLinks({ address, encoding, sent, sentIn, page: index, nofollow }, { further, clicked }, notes),
    );
    const analyses = this.analyzers.length === 0 ? undefined : this.analyze(analyzed!);
    const facts = own(() =>
      pageFacts(this.scan, {
        base: () => baseOf(this.scan, address, encoding),
        ...{ encoding, contentType, headers, isSecure: address.startsWith('https:') },
        start: phase.level === 0 ? { address, refresh: result.refresh } : undefined,
      }),
    );
    if (facts.language === undefined && isHtml(contentType))
      notes.undeclared.push([index, own(() => proseText(this.scan, encoding))]);
    return {
      ...seen,
      page: {
        title: own(() => titleText(this.scan, encoding)),
        bytes: result.body.byteLength,
        linksDropped: this.scan.linksDropped,
        facts,
        ...signatureOf(this.scan),
        ...links,
        ...(links.links.kept !== undefined && { answer: keptAnswer(headers, result.refresh, ignored) }),
        ...renderingOf(result),
        ...(analyses !== undefined && { analyses }),
        ...(analyzed !== undefined && own(() => this.fieldsOf(analyzed))),
      },
    };
  }

  /** A page that is as an earlier crawl has read it. */
  private readUnchanged(
    { body, headers, refresh }: PageResult,
    { by, bytes }: UnchangedBody,
    outcome: Outcome,
    index: number,
    notes: TurnNotes,
  ): Pick<SegmentPage, 'unchanged' | 'page'> {
    if (outcome.kind !== 'node') return { unchanged: by };
    const { links, ...page } = own(() => decodeKeptPage(body));
    const { ignored, ...noted } = own(() => noteKeptLinks(links, index, notes));
    return { unchanged: by, page: { ...page, bytes, ...noted, answer: keptAnswer(headers, refresh, ignored) } };
  }

  private nofollowOf(encoding: string, headers: PageHeaders | undefined): PageOfTurn['nofollow'] {
    if (this.spec.heed?.includes('nofollow') !== true) return 'none';
    const isAll = hasNofollow(statementsIn(this.scan, encoding, headers), agentTokenOf(this.spec.userAgent));
    return isAll ? 'all' : 'said';
  }

  private scanBody({ body, contentType }: PageResult): ReturnType<typeof toScannable> {
    const sniffed = sniffEncoding({ body, contentType });
    const scannable = toScannable(body, sniffed.encoding);
    if (isHtml(contentType)) scanPage(scannable.bytes, this.scan, this.scanOptions);
    else this.scan.reset(scannable.bytes);
    return scannable;
  }

  /** The links of a page as it was sent, if a browser has loaded it since. */
  private sentLinks(address: string, { rendering, refresh }: PageResult): SentLinks | undefined {
    if (rendering?.kind !== 'rendered') return undefined;
    const { raw: body, rawType: contentType } = rendering;
    return sentLinks({ address, body, contentType, refresh }, this.scan, this.spec, this.resolver);
  }

  private readLinks(
    { address, encoding, sent, sentIn, page, nofollow }: PageOfTurn,
    { further, clicked }: { readonly further: Iterable<string>; readonly clicked: readonly string[] },
    notes: TurnNotes,
  ): NotedLinks {
    const { scan } = this;
    const base = baseOf(scan, address, encoding);
    // A browser writes addresses in the encoding in which the page was sent.
    const resolver = this.resolver.forBase(base, sentIn);
    const room = new AddressRoom(scan.bytes.byteLength, base.length);
    const start = notes.numbers.length;
    const outside = new Map<number, number>();
    const { descriptions } = notes;
    notes.startPage();
    const firstTarget = notes.targets.length;
    const found = this.spec.order === undefined ? undefined : new Map<number, LinkPlaceOnPage>();
    const underWay: LinksUnderWay = { page, encoding, resolver, room, outside, notes, firstTarget, found };
    this.noteLinks(underWay, nofollow);
    let places = scan.maxLinks - scan.linkCount;
    for (const raw of further) {
      if (places > 0)
        describeBare(
          this.note(resolver.resolve(raw), raw, page, () => '', outside, notes),
          notes,
        );
      else scan.linksDropped += 1;
      places -= 1;
    }
    const before = { internal: notes.numbers.length - start, external: outside.size };
    const left = Math.max(0, places);
    this.readClicked(clicked.slice(0, left), resolver, { page, start, outside }, notes);
    scan.linksDropped += Math.max(0, clicked.length - left);
    const internal = notes.numbers.length - start;
    let externalLinks = 0;
    for (const [external, count] of outside) {
      notes.numbers.push(external);
      notes.numbers.push(count);
      externalLinks += count;
    }
    if (found !== undefined) {
      const ofPage = pageFeatures(address, externalLinks);
      for (let place = firstTarget; place < notes.targets.length; place += 1) {
        const { anchor, place: around } = found.get(place) ?? noPlaceOnPage;
        const { identity: target } = notes.targets[place]!;
        notes.noteFeatures(place, linkFeatures({ anchor, place: around, target }, ofPage));
      }
    }
    const typed =
      sent === undefined ? {} : { typed: noteTypes(notes, { start, internal, outside: outside.keys(), before }, sent) };
    const described = descriptions === undefined ? {} : { described: descriptions.endPage(notes.numbers) };
    const links = { start, internal, external: outside.size, ...typed, ...described };
    if (sent !== undefined) return { externalLinks, links };
    const { refs, ignored } = notes.kept.endPage(notes.numbers);
    return { externalLinks, links: { ...links, kept: refs }, ignored };
  }

  /** Apart from `readLinks`: V8 left the compiled code of a longer function at the end of this loop, page after page. */
  private noteLinks(underWay: LinksUnderWay, nofollow: PageOfTurn['nofollow']): void {
    const { scan } = this;
    const { page, resolver, room, notes } = underWay;
    const { descriptions } = notes;
    for (let link = 0; link < scan.linkCount; link += 1) {
      if (nofollow !== 'none' && (nofollow === 'all' || (relationsOf(scan, link) & nofollowBit) !== 0)) {
        notes.ignore('rel=nofollow');
        continue;
      }
      if (room.isUsedUp) {
        scan.linksDropped += scan.linkCount - link;
        break;
      }
      const meaning = this.resolvePlain(link, resolver);
      // Nearly all links occurred before in this turn, so they must cost no string. No function here may capture
      // `link`, because V8 would then keep it in an object.
      if (meaning?.kind !== 'internal' || meaning.mark < notes.firstMark) {
        this.readLink(link, meaning, underWay);
        continue;
      }
      const place = notes.occurrence(meaning, page);
      if (isLetIn(this.spec)) this.noteLogout(link, place, underWay);
      if (descriptions !== undefined) this.describe(link, { isExternal: false, place }, underWay);
      room.use(meaning.identity.length);
    }
  }

  /**
   * Reads a link that is new in this turn or leads out of the site. `found`: the meaning of its bytes, if they need no
   * decoding.
   */
  private readLink(link: number, found: ResolvedLink | undefined, underWay: LinksUnderWay): void {
    const { page, encoding, resolver, room, outside, notes } = underWay;
    const raw = found === undefined || found.kind === 'bad' ? this.textOf(link, encoding) : '';
    if (raw === undefined) return;
    const meaning = found ?? resolver.resolve(raw);
    room.use('identity' in meaning ? meaning.identity.length : 0);
    const noted = this.note(meaning, raw, page, () => this.anchorOf(link, encoding), outside, notes);
    if (noted === undefined) return;
    if (!noted.isExternal && isLetIn(this.spec)) this.noteLogout(link, noted.place, underWay);
    this.describe(link, noted, underWay);
    const { firstTarget, found: places } = underWay;
    if (places === undefined || noted.isExternal || noted.place < firstTarget || places.has(noted.place)) return;
    places.set(noted.place, { anchor: this.anchorOf(link, encoding), place: placeOf(this.scan, link) });
  }

  /** By what a link says, and by the names that it has where it says nothing. */
  private noteLogout(link: number, place: number, { encoding, notes }: LinksUnderWay): void {
    const { bytes } = this.scan;
    const said = (name: string): string => attributeOfTag(bytes, this.scan.nameEnd(link), name, encoding) ?? '';
    const names = [this.anchorOf(link, encoding), said('aria-label'), said('title')];
    if (names.some(isLogoutText)) notes.noteLogout(place);
  }

  /** The address as the page has it; undefined for a refresh without one. */
  private textOf(link: number, encoding: string): string | undefined {
    const text = attributeText(this.scan, link, encoding);
    return this.scan.kind(link) === 'refresh' ? parseRefresh(text)?.url : text;
  }

  /** Used with the setting `allLinks`. */
  private describe(link: number, found: LinkPlace, { encoding, notes }: LinksUnderWay): void {
    notes.descriptions?.addLink(this.scan, link, { ...found, anchor: this.anchorOf(link, encoding) });
  }

  /** Notes links that clicks revealed: each once, if the document does not have it. */
  private readClicked(
    addresses: readonly string[],
    resolver: PageResolver,
    { page, start, outside }: { readonly page: number; readonly start: number; readonly outside: Map<number, number> },
    notes: TurnNotes,
  ): void {
    if (addresses.length === 0) return;
    const inside = new Set(notes.numbers.view().slice(start));
    for (const address of addresses) {
      const link = resolver.resolve(address);
      if (link.kind === 'internal') {
        const target = link.mark >= notes.firstMark ? link.mark - notes.firstMark : notes.target(link, page);
        if (inside.has(target)) continue;
        inside.add(target);
        notes.numbers.push(target);
        describeBare({ isExternal: false, place: target }, notes);
      } else if (link.kind === 'external') {
        const external = notes.external(link, page, () => '');
        if (outside.has(external)) continue;
        outside.set(external, 1);
        describeBare({ isExternal: true, place: external }, notes);
      }
    }
  }

  private anchorOf(link: number, encoding: string): string {
    switch (this.scan.kind(link)) {
      case 'a':
        return anchorText(this.scan, link, encoding);
      case 'frame':
        return frameAnchorOf(this.spec.profile);
      default:
        return '';
    }
  }

  /**
   * Addresses outside the markup: of a Refresh header if refreshes are links, of navigations by scripts, and of
   * analyzers.
   */
  private *furtherLinks({ refresh, rendering }: PageResult, page: AnalyzedPage | undefined): Iterable<string> {
    const isLink = refresh !== undefined && this.spec.elements.includes('refresh');
    const header = isLink ? parseRefresh(refresh)?.url : undefined;
    if (header !== undefined) yield header;
    if (rendering?.kind === 'rendered') yield* rendering.went;
    if (page === undefined) return;
    for (const analyzer of this.analyzers) yield* analyzer.links?.(page) ?? [];
  }

  /** Notes a link; returns its place in the turn, or undefined if it leads nowhere. */
  private note(
    link: ResolvedLink,
    raw: string,
    page: number,
    anchor: () => string,
    outside: Map<number, number>,
    notes: TurnNotes,
  ): LinkPlace | undefined {
    switch (link.kind) {
      case 'internal':
        return { isExternal: false, place: notes.occurrence(link, page) };
      case 'external': {
        const place = notes.external(link, page, anchor);
        if (!outside.has(place)) notes.kept.addAnchor(anchor());
        outside.set(place, (outside.get(place) ?? 0) + 1);
        return { isExternal: true, place };
      }
      case 'bad':
        notes.bad(link.reason === 'unparsable' ? withoutUserinfo(raw) : raw, link.reason, page);
        return undefined;
      case 'ignored':
        notes.ignore(link.scheme);
        return undefined;
    }
  }

  /** Resolves a link whose bytes need no decoding; else undefined. */
  private resolvePlain(link: number, resolver: PageResolver): ResolvedLink | undefined {
    const { scan } = this;
    if (scan.kind(link) === 'refresh' || scan.needsDecoding(link)) return undefined;
    return resolver.resolveAt(scan.bytes, scan.valueStart(link), scan.valueEnd(link));
  }

  /** A redirect out of the site is an external link of the address that redirects. */
  private noteRedirect(target: string, page: number, notes: TurnNotes): void {
    const link = this.resolver.forBase(target).resolve(target);
    if (link.kind === 'external') notes.redirect(link, page);
  }

  /** Nothing for pages that are not HTML. */
  private fieldsOf(page: AnalyzedPage): Pick<NonNullable<SegmentPage['page']>, 'fields' | 'hasUnreadFields'> {
    if (this.fields.length === 0 || !isHtml(page.contentType)) return {};
    const { values, isUnread } = fieldValues(this.fields, page.html());
    return { fields: values, ...(isUnread && { hasUnreadFields: true }) };
  }

  private analyze(page: AnalyzedPage): Record<string, unknown> {
    const said = this.analyzers.map(analyzer => [analyzer.name, analyzer.analyze?.(page)] as const);
    return Object.fromEntries(said.filter(([, value]) => value !== undefined));
  }
}

function readTurn(
  { turn, phase }: TurnRecord,
  pages: readonly SegmentPage[],
  notes: TurnNotes,
): Omit<ReadTurn, 'unread'> {
  const { targets, spellings, externals, bads, ignored, anchors, descriptions, numbers } = notes;
  const segment: Segment = {
    readingVersion,
    turn,
    phase,
    pages,
    targets: targets.map(({ identity }) => identity),
    ...(targets[0]?.features !== undefined && { features: targets.map(({ features = [] }) => features) }),
    spellings,
    externals,
    bads,
    ignored: Object.fromEntries(ignored),
    ...(descriptions === undefined && anchors.texts.length === 0 ? {} : { anchors: anchors.texts }),
    numbers: numbers.taken(),
  };
  return { segment, links: targets, undeclared: notes.undeclared };
}

function signatureOf({ signature }: PageScan): Pick<NonNullable<SegmentPage['page']>, 'signature'> {
  return signature === undefined ? {} : { signature: Buffer.from(signature).toString('base64') };
}

/** Describes a link outside the markup, which has neither anchor nor rel. */
function describeBare(found: LinkPlace | undefined, { descriptions }: TurnNotes): void {
  if (found !== undefined) descriptions?.add(found.isExternal, found.place, '', 0);
}

/** Turns what `read` throws into a `PageFault`. */
function own<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new PageFault(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

type PageResult = Extract<FetchResult, { kind: 'page' }>;
type SentLinks = ReturnType<typeof sentLinks>;

interface PageOfTurn {
  readonly address: string;
  readonly encoding: string;
  readonly sent: SentLinks | undefined;
  readonly sentIn: string;
  /** Index of the entry. */
  readonly page: number;
  /** Links that are not followed, with `heed: nofollow`: links that say `nofollow`, or every link of such a page. */
  readonly nofollow: 'none' | 'said' | 'all';
}

/** State while the links of one page are read. */
interface LinksUnderWay {
  /** Targets from this one on are new on this page. */
  readonly firstTarget: number;
  /** Of those targets, if an order of pages is learnt. */
  readonly found: Map<number, LinkPlaceOnPage> | undefined;
  /** Index of the entry. */
  readonly page: number;
  readonly encoding: string;
  readonly resolver: PageResolver;
  readonly room: AddressRoom;
  /** By the place of an external address: its occurrences on the page. */
  readonly outside: Map<number, number>;
  readonly notes: TurnNotes;
}

/** The first link to a target. */
type LinkPlaceOnPage = Pick<LinkContext, 'anchor' | 'place'>;

/** Scripts, clicks or analyzers gave the link. */
const noPlaceOnPage: LinkPlaceOnPage = { anchor: '', place: '' };

interface LinksOfPage {
  readonly start: number;
  /** Number of occurrences. */
  readonly internal: number;
  /** Distinct external addresses, in the order of their first occurrences. */
  readonly outside: Iterable<number>;
  /** Numbers of both before the links that clicks revealed. */
  readonly before: { readonly internal: number; readonly external: number };
}

/** Notes the links that scripts and clicks made: links to addresses to which the page as it was sent has no link. */
function noteTypes(
  { numbers, targets, externals }: TurnNotes,
  { start, internal, outside, before }: LinksOfPage,
  { identities }: SentLinks,
): NonNullable<LinkRefs['typed']> {
  const [script, click] = [linkTypes.indexOf('script'), linkTypes.indexOf('click')];
  const occurrences = numbers.view().slice(start, start + internal);
  const loaded = new Set(occurrences.subarray(0, before.internal));
  const own = [...new Set(occurrences)]
    .filter(target => !identities.has(targets[target]!.identity))
    .map(target => [target, loaded.has(target) ? script : click] as const);
  const others = [...outside]
    .map((external, index) => [external, index < before.external ? script : click] as const)
    .filter(([external]) => !identities.has(externals[external]!.identity));
  for (const [index, type] of [...own, ...others]) {
    numbers.push(index);
    numbers.push(type);
  }
  return { internal: own.length, external: others.length };
}

function clickedOf({ rendering }: PageResult): readonly string[] {
  if (rendering?.kind !== 'rendered' || rendering.clicks === undefined) return [];
  const text = Buffer.from(rendering.clicks.found).toString('utf8');
  return text === '' ? [] : text.split('\n');
}

function renderingOf({ rendering }: PageResult): { readonly rendering?: PageRendering } {
  if (rendering === undefined) return {};
  if (rendering.kind !== 'rendered') return { rendering: { kind: rendering.kind } };
  const traversed = rendering.clicks === undefined ? {} : { isTraversed: true as const };
  return { rendering: { kind: 'rendered', rawHash: hash('sha256', rendering.raw), ...traversed } };
}

/**
 * Limits the total length of the addresses of a page's links, counted at each occurrence: with a long base 10 MB of
 * short texts would become half a gigabyte. The limit depends on the page alone, so that every run drops the same
 * links.
 */
class AddressRoom {
  private left: number;
  /** Characters added to each link by a base that is itself longer than an address may be. */
  private readonly perLink: number;

  constructor(pageBytes: number, baseLength: number) {
    this.left = Math.min(2_000_000 + 8 * pageBytes, 40_000_000);
    this.perLink = baseLength > maxUrlLength ? baseLength : 0;
  }

  get isUsedUp(): boolean {
    return this.left < 0;
  }

  use(characters: number): void {
    this.left -= characters + this.perLink;
  }
}
