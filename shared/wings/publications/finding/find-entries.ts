import { isHtml } from '../../../domain/http/page-type.ts';
import type { Feed } from '../feeds/feed.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { readSitemap } from '../sitemaps/read-sitemap.ts';
import type { SitemapEnd, SitemapEntry } from '../sitemaps/sitemap.ts';
import { type AskedDocument, type AskOptions, DocumentAsker } from './document-asker.ts';
import { proposedInterval } from './look-interval.ts';
import { glanceAtPage, type PageGlance } from './page-glance.ts';
import { type AddressKind, headlinesOf, PublicationRules, withoutWww } from './publication-rules.ts';
import type { FoundEntry, FoundWhy, OffWhy, SourceFindings } from './source-findings.ts';

export interface FindOptions extends AskOptions {
  /** Other hosts at which publications of the source may be. */
  readonly hosts?: readonly string[];
  readonly nowMs: number;
}

const feedPaths = ['/feed', '/rss', '/rss.xml', '/feed.xml', '/atom.xml', '/index.xml', '/feed.json'];
const sitemapPaths = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.xml.gz', '/sitemap-news.xml', '/sitemap.txt'];
const mostFeeds = 10;
/** Documents that are asked for as feeds; also documents that turn out to be none. */
const mostFeedTries = 16;
const mostSitemaps = 12;
const mostPages = 12;
/** Addresses of one document from which rules are learnt and that are counted. */
const mostLearnt = 5_000;
/** Links to publications that make a page a list. */
const leastLinks = 4;
/** An index within an index within an index is asked for no deeper. */
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

interface FoundPage {
  readonly address: string;
  readonly why: FoundWhy;
  readonly glance: PageGlance;
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
  readonly #pages: FoundPage[] = [];
  /** Pages of the menu that say of themselves that they are articles. */
  readonly #articles = new Set<string>();
  #start = '';
  #rules = new PublicationRules([], []);

  constructor(source: string, options: FindOptions) {
    this.#source = source;
    this.#options = options;
    this.#asker = new DocumentAsker(options);
  }

  async find(): Promise<SourceFindings> {
    const first = await this.#asker.ask(this.#source);
    this.#start = first.address;
    if (first.kind === 'none') return this.#findings(stateWithout(first), first.status);
    const isElsewhere = withoutWww(new URL(this.#start).host) !== withoutWww(new URL(this.#source).host);
    if (isElsewhere) return this.#findings('moved', first.status);
    await this.#readStart(first);
    await this.#findFeeds();
    await this.#findSitemaps();
    this.#learn();
    await this.#findSections();
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
    const isRepeated = this.#feeds.some(({ feed }) => sameItems(feed, reading));
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
      if (why !== 'given') this.#asker.note(document, 'no-sitemap');
      return false;
    }
    this.#asker.note(document, 'sitemap');
    this.#sitemaps.push({ address, why, end, sample: taken.kept, isNews: taken.hasNews, times: taken.times });
    if (end.kind === 'index' && depth < deepestIndex) await this.#followIndex(taken.kept, depth + 1);
    return true;
  }

  /** The sitemaps of an index that changed last, and those of news. */
  async #followIndex(entries: readonly SitemapEntry[], depth: number): Promise<void> {
    const newest = entries.toSorted((a, b) => Number(isNewsLike(b)) - Number(isNewsLike(a)) || timeOf(b) - timeOf(a));
    for (const { address } of newest) await this.#trySitemap(address, 'index', depth);
  }

  // --- rules and sections

