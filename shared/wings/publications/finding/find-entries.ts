import { isHtml } from '../../../domain/http/page-type.ts';
import { watchDefaults } from '../../../domain/spec/crawl-spec.ts';
import type { Feed } from '../feeds/feed.ts';
import { readFeed } from '../feeds/read-feed.ts';
import type { IntervalBounds } from '../looks/look-history.ts';
import { newestFirst } from '../sitemaps/newest-first.ts';
import { readSitemap } from '../sitemaps/read-sitemap.ts';
import type { SitemapEnd, SitemapEntry } from '../sitemaps/sitemap.ts';
import { addressExamples, someOfEach } from './address-examples.ts';
import { formParts } from './archive-forms.ts';
import { type ArchiveSize, partsNamed } from './archive-size.ts';
import * as samples from './article-samples.ts';
import { isChallenge } from './challenge.ts';
import { type AskedDocument, type AskOptions, DocumentAsker } from './document-asker.ts';
import { countingPlaces } from './further-parts.ts';
import { firstInterval } from './look-interval.ts';
import { glanceAtPage, type PageGlance } from './page-glance.ts';
import {
  type AddressKind,
  headlinesOf,
  PublicationRules,
  sitemapPublications,
  withoutWww,
} from './publication-rules.ts';
import type { ArticleSamples, FoundEntry, FoundWhy, OffWhy, SourceFindings } from './source-findings.ts';

export interface FindOptions extends AskOptions {
  /** Other hosts at which publications of the source may be. */
  readonly hosts?: readonly string[];
  readonly nowMs: number;
  /** Between two looks; absent: those of a watch without its own settings. */
  readonly bounds?: IntervalBounds;
  /** Old publications are wanted: old sitemaps, and lists with further parts, are switched on. */
  readonly archive?: boolean;
  /** Shows pages whose lists scripts draw or buttons grow; absent: such pages are taken as they were sent. */
  readonly browser?: samples.PageBrowser;
}

const feedPaths = ['/feed', '/rss', '/rss.xml', '/feed.xml', '/atom.xml', '/index.xml', '/feed.json'];
const sitemapPaths = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.xml.gz', '/sitemap-news.xml', '/sitemap.txt'];
const mostFeeds = 10;
/** Documents that are requested as feeds; also documents that turn out to be none. */
const mostFeedTries = 16;
const mostSitemaps = 12;
const mostPages = 12;
/** Addresses of one document from which rules are learnt and that are counted. */
const mostLearnt = 5_000;
/** Links to publications that make a page a list. */
const leastLinks = 4;
/** An index within an index within an index is requested no deeper. */
const deepestIndex = 3;
/** A sitemap whose newest entry is older is an archive, ms. */
const oldMs = 60 * 86_400_000;
const feedLike = /(?:^|[/?&._=-])(?:rss|atom|feeds?)(?:\d|\.xml|\.json|\.rss|\.php)?(?:$|[/?&=])/i;
const commentFeed = /comments?(?:$|[/?&._-])|комментари/iu;

interface FoundFeed {
  readonly address: string;
  readonly why: FoundWhy;
  readonly declaredTitle: string;
  readonly feed: Feed;
}

interface FoundSitemap {
  readonly address: string;
  readonly why: FoundWhy;
  readonly end: SitemapEnd;
  readonly sample: readonly SitemapEntry[];
  readonly isNews: boolean;
  readonly times: readonly number[];
}

/**
 * Finds what of a source is worth being looked at again and again, given only its address: feeds, sitemaps, pages that list
 * links, pages whose list needs clicks. Asks by `options.ask` alone, which keeps the hosts' delays and robots.txt.
 */
export async function findEntries(source: string, options: FindOptions): Promise<SourceFindings> {
  return await new SourceFinder(source, options).find();
}

