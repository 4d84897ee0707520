/**
 * Reads a turn of a source: feeds and sitemaps first, for what they name tells publications from other addresses; then
 * pages with lists of links; then the publications themselves.
 */
import { hash } from 'node:crypto';
import { looksBinary } from '../../../domain/html/encoding/sniff-binary.ts';
import type { FetchResult, Validators } from '../../../domain/protocol/classify-answer.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { WatchOptions } from '../../../domain/spec/crawl-spec.ts';
import type { UnreadPage } from '../../../domain/turn/turn-reader.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import type { SourceReader, SourceReading, VisitedTurn } from '../../../steps/parse/source-reader.ts';
import type { Extraction } from '../extraction/extract-page.ts';
import { type HostTemplate, isTold, learnPage } from '../extraction/text/host-template.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { glanceAtPage } from '../finding/page-glance.ts';
import { headlinesOf, PublicationRules } from '../finding/publication-rules.ts';
import { afterAnswer, freshSeconds, newMemory } from '../looks/conditional-look.ts';
import { readSitemap } from '../sitemaps/read-sitemap.ts';
import type { SitemapEntry } from '../sitemaps/sitemap.ts';
import type { AcceptedSighting, FoundBy, PublicationStore, Sighting } from '../store/publication-store.ts';
import { textKeyOf } from '../store/text-key.ts';
import { type EntryLook, entryAddress, lookedAt } from './entry-state.ts';
import { NamedAddresses } from './named-addresses.ts';
import { shownZone } from './published-time.ts';
import { checkedAt, nextRecheck, type RecheckState, readRecheck } from './recheck.ts';
import { type ReadPage, readArticle, type SeenPage, sightingOf } from './sighted-page.ts';
import { type ItemHint, readMemory, type SourceMemory, withHints, withKnown } from './source-memory.ts';

/** Sitemaps that an index brings in one look. */
const mostOfIndex = 100;
/** Further parts of lists and calendars of a source. */
const mostArchives = 5_000;
/** Addresses of one document from which the rules learn. */
const mostLearnt = 200;

type PageResult = Extract<FetchResult, { kind: 'page' }>;

/** A reader of sources that keeps publications in `publications`. */
export function visitReader(
  publications: Pick<PublicationStore, 'accept' | 'markGone'>,
  options: WatchOptions,
): SourceReader {
  return {
    read: async visited => await new VisitReading(publications, options, visited).read(),
  };
}

/** A look whose report waits until it is known which addresses are new. */
interface PendingLook {
  readonly watched: WatchedAddress;
  /** Identities that it named, and their own times (epoch ms). */
  readonly named: ReadonlyMap<string, number | undefined>;
  look(fresh: number, times: readonly number[]): EntryLook;
}

/** A page of the turn that may be a publication. */
interface FoundPage {
  /** Of its entry. */
  readonly index: number;
  readonly entry: FetchedEntry['entry'];
  readonly seen: SeenPage;
  /** What it gives with nothing of its host's template left out. */
  readonly plain: ReadPage;
  readonly validators: Validators;
}

interface Seen {
  readonly sighting: Sighting;
  readonly state: RecheckState;
}

class VisitReading {
  readonly #publications: Pick<PublicationStore, 'accept' | 'markGone'>;
  readonly #options: WatchOptions;
  readonly #visited: VisitedTurn;
  readonly #memory: SourceMemory;
  readonly #names: NamedAddresses;
  readonly #outcomes: Outcome[];
  readonly #unread: UnreadPage[] = [];
  readonly #looks: PendingLook[] = [];
  readonly #sightings: Seen[] = [];
  /** Publications whose look brought nothing new. */
  readonly #checked: WatchedAddress[] = [];
  readonly #gone: string[] = [];
  readonly #added: WatchedAddress[] = [];
  readonly #ended: string[] = [];
  readonly #readIdentities: string[] = [];
  #known: readonly string[];
  #template: HostTemplate | undefined;
  #zone: number | undefined;
  #archives: number;
  readonly #at: number;

  constructor(
    publications: Pick<PublicationStore, 'accept' | 'markGone'>,
    options: WatchOptions,
    visited: VisitedTurn,
  ) {
    this.#publications = publications;
    this.#options = options;
    this.#visited = visited;
    const { record, rules } = visited;
    this.#memory = readMemory(visited.memory);
    this.#known = this.#memory.known;
    this.#template = this.#memory.template;
    this.#zone = this.#memory.zone;
    this.#archives = this.#memory.archives ?? 0;
    this.#at = record.at ?? 0;
    this.#names = new NamedAddresses({ origin: record.origin, belongs: visited.belongs, normalize: rules.normalize });
    this.#outcomes = record.entries.map(fetched => plainOutcome(fetched));
  }