  #learn(): void {
    const ofFeeds = this.#feeds.flatMap(({ feed }) => feed.items.map(({ address }) => address));
    const ofNews = this.#sitemaps.filter(({ isNews }) => isNews).flatMap(({ sample }) => sample.map(addressOf));
    const hosts = [this.#host, ...(this.#options.hosts ?? [])];
    const known = new Set(hosts.map(withoutWww));
    const own = [...ofFeeds, ...ofNews]
      .filter(address => known.has(withoutWww(new URL(address).host)))
      .slice(0, mostLearnt);
    const glance = this.#pages[0]?.glance;
    const headlines = own.length > 0 || glance === undefined ? [] : headlinesOf(glance, this.#host);
    this.#rules = new PublicationRules(hosts, own.length > 0 ? own : headlines);
  }

  async #findSections(): Promise<void> {
    const glance = this.#pages[0]?.glance;
    if (glance === undefined) return;
    const candidates = glance.links.filter(({ address, inMenu }) => {
      const kind = this.#rules.kindOf(address);
      return (kind === 'list' || (kind === 'unknown' && inMenu)) && !this.#asker.hasAsked(address);
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
      this.#pages.push({ address: document.address, why, glance });
  }

  /** The page that was added last is no section if it says itself that it is an article. */
  #dropArticle(): void {
    const last = this.#pages.at(-1);
    if (last === undefined || !last.glance.saysArticle) return;
    this.#pages.pop();
    this.#articles.add(last.address);
  }

  // --- what was found

  #findings(state: SourceFindings['state'] | undefined, status: number | undefined): SourceFindings {
    const entries = [...this.#feedEntries(), ...this.#sitemapEntries(), ...this.#pageEntries()];
    const title = this.#pages[0]?.glance.title ?? this.#feeds[0]?.feed.title;
    return {
      ...{ source: this.#source, address: this.#start },
      ...(title === undefined || title === '' ? {} : { title }),
      state: state ?? (entries.some(({ on }) => on) ? 'found' : 'nothing'),
      ...(status === undefined ? {} : { status }),
      entries,
      shapes: this.#rules.shapes,
      addresses: this.#countedAddresses(),
      tried: this.#asker.tried,
      untried: this.#asker.untried,
    };
  }

  #feedEntries(): readonly FoundEntry[] {
    return this.#feeds.map(({ address, why, declaredTitle, feed }) => {
      const times = feed.items.flatMap(({ published, updated }) => timesOf(published?.at ?? updated?.at));
      const publications = feed.items.filter(item => this.#rules.kindOf(item.address) === 'publication').length;
      const title = feed.title ?? declaredTitle;
      const isComments = commentFeed.test(address) || commentFeed.test(`${title} ${declaredTitle}`);
      const off = isComments ? 'comments' : publications === 0 ? 'empty' : undefined;
      const base = { kind: 'feed' as const, address, why, ...(title === '' ? {} : { title }) };
      const intervalS = proposedInterval(times, this.#options.nowMs, feed.ttlMinutes);
      return entryOf({ ...base, items: feed.items.length, publications, intervalS, faults: feed.faults }, times, off);
    });
  }

  #sitemapEntries(): readonly FoundEntry[] {
    const leaves = this.#sitemaps.filter(({ end }) => end.kind !== 'index');
    return this.#sitemaps.map(({ address, why, end, sample, times, isNews }) => {
      const ofRules = sample.filter(entry => this.#rules.kindOf(entry.address) === 'publication').length;
      const publications = sample.length === 0 ? 0 : Math.round((ofRules / sample.length) * end.entries);
      const intervalS = proposedInterval(times, this.#options.nowMs);
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
    return times.length > 0 && newest < this.#options.nowMs - oldMs ? 'old' : undefined;
  }

  #pageEntries(): readonly FoundEntry[] {
    const known = this.#knownBySources();
    return this.#pages.flatMap(page => {
      const { address, why, glance } = page;
      const links = glance.links.map(link => link.address);
      const found = this.#publicationsOn(page);
      const isCovered = found.length > 0 && found.every(link => known.has(link));
      const intervalS = proposedInterval([], this.#options.nowMs);
      const base = { address, items: links.length, publications: found.length, intervalS };
      const title = glance.title === '' ? {} : { title: glance.title };
      const clicks = glance.moreButtons.length > 0 ? glance.moreButtons : glance.emptyLists;
      const needsClicks = glance.moreButtons.length > 0 || (glance.emptyLists.length > 0 && found.length < leastLinks);
      const clickWhy: FoundWhy = glance.moreButtons.length > 0 ? 'button' : 'empty-list';
      return [
        ...(found.length < leastLinks
          ? []
          : [entryOf({ kind: 'page' as const, why, ...title, ...base }, [], isCovered ? 'covered' : undefined)]),
        ...(needsClicks
          ? [entryOf({ kind: 'traversal' as const, why: clickWhy, clicks, ...title, ...base }, [], 'clicks')]
          : []),
      ];
    });
  }

  #publicationsOn({ glance }: FoundPage): readonly string[] {
    return glance.links.map(addressOf).filter(link => this.#rules.kindOf(link) === 'publication');
  }

  /** Publications that feeds and sitemaps name by themselves. */
  #knownBySources(): ReadonlySet<string> {
    const ofFeeds = this.#feeds.flatMap(({ feed }) => feed.items.map(({ address }) => address));
    return new Set([...ofFeeds, ...this.#sitemaps.flatMap(({ sample }) => sample.map(addressOf))]);
  }

  #countedAddresses(): Readonly<Record<AddressKind, number>> {
    const counts = { publication: 0, list: 0, archive: 0, service: 0, file: 0, 'other-host': 0, unknown: 0 };
    const ofPages = this.#pages.flatMap(({ glance }) => glance.links.map(addressOf));
    const lists = new Set(this.#pages.filter(page => this.#publicationsOn(page).length >= leastLinks).map(addressOf));
    for (const address of new Set([...this.#knownBySources(), ...ofPages]))
      counts[lists.has(address) ? 'list' : this.#kindOf(address)] += 1;
    return counts;
  }

  #kindOf(address: string): AddressKind {
    return this.#articles.has(address) ? 'publication' : this.#rules.kindOf(address);
  }

  #isOwn(address: string): boolean {
    return withoutWww(new URL(address).host) === withoutWww(this.#host);
  }
}

/** What is kept of the entries of a sitemap, which may be very many. */
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
    ...(times.length === 0 ? {} : { newest: new Date(newest).toISOString() }),
    on: off === undefined,
    ...(off === undefined ? {} : { off }),
    ...(hasFaults ? { faults } : {}),
  };
}

function stateWithout({ outcome, status }: AskedDocument & { kind: 'none' }): SourceFindings['state'] {
  if (outcome === 'moved-away') return 'moved';
  return outcome === 'status' && [401, 403, 429, 503].includes(status ?? 0) ? 'refused' : 'not-available';
}

function isPageLike(contentType: string): boolean {
  return contentType.trim() === '' || isHtml(contentType) || /^\s*application\/xhtml\+xml/i.test(contentType);
}

function sameItems(a: Feed, b: Feed): boolean {
  return a.items.length === b.items.length && a.items.every(({ address }, n) => address === b.items[n]?.address);
}

function isNewsLike({ address }: SitemapEntry): boolean {
  return /news/i.test(new URL(address).pathname);
}

function timeOf({ modified }: SitemapEntry): number {
  return modified === undefined ? 0 : Date.parse(modified.at);
}

function timesOf(at: string | undefined): readonly number[] {
  return at === undefined ? [] : [Date.parse(at)];
}

function addressOf({ address }: { readonly address: string }): string {
  return address;
}