class SourceFinder {
  readonly #source: string;
  readonly #options: FindOptions;
  readonly #asker: DocumentAsker;
  readonly #feeds: FoundFeed[] = [];
  readonly #sitemaps: FoundSitemap[] = [];
  readonly #pages: samples.FoundPage[] = [];
  /** Pages of the menu that say of themselves that they are articles. */
  readonly #articles = new Set<string>();
  readonly #shown: samples.ShownPages;
  #start = '';
  #rules = new PublicationRules([], []);
  #taught: readonly string[] = [];
  #places: readonly string[] = [];
  /** Sitemaps of indexes that were left, for there are enough. */
  #unread = 0;
  /** The headlines of the start page alone say what publications look like: a watch needs that page to learn the same. */
  #isTaughtByStart = false;
  /** The start page has no headlines, and those of the sections teach. */
  #isTaughtBySections = false;

  constructor(source: string, options: FindOptions) {
    this.#source = source;
    this.#options = options;
    this.#asker = new DocumentAsker(options);
    this.#shown = new samples.ShownPages(this.#asker, options.browser);
  }

  async find(): Promise<SourceFindings> {
    const first = await this.#asker.ask(this.#source);
    this.#start = first.address;
    if (first.kind === 'none') {
      const isRefused = first.outcome === 'status' && [401, 403, 429, 503].includes(first.status ?? 0);
      const isMoved = first.outcome === 'moved-away';
      return this.#findings(isMoved ? 'moved' : isRefused ? 'refused' : 'not-available', first.status);
    }
    const isElsewhere = withoutWww(new URL(this.#start).host) !== withoutWww(new URL(this.#source).host);
    if (isElsewhere) return this.#findings('moved', first.status);
    await this.#readStart(first);
    await this.#findFeeds();
    await this.#findSitemaps();
    this.#learn();
    const isDrawn = await this.#showStart();
    await this.#sampleArticles();
    await this.#findSections();
    this.#learnOfSections();
    await this.#sampleArticles();
    await this.#showSections(isDrawn);
    return this.#findings(undefined, first.status);
  }

  /** The address that was given may itself be a feed or a sitemap. */
  async #readStart(document: AskedDocument & { kind: 'answered' }): Promise<void> {
    if (this.#addFeed(document, 'given', '')) return;
    if (isPageLike(document.contentType)) this.#addPage(document, 'start');
    else if (!(await this.#addSitemap(document, 'given', 0))) this.#asker.note(document, 'not-a-page');
  }

  get #host(): string {
    return new URL(this.#start).host;
  }

  // --- feeds

  async #findFeeds(): Promise<void> {
    await this.#tryFeeds(this.#pages[0]?.glance);
    if (this.#feeds.length > 0) return;
    for (const path of feedPaths) {
      await this.#tryFeed(new URL(path, this.#start).href, 'well-known', '');
      if (this.#feeds.length > 0) return;
    }
  }

  #feedTries = 0;

  async #tryFeeds(glance: PageGlance | undefined): Promise<void> {
    if (glance === undefined) return;
    for (const { address, title } of glance.feeds) await this.#tryFeed(address, 'declared', title);
    const linked = glance.links.filter(
      ({ address }) => feedLike.test(new URL(address).pathname) && this.#isOwn(address),
    );
    for (const { address, text } of linked) await this.#tryFeed(address, 'linked', text);
  }

  async #tryFeed(address: string, why: FoundWhy, title: string): Promise<void> {
    if (this.#asker.hasAsked(address)) return;
    this.#feedTries += 1;
    if (this.#feeds.length >= mostFeeds || this.#feedTries > mostFeedTries) {
      this.#asker.leave();
      return;
    }
    const document = await this.#asker.ask(address);
    if (document.kind === 'answered') this.#addFeed(document, why, title);
  }

  #addFeed(document: AskedDocument & { kind: 'answered' }, why: FoundWhy, declaredTitle: string): boolean {
    const { address, contentType, body } = document;
    const reading = readFeed(body, { base: address, contentType, nowMs: this.#options.nowMs });
    if (reading.kind === 'none') {
      if (why !== 'given') this.#asker.note(document, `no-feed-${reading.why}`);
      if (reading.why === 'html' && this.#pages.length < mostPages && why === 'linked') this.#addLinkedPage(document);
      return false;
    }
    const items = ({ items: all }: Feed) => all.map(addressOf).join(' ');
    const isRepeated = this.#feeds.some(({ feed }) => items(feed) === items(reading));
    this.#asker.note(document, isRepeated ? 'same-content' : 'feed');
    if (!isRepeated) this.#feeds.push({ address, why, declaredTitle, feed: reading });
    return true;
  }

  /** A page that lists the feeds of a site. */
  #addLinkedPage(document: AskedDocument & { kind: 'answered' }): void {
    this.#feedPages.push(glanceAtPage(document.body, document.contentType, document.address));
  }

  readonly #feedPages: PageGlance[] = [];

  // --- sitemaps

  async #findSitemaps(): Promise<void> {
    for (const glance of this.#feedPages.splice(0, 2)) await this.#tryFeeds(glance);
    const robots = await this.#asker.sitemapsOfRobots(this.#start);
    for (const address of robots) await this.#trySitemap(address, 'robots', 0);
    if (this.#sitemaps.length > 0) return;
    for (const path of sitemapPaths) {
      await this.#trySitemap(new URL(path, this.#start).href, 'well-known', 0);
      if (this.#sitemaps.length > 0) return;
    }
  }

  async #trySitemap(address: string, why: FoundWhy, depth: number): Promise<void> {
    if (this.#asker.hasAsked(address)) return;
    if (this.#sitemaps.length >= mostSitemaps) {
      this.#unread += 1;
      this.#asker.leave();
      return;
    }
    const document = await this.#asker.ask(address);
    if (document.kind === 'answered') await this.#addSitemap(document, why, depth);
  }

  async #addSitemap(document: AskedDocument & { kind: 'answered' }, why: FoundWhy, depth: number): Promise<boolean> {
    const { address, contentType, body } = document;
    const taken = new EntrySample();
    const { nowMs } = this.#options;
    const end = await readSitemap(body, { base: address, contentType, nowMs }, entry => taken.add(entry));
    if (end.kind === 'none') {
      if (end.why === 'feed') return this.#addFeed(document, why, '');
      if (why !== 'given') this.#asker.note(document, end.why === 'bad-gzip' ? end.why : 'no-sitemap');
      return false;
    }
    this.#asker.note(document, 'sitemap');
    this.#sitemaps.push({ address, why, end, sample: taken.kept, isNews: taken.hasNews, times: taken.times });
    if (end.kind === 'index' && depth < deepestIndex) await this.#followIndex(taken.kept, depth + 1);
    return true;
  }

  /** The sitemaps of an index that changed last, and those of news. */
  async #followIndex(entries: readonly SitemapEntry[], depth: number): Promise<void> {
    const newest = newestFirst(entries).toSorted((a, b) => Number(isNewsLike(b)) - Number(isNewsLike(a)));
    for (const { address } of newest) await this.#trySitemap(address, 'index', depth);
  }

  // --- rules and sections

  #learn(): void {
    const ofFeeds = this.#feeds.flatMap(({ feed }) => feed.items.map(({ address }) => address));
    const ofNews = this.#sitemaps.filter(({ isNews }) => isNews).flatMap(({ sample }) => sample.map(addressOf));
    const known = new Set(this.#hosts.map(withoutWww));
    const own = [...ofFeeds, ...ofNews]
      .filter(address => known.has(withoutWww(new URL(address).host)))
      .slice(0, mostLearnt);
    const glance = this.#startGlance;
    const headlines = own.length > 0 || glance === undefined ? [] : headlinesOf(glance, this.#host);
    this.#isTaughtByStart = own.length === 0;
    this.#teach(own.length > 0 ? own : headlines);
  }

  /**
   * Sections show how their parts are counted. Where nothing else says what publications look like, their headlines do, as they do
   * in a watch.
   */
  #learnOfSections(): void {
    this.#isTaughtBySections = this.#isTaughtByStart && this.#rules.shapes.length === 0;
    const headlines = this.#isTaughtBySections
      ? this.#pages.flatMap(({ glance }) => headlinesOf(glance, this.#host)).slice(0, mostLearnt)
      : this.#taught;
    this.#teach(headlines);
    if (!this.#isTaughtByStart || this.#rules.shapes.length > 0) return;
    const named = sitemapPublications(this.#namedBySitemaps().slice(0, mostLearnt), this.#host);
    if (named.length === 0) return;
    this.#isTaughtBySections = false;
    this.#teach([...headlines, ...named].slice(0, mostLearnt));
  }

  #namedBySitemaps(): readonly string[] {
    return this.#sitemaps.flatMap(({ end, sample }) =>
      end.kind === 'index' ? [] : newestFirst(sample).map(addressOf),
    );
  }

  /** `publications`: addresses of some. */
  #teach(publications: readonly string[]): void {
    this.#taught = publications;
    this.#places = this.#pages.flatMap(({ glance, address }) => countingPlaces(glance, address));
    this.#rules = new PublicationRules(this.#hosts, publications, this.#places);
  }

  get #hosts(): readonly string[] {
    return [this.#host, ...(this.#options.hosts ?? [])];
  }

  /** The start page as scripts have drawn it, or else as it was sent. */
  get #startGlance(): PageGlance | undefined {
    const [start] = this.#pages;
    return start?.drawn ?? start?.glance;
  }

  async #findSections(): Promise<void> {
    const glance = this.#startGlance;
    if (glance === undefined) return;
    const candidates = glance.links.filter(({ address, inMenu }) => {
      const kind = this.#rules.kindOf(address);
      const isPart = kind === 'archive' && this.#rules.shapes.length === 0;
      return (kind === 'list' || isPart || (kind === 'unknown' && inMenu)) && !this.#asker.hasAsked(address);
    });
    const inMenuFirst = candidates.toSorted((a, b) => Number(b.inMenu) - Number(a.inMenu));
    for (const { address } of inMenuFirst) {
      if (this.#pages.length >= mostPages) {
        this.#asker.leave();
        continue;
      }
      const document = await this.#asker.ask(address);
      if (document.kind !== 'answered') continue;
      if (isPageLike(document.contentType)) this.#addPage(document, 'section');
      else this.#asker.note(document, 'not-a-page');
      this.#dropArticle();
    }
  }

  #addPage(document: AskedDocument & { kind: 'answered' }, why: FoundWhy): void {
    const glance = glanceAtPage(document.body, document.contentType, document.address);
    this.#asker.note(document, 'page');
    if (!this.#pages.some(page => page.address === document.address))
      this.#pages.push({
        address: document.address,
        why,
        contentType: document.contentType,
        body: document.body,
        glance,
      });
  }