  async read(): Promise<SourceReading> {
    for (const kind of ['feed', 'sitemap', 'page'] as const)
      for (const [index, fetched] of this.#visited.record.entries.entries())
        if (fetched.entry.look?.kind === kind) await this.#readEntry(index, fetched);
    await this.#readArticles();
    return {
      outcomes: this.#outcomes,
      named: this.#names.named,
      elsewhere: this.#names.elsewhere,
      unread: this.#unread,
      keep: async isNew => await this.#keep(isNew),
    };
  }

  // --- entries

  async #readEntry(index: number, { entry, result }: FetchedEntry): Promise<void> {
    const watched = this.#visited.watched.get(entry.look!.of);
    // Somebody removed it meanwhile, or the visit goes on in the next round.
    if (watched === undefined || result.kind === 'retry') return;
    if (result.kind === 'redirect') {
      if (!this.#visited.belongs(result.target)) this.#failed(watched, 'moved-away', result.status);
      return;
    }
    if (result.kind === 'skipped') {
      const outcome = result.status === 304 ? 'unchanged' : result.reason;
      this.#failed(watched, outcome, result.status);
      return;
    }
    const isRead = await this.#guarded(index, async () => {
      if (entry.look!.kind === 'feed') await this.#readFeed(index, watched, result, entry.address);
      else if (entry.look!.kind === 'sitemap') await this.#readSitemap(index, watched, result, entry.address);
      else this.#readList(index, watched, result, entry.address);
    });
    if (!isRead) this.#failed(watched, 'parser', 200);
  }

  #failed(watched: WatchedAddress, outcome: string, status: number | undefined): void {
    const told = status === undefined ? {} : { status };
    const answer = status === undefined ? {} : { answer: { status, newItems: 0 } };
    this.#looks.push({
      watched,
      named: new Map(),
      look: () => ({ report: { at: this.#at, outcome, ...told, items: 0, fresh: 0 }, ...answer, times: [] }),
    });
  }

  async #readFeed(index: number, watched: WatchedAddress, page: PageResult, base: string): Promise<void> {
    const feed = readFeed(page.body, { base, contentType: page.contentType, nowMs: this.#at });
    if (feed.kind === 'none') {
      if (feed.why === 'sitemap') await this.#readSitemap(index, watched, page, base);
      else this.#failed(watched, `no-feed-${feed.why}`, 200);
      return;
    }
    const named = new Map<string, number | undefined>();
    const left: Record<string, number> = { ...feed.faults };
    const rules = this.#rules();
    for (const { address, title, published, updated, authors, categories } of feed.items) {
      const hint = {
        ...(title === undefined ? {} : { title }),
        ...(published === undefined ? {} : { published }),
        ...(authors.length === 0 ? {} : { authors }),
        ...(categories[0] === undefined ? {} : { section: categories[0] }),
      };
      if (rules.kindOf(address) === 'file') count(left, 'file');
      else this.#name(named, left, { address, index, hint, time: timeOf((published ?? updated)?.at) });
    }
    this.#learn(feed.items.map(({ address }) => address));
    this.#pend(watched, page, named, {
      faults: left,
      restS: 60 * (feed.ttlMinutes ?? 0),
      skipHours: feed.skipHours,
    });
  }

  async #readSitemap(index: number, watched: WatchedAddress, page: PageResult, base: string): Promise<void> {
    const entries: SitemapEntry[] = [];
    const options = { base, contentType: page.contentType, nowMs: this.#at };
    const end = await readSitemap(page.body, options, entry => entries.push(entry));
    if (end.kind === 'none') {
      if (end.why === 'feed' && watched.kind === 'sitemap') await this.#readFeed(index, watched, page, base);
      else this.#failed(watched, 'no-sitemap', 200);
      return;
    }
    if (end.kind === 'index') this.#followIndex(entries);
    else this.#learn(entries.filter(({ news }) => news !== undefined).map(({ address }) => address));
    const named = new Map<string, number | undefined>();
    const left: Record<string, number> = { ...end.faults };
    const rules = this.#rules();
    for (const { address, news, modified } of end.kind === 'index' ? [] : entries) {
      const kind = rules.kindOf(address);
      if (kind !== 'publication' && (news === undefined || kind === 'file')) {
        count(left, kind);
        continue;
      }
      const hint = {
        ...(news?.title === undefined ? {} : { title: news.title }),
        ...(news?.published === undefined ? {} : { published: news.published }),
      };
      this.#name(named, left, { address, index, hint, time: timeOf((news?.published ?? modified)?.at) });
    }
    this.#pend(watched, page, named, { faults: left });
  }

  /** Sitemaps of an index are entries of their own, those first that changed last. */
  #followIndex(entries: readonly SitemapEntry[]): void {
    const newest = entries.toSorted((a, b) => (timeOf(b.modified?.at) ?? 0) - (timeOf(a.modified?.at) ?? 0));
    for (const { address } of newest.slice(0, mostOfIndex)) {
      if (!this.#visited.belongs(address)) continue;
      const identity = this.#visited.rules.normalize(new URL(address));
      this.#added.push(entryAddress({ identity, address, kind: 'sitemap' }, { due: this.#at }));
    }
  }

  #readList(index: number, watched: WatchedAddress, page: PageResult, base: string): void {
    this.#pend(watched, page, ...this.#namedBy(index, page, base));
  }

  /** What a list names: the publications, and counts of all else. */
  #namedBy(
    index: number,
    page: PageResult,
    base: string,
  ): [named: ReadonlyMap<string, number | undefined>, { readonly faults: Readonly<Record<string, number>> }] {
    const glance = glanceAtPage(page.body, page.contentType, base);
    if (this.#known.length === 0) this.#learn(headlinesOf(glance, new URL(base).host));
    const rules = this.#rules();
    const named = new Map<string, number | undefined>();
    const left: Record<string, number> = {};
    const archives: string[] = [];
    for (const { address } of glance.links) {
      const kind = rules.kindOf(address);
      if (kind === 'publication') this.#name(named, left, { address, index });
      else if (kind === 'archive') archives.push(address);
      else count(left, kind);
    }
    const { look, foundOn } = this.#visited.record.entries[index]!.entry;
    // Behind the first page of an archive a part without a publication leads no further: an empty calendar has no end.
    const isFirst = look !== undefined || this.#visited.watched.has(foundOn);
    if (named.size > 0 || isFirst) this.#nameArchives(archives, index, left);
    else for (const _ of archives) count(left, 'archive');
    return [named, { faults: left }];
  }

  /** Further parts of lists and calendars become addresses of the source, as long as there are not too many. */
  #nameArchives(addresses: readonly string[], index: number, left: Record<string, number>): void {
    for (const address of addresses) {
      const isTaken = this.#options.archive === true && this.#archives < mostArchives;
      if (!isTaken) count(left, 'archive');
      else if (this.#names.add(address, index) === undefined) count(left, 'other-host');
      else this.#archives += 1;
    }
  }

  #pend(
    watched: WatchedAddress,
    { body, validators = {} }: PageResult,
    named: ReadonlyMap<string, number | undefined>,
    {
      faults = {},
      restS = 0,
      skipHours = [],
    }: Pick<EntryLook, 'restS' | 'skipHours'> & Pick<EntryLook['report'], 'faults'>,
  ): void {
    const { etag, lastModified, cacheControl = '', age } = validators;
    const answer = {
      status: 200,
      bodyHash: hash('sha256', body),
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    };
    const hasFaults = Object.keys(faults).length > 0;
    this.#looks.push({
      ...{ watched, named },
      look: (fresh, times) => ({
        report: {
          at: this.#at,
          outcome: 'read',
          status: 200,
          items: named.size,
          fresh,
          ...(hasFaults ? { faults } : {}),
        },
        answer: { ...answer, newItems: fresh },
        ...{ times, restS: Math.max(restS, freshSeconds(cacheControl, age)), skipHours },
      }),
    });
  }

  /** Notes an address as a publication of the source; counts an address of another host. */
  #name(
    named: Map<string, number | undefined>,
    left: Record<string, number>,
    item: {
      readonly address: string;
      readonly index: number;
      readonly hint?: ItemHint;
      readonly time?: number | undefined;
    },
  ): void {
    const identity = this.#names.add(item.address, item.index, item.hint);
    if (identity === undefined) count(left, 'other-host');
    else named.set(identity, item.time);
  }

  #learn(addresses: readonly string[]): void {
    const own = addresses.filter(address => this.#visited.belongs(address)).slice(0, mostLearnt);
    const before = this.#known.length;
    this.#known = withKnown(this.#known, own);
    if (this.#known.length !== before || own.length > 0) this.#knownRules = undefined;
  }

  #knownRules: PublicationRules | undefined;

  #rules(): PublicationRules {
    this.#knownRules ??= new PublicationRules([new URL(this.#visited.record.origin).host], this.#known);
    return this.#knownRules;
  }

  // --- publications

  async #readArticles(): Promise<void> {
    const pages: FoundPage[] = [];
    for (const [index, fetched] of this.#visited.record.entries.entries()) {
      const { entry, result } = fetched;
      const isArticle =
        entry.look === undefined ? this.#visited.record.phase.level > 0 : entry.look.kind === 'publication';
      if (!isArticle) continue;
      if (result.kind !== 'page') {
        this.#missed(fetched);
        continue;
      }
      if (entry.look === undefined && this.#rules().kindOf(entry.address) === 'archive') {
        await this.#guarded(index, async () => void this.#namedBy(index, result, entry.address));
        continue;
      }
      await this.#guarded(index, async () => {
        const seen = { ...result, address: entry.address, at: this.#at };
        const plain = readArticle(seen, undefined);
        if (plain === undefined) this.#outcomes[index] = { kind: 'skipped', reason: 'binary', status: 200 };
        else pages.push({ ...{ index, entry, seen, plain }, validators: result.validators ?? {} });
      });
    }
    for (const { entry, plain } of pages) {
      this.#template = learnPage(this.#template, plain.learnt);
      const { published } = this.#memory.hints[entry.identity] ?? {};
      this.#zone = shownZone(plain.extraction.published, published) ?? this.#zone;
    }
    // The first pages of a source tell its template only together.
    const template = [this.#memory.template, this.#template].find(isTold);
    for (const page of pages)
      await this.#guarded(page.index, async () => {
        const read = template === undefined ? page.plain : readArticle(page.seen, template)!;
        this.#sight(page, read.extraction);
      });
  }

  /** A publication that could not be looked at. */
  #missed({ entry, result }: FetchedEntry): void {
    if (entry.look === undefined) {
      if (result.kind !== 'retry') this.#readIdentities.push(entry.identity);
      return;
    }
    const watched = this.#visited.watched.get(entry.look.of);
    if (
      watched === undefined ||
      result.kind === 'retry' ||
      (result.kind === 'redirect' && this.#visited.belongs(result.target))
    )
      return;
    if (result.kind === 'skipped' && (result.status === 404 || result.status === 410)) {
      this.#gone.push(watched.identity);
      this.#ended.push(watched.identity);
    } else this.#check(watched);
  }

  #sight({ index, entry, plain, validators }: FoundPage, extraction: Extraction): void {
    const watched = entry.look === undefined ? undefined : this.#visited.watched.get(entry.look.of);
    if (entry.look !== undefined && watched === undefined) return;
    const plainKey = textKeyOf(plain.extraction.title ?? '', plain.extraction.text);
    const by = this.#foundBy(entry.foundOn);
    this.#readIdentities.push(entry.identity);
    const isNamedByFeed =
      entry.look === undefined && (by === 'feed' || this.#memory.hints[entry.identity] !== undefined);
    const isPublication =
      extraction.text !== '' && (isArticleLike(extraction) || isNamedByFeed || watched !== undefined);
    if (watched !== undefined) {
      const before = readRecheck(watched);
      const isSame = before.plainKey === plainKey || !isPublication;
      if (isSame) {
        this.#check(watched, validators);
        return;
      }
      const source = { source: this.#visited.site, identity: watched.identity, address: watched.address };
      const sighting = sightingOf({ ...source, by, seenAt: this.#at, hint: undefined, zone: this.#zone }, extraction);
      this.#sightings.push({ sighting, state: withValidators({ ...before, plainKey }, validators) });
      return;
    }
    if (!isPublication) {
      this.#outcomes[index] = { kind: 'skipped', reason: 'no-article', status: 200 };
      return;
    }
    const hint = this.#memory.hints[entry.identity];
    const source = { source: this.#visited.site, identity: entry.identity, address: entry.address };
    const sighting = sightingOf({ ...source, by, seenAt: this.#at, hint, zone: this.#zone }, extraction);
    this.#outcomes[index] = { kind: 'node', hash: sighting.index.key };
    this.#known = withKnown(this.#known, [entry.address]);
    this.#sightings.push({
      sighting,
      state: { version: 1, first: this.#at, checks: -1, plainKey, memory: newMemory },
    });
  }

  #foundBy(foundOn: string): FoundBy {
    const kind = this.#visited.watched.get(foundOn)?.kind;
    return kind === 'feed' || kind === 'sitemap' ? kind : 'link';
  }

  /** `validators`: of an answer with a page; without one those of before stay. */
  #check(watched: WatchedAddress, validators?: Validators): void {
    const checked = checkedAt(readRecheck(watched), this.#at, this.#options);
    const state = validators === undefined ? checked : withValidators(checked, validators);
    const next = nextRecheck(watched, state, this.#options);
    if (next === undefined) this.#ended.push(watched.identity);
    else this.#checked.push(next);
  }

  /** Whether it was read: what throws costs that page only. */
  async #guarded(index: number, read: () => Promise<void>): Promise<boolean> {
    const isKiller = this.#visited.killers.includes(index);
    try {
      if (isKiller) throw new Error('whatever read it died');
      await this.#visited.reading(index);
      await read();
      return true;
    } catch (error) {
      this.#outcomes[index] = { kind: 'skipped', reason: 'parser', status: 200 };
      this.#unread.push({
        page: index,
        why: isKiller ? 'whatever read it died' : `reading it failed: ${String(error)}`,
      });
      return false;
    }
  }

  // --- what is kept

  async #keep(isNew: readonly boolean[]): Promise<WatchChanges> {
    const accepted = await this.#publications.accept(this.#sightings.map(({ sighting }) => sighting));
    for (const identity of this.#gone) await this.#publications.markGone(this.#visited.site, identity, this.#at);
    const { named } = this.#names;
    const fresh = new Set(named.filter((_, index) => isNew[index]).map(identityOf));
    const entries = this.#looks.map(pending => this.#lookedAt(pending, fresh));
    const rechecks = this.#sightings.flatMap((seen, index) => this.#recheckOf(seen, accepted[index]!));
    const memory: SourceMemory = {
      version: 1,
      ...(this.#template === undefined ? {} : { template: this.#template }),
      ...(this.#zone === undefined ? {} : { zone: this.#zone }),
      ...(this.#archives === 0 ? {} : { archives: this.#archives }),
      known: this.#known,
      hints: withHints(
        this.#memory.hints,
        new Map([...this.#names.hints].filter(([key]) => fresh.has(key))),
        this.#readIdentities,
      ),
    };
    return {
      watched: [...entries, ...rechecks, ...this.#checked],
      added: this.#added,
      ended: this.#ended,
      memory: JSON.stringify(memory),
    };
  }

  #lookedAt({ watched, named, look }: PendingLook, fresh: ReadonlySet<string>): WatchedAddress {
    const found = [...named].filter(([identity]) => fresh.has(identity));
    const times = found.flatMap(([, time]) => (time === undefined ? [] : [time]));
    return lookedAt(watched, look(found.length, times), this.#options);
  }

  /** A further address of a publication is not looked at again: its first one is. */
  #recheckOf({ sighting, state }: Seen, { outcome }: AcceptedSighting): readonly WatchedAddress[] {
    if (outcome === 'address') return [];
    const next = nextRecheck(sighting, checkedAt(state, this.#at, this.#options), this.#options);
    if (next === undefined) this.#ended.push(sighting.identity);
    return next === undefined ? [] : [next];
  }
}

/** A page that says in its markup, or to the minute, when it was published is a publication, however short. */
function isArticleLike({ articleScore, published }: Extraction): boolean {
  if (articleScore >= leastScore || published?.source === 'ld' || published?.source === 'meta') return true;
  return published !== null && published.precision !== 'day';
}

/** The addresses that are asked for look like publications already, so that their pages need not be as sure as any page. */
const leastScore = 0.2;
function count(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}

function identityOf({ identity }: { readonly identity: string }): string {
  return identity;
}

function timeOf(at: string | undefined): number | undefined {
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return Number.isFinite(time) ? time : undefined;
}

function withValidators(state: RecheckState, { etag, lastModified }: Validators): RecheckState {
  const sent = { ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { lastModified }) };
  return { ...state, memory: afterAnswer(state.memory, { status: 200, newItems: 0, ...sent }) };
}

/** What became of an entry whose page is not read, or not yet. */
function plainOutcome({ result }: FetchedEntry): Outcome {
  if (result.kind !== 'page') return result;
  if (looksBinary(result.body)) return { kind: 'skipped', reason: 'binary', status: 200 };
  return { kind: 'skipped', reason: 'not-publication', status: 200 };
}