  /** The page that was added last is no section if it says itself that it is an article. */
  #dropArticle(): void {
    const last = this.#pages.at(-1);
    if (last === undefined || !last.glance.saysArticle) return;
    this.#pages.pop();
    this.#articles.add(last.address);
  }

  // --- pages that need a browser

  /** Whether scripts draw what the start page lists. Links that scripts draw may name feeds too, and teach the rules. */
  async #showStart(): Promise<boolean> {
    const [start] = this.#pages;
    if (start === undefined || !this.#seemsToNeedBrowser(start)) return false;
    if (!(await this.#shown.show(start))) return false;
    if (this.#feeds.length === 0) await this.#tryFeeds(start.drawn);
    this.#learn();
    return samples.seenOn(start, this.#publicationsAmong).drawn >= leastLinks;
  }

  #articlesSeen: ArticleSamples | undefined;

  /** Before sections use the requests up, if publications are known by then. */
  async #sampleArticles(): Promise<void> {
    if (this.#articlesSeen !== undefined) return;
    const named = [...this.#feeds.flatMap(({ feed }) => feed.items.map(addressOf)), ...this.#namedBySitemaps()];
    const listed = this.#startGlance?.links.map(addressOf) ?? [];
    const own = this.#publicationsAmong([...named, ...listed]).filter(address => this.#isOwn(address));
    const { browser, nowMs } = this.#options;
    this.#articlesSeen = await samples.sampleArticles([...new Set(own)], { asker: this.#asker, browser, nowMs });
  }

  /** Sections with a button or an empty list; where scripts draw the start page, also those that name little as they are sent. */
  async #showSections(isDrawn: boolean): Promise<void> {
    for (const page of this.#pages.slice(1)) {
      const { moreButtons, emptyLists } = page.glance;
      const isSuspect = isDrawn || moreButtons.length > 0 || emptyLists.length > 0;
      if (isSuspect && this.#seemsToNeedBrowser(page)) await this.#shown.show(page);
    }
  }

  #seemsToNeedBrowser({ glance, address, body }: samples.FoundPage): boolean {
    if (this.#rules.kindOf(address) === 'publication' || isChallenge(body)) return false;
    const isShort = this.#publicationsAmong(glance.links.map(addressOf)).length < leastLinks;
    return glance.moreButtons.length > 0 || (isShort && (glance.hasScripts || glance.emptyLists.length > 0));
  }

  // --- what was found

  #findings(state: SourceFindings['state'] | undefined, status: number | undefined): SourceFindings {
    const entries = this.#entries();
    const title = this.#startGlance?.title ?? this.#feeds[0]?.feed.title;
    const browser = this.#shown.use(this.#publicationsAmong);
    return {
      ...{ source: this.#source, address: this.#start },
      ...(title !== undefined && title !== '' && { title }),
      state: state ?? this.#stateOf(entries),
      ...(status !== undefined && { status }),
      entries,
      shapes: this.#rules.shapes,
      known: someOfEach(this.#taught),
      addresses: this.#countedAddresses(),
      examples: addressExamples(this.#allAddresses(), address => this.#kindIn(address)),
      archive: this.#archiveSize(entries),
      ...(this.#articlesSeen !== undefined && { articles: this.#articlesSeen }),
      ...(browser !== undefined && { browser }),
      tried: this.#asker.tried,
      untried: this.#asker.untried,
    };
  }

  /** Where nothing else is, a page that leads to few publications is a list: the newest three of a press service. */
  #entries(): readonly FoundEntry[] {
    const named = [...this.#feedEntries(), ...this.#sitemapEntries()];
    const entries = this.#withClicked([...named, ...this.#pageEntries(leastLinks)]);
    return entries.some(({ on }) => on) ? entries : this.#withClicked([...named, ...this.#pageEntries(1)]);
  }

  #stateOf(entries: readonly FoundEntry[]): SourceFindings['state'] {
    if (entries.some(({ on }) => on)) return 'found';
    const [start] = this.#pages;
    return entries.length === 0 && start !== undefined && isChallenge(start.body) ? 'challenge' : 'nothing';
  }

  #intervalOf(times: readonly number[], asked: Pick<IntervalBounds, 'restS' | 'skipHours'> = {}): number {
    const { nowMs, bounds = watchDefaults } = this.#options;
    return firstInterval(times, nowMs, { ...bounds, ...asked });
  }

  #feedEntries(): readonly FoundEntry[] {
    return this.#feeds.map(({ address, why, declaredTitle, feed }) => {
      const times = feed.items.flatMap(({ published, updated }) => timesOf(published?.at ?? updated?.at));
      const publications = feed.items.filter(item => this.#rules.kindOf(item.address) === 'publication').length;
      const title = feed.title ?? declaredTitle;
      const isComments = commentFeed.test(address) || commentFeed.test(`${title} ${declaredTitle}`);
      const off = isComments ? 'comments' : publications === 0 ? 'empty' : undefined;
      const base = { kind: 'feed' as const, address, why, ...(title !== '' && { title }) };
      const { ttlMinutes = 0, skipHours } = feed;
      const intervalS = this.#intervalOf(times, { restS: 60 * ttlMinutes, skipHours });
      return entryOf({ ...base, items: feed.items.length, publications, intervalS, faults: feed.faults }, times, off);
    });
  }

  #sitemapEntries(): readonly FoundEntry[] {
    const leaves = this.#sitemaps.filter(({ end }) => end.kind !== 'index');
    return this.#sitemaps.map(({ address, why, end, sample, times, isNews }) => {
      const kindOf = this.#rules.kindsAmong(sample.map(addressOf));
      const ofRules = sample.filter(entry => kindOf(entry.address) === 'publication').length;
      const publications = sample.length === 0 ? 0 : Math.round((ofRules / sample.length) * end.entries);
      const intervalS = this.#intervalOf(times);
      const off = this.#offOfSitemap(end, isNews, publications, times, leaves.length);
      const base = { kind: 'sitemap' as const, address, why, items: end.entries, publications, intervalS };
      return entryOf({ ...base, faults: end.faults }, times, off);
    });
  }

  #offOfSitemap(
    end: SitemapEnd,
    isNews: boolean,
    publications: number,
    times: readonly number[],
    leaves: number,
  ): OffWhy | undefined {
    if (end.kind === 'index') return leaves > 0 && end.entries <= mostSitemaps ? 'covered' : undefined;
    if (isNews) return undefined;
    if (publications === 0) return 'empty';
    const newest = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
    const isOld = times.length > 0 && newest < this.#options.nowMs - oldMs;
    return isOld && this.#options.archive !== true ? 'old' : undefined;
  }

  #pageEntries(least: number): readonly FoundEntry[] {
    const known = this.#knownBySources();
    return this.#pages.flatMap(page => {
      const { address, why, glance } = page;
      const found = this.#publicationsAmong(glance.links.map(addressOf));
      const teaches = this.#isTaughtBySections || (this.#isTaughtByStart && page === this.#pages[0]);
      const leadsOn = this.#options.archive === true && this.#partsOf(page).length > 0;
      const isCovered = !teaches && !leadsOn && found.length > 0 && found.every(link => known.has(link));
      const intervalS = this.#intervalOf([]);
      const title = (page.drawn ?? glance).title;
      const base = { address, intervalS, ...(title !== '' && { title }) };
      const list = { kind: 'page' as const, why, items: glance.links.length, publications: found.length, ...base };
      const clicked = this.#clickedEntry(page, found.length, base);
      return [
        ...(found.length < least && !leadsOn ? [] : [entryOf(list, [], isCovered ? 'covered' : undefined)]),
        ...(clicked === undefined ? [] : [clicked]),
      ];
    });
  }

  /** The list of a page that a browser alone has whole; undefined if nothing speaks for one. */
  #clickedEntry(
    page: samples.FoundPage,
    sent: number,
    base: Pick<FoundEntry, 'address' | 'intervalS' | 'title'>,
  ): FoundEntry | undefined {
    const { glance, drawn } = page;
    const buttons = [...new Set([...glance.moreButtons, ...(drawn?.moreButtons ?? [])])];
    const { buttons: pressed, ...seen } = samples.seenOn(page, this.#publicationsAmong);
    const isDrawn = seen.drawn > 0 && seen.sent + seen.drawn >= leastLinks;
    const isEmpty = drawn === undefined && glance.emptyLists.length > 0 && sent < leastLinks;
    if (buttons.length === 0 && pressed.length === 0 && !isDrawn && !isEmpty) return undefined;
    const all = samples.addressesOf(page);
    const hasButton = pressed.length > 0 || buttons.length > 0;
    const why = pressed.length === 0 && isDrawn ? 'drawn' : hasButton ? 'button' : 'empty-list';
    const clicks = pressed.length > 0 ? pressed : hasButton ? buttons : glance.emptyLists;
    const counts = { items: all.length, publications: this.#publicationsAmong(all).length };
    const shown = drawn === undefined ? {} : { seen };
    return entryOf({ kind: 'traversal', why, clicks, ...shown, ...counts, ...base }, [], 'clicks');
  }

  /**
   * Lists that a browser has shown are on where nothing else is, and where an archive is wanted: each that has publications which
   * those before it lack.
   */
  #withClicked(entries: readonly FoundEntry[]): readonly FoundEntry[] {
    if (entries.some(({ on }) => on) && this.#options.archive !== true) return entries;
    const known = new Set(this.#knownBySources());
    return entries.map(entry => {
      const page = this.#pages.find(({ address }) => address === entry.address);
      const isClicked = entry.kind === 'traversal' && entry.seen !== undefined;
      if (page === undefined || !(isClicked || (entry.kind === 'page' && entry.on))) return entry;
      const shown = isClicked ? samples.addressesOf(page) : page.glance.links.map(addressOf);
      const further = this.#publicationsAmong(shown).filter(address => !known.has(address));
      for (const address of further) known.add(address);
      if (!isClicked || (further.length === 0 && !this.#leadsOnDrawn(page, entry))) return entry;
      const { off: _, ...switched } = entry;
      return { ...switched, on: true };
    });
  }

  /** Whether older publications are behind what only a browser shows. */
  #leadsOnDrawn(page: samples.FoundPage, { why }: FoundEntry): boolean {
    if (this.#options.archive !== true) return false;
    const { drawn: _, ...sent } = page;
    return why === 'button' || (this.#partsOf(page).length > 0 && this.#partsOf(sent).length === 0);
  }

  readonly #publicationsAmong = (addresses: readonly string[]): readonly string[] =>
    addresses.filter(address => this.#rules.kindOf(address) === 'publication');

  #partsOf({ glance, drawn, address: base }: samples.FoundPage): readonly string[] {
    const links = [...glance.links, ...(drawn?.links ?? [])];
    const ofForms = (drawn ?? glance).forms.flatMap(form => formParts(form, base, this.#options.nowMs));
    return [...partsNamed(links, this.#places, address => this.#rules.kindOf(address) === 'archive'), ...ofForms];
  }

  #archiveSize(entries: readonly FoundEntry[]): ArchiveSize {
    const parts = this.#pages.map(page => this.#partsOf(page));
    const ofSitemaps = entries.filter(({ kind }) => kind === 'sitemap').map(({ publications }) => publications);
    const known = this.#countedAddresses().publication;
    return {
      lists: parts.filter(named => named.length > 0).length,
      parts: new Set(parts.flat()).size,
      // Of a long sitemap only the first addresses are kept, and the rest is projected.
      publications: Math.max(
        known,
        ofSitemaps.reduce((sum, count) => sum + count, 0),
      ),
      unread: this.#unread,
    };
  }

  /** Publications that feeds and sitemaps name by themselves. */
  #knownBySources(): ReadonlySet<string> {
    const ofFeeds = this.#feeds.flatMap(({ feed }) => feed.items.map(({ address }) => address));
    return new Set([...ofFeeds, ...this.#namedBySitemaps()]);
  }

  #countedAddresses(): Readonly<Record<AddressKind, number>> {
    const counts = { publication: 0, list: 0, archive: 0, service: 0, file: 0, 'other-host': 0, unknown: 0 };
    for (const address of this.#allAddresses()) counts[this.#kindIn(address)] += 1;
    return counts;
  }

  #allAddresses(): ReadonlySet<string> {
    return new Set([...this.#knownBySources(), ...this.#pages.flatMap(samples.addressesOf)]);
  }

  /** A page that turned out to be a list or an article is what it turned out to be. */
  #kindIn(address: string): AddressKind {
    if (this.#articles.has(address)) return 'publication';
    const page = this.#pages.find(each => each.address === address);
    const isList = page !== undefined && this.#publicationsAmong(samples.addressesOf(page)).length >= leastLinks;
    return isList ? 'list' : this.#rules.kindOf(address);
  }

  #isOwn(address: string): boolean {
    return withoutWww(new URL(address).host) === withoutWww(this.#host);
  }
}

/** The sample that is kept of the entries of a sitemap, which may be very many. */
class EntrySample {
  readonly kept: SitemapEntry[] = [];
  readonly times: number[] = [];
  hasNews = false;

  add(entry: SitemapEntry): void {
    this.hasNews ||= entry.news !== undefined;
    if (this.kept.length < mostLearnt) this.kept.push(entry);
    if (this.times.length < mostLearnt) this.times.push(...timesOf(entry.news?.published?.at ?? entry.modified?.at));
  }
}

function entryOf(
  { faults, ...entry }: Omit<FoundEntry, 'on' | 'off' | 'newest'>,
  times: readonly number[],
  off: OffWhy | undefined,
): FoundEntry {
  const newest = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
  const hasFaults = faults !== undefined && Object.keys(faults).length > 0;
  return {
    ...entry,
    ...(times.length !== 0 && { newest: new Date(newest).toISOString() }),
    on: off === undefined,
    ...(off !== undefined && { off }),
    ...(hasFaults && { faults }),
  };
}

function isPageLike(contentType: string): boolean {
  return contentType.trim() === '' || isHtml(contentType);
}

function isNewsLike({ address }: SitemapEntry): boolean {
  return /news/i.test(new URL(address).pathname);
}

function timesOf(at: string | undefined): readonly number[] {
  return at === undefined ? [] : [Date.parse(at)];
}

function addressOf({ address }: { readonly address: string }): string {
  return address;
}
