import { hash } from 'node:crypto';
import { defined } from '../../../domain/defined.ts';
import type { FetchResult, Rendering, Validators } from '../../../domain/protocol/classify-answer.ts';
import type { WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import { listedAddress } from '../addresses.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { formParts, isPartOf } from '../finding/archive-forms.ts';
import { isChallenge } from '../finding/challenge.ts';
import { countingPlaces } from '../finding/further-parts.ts';
import { monthBefore } from '../finding/month-lists.ts';
import { glanceAtPage } from '../finding/page-glance.ts';
import { headlinesOf, isHeadline } from '../finding/publication-rules.ts';
import { freshSeconds } from '../looks/conditional-look.ts';
import { newestFirst } from '../sitemaps/newest-first.ts';
import { readSitemap } from '../sitemaps/read-sitemap.ts';
import type { SitemapEntry } from '../sitemaps/sitemap.ts';
import type { ItemHint } from '../store/item-hint.ts';
import type { FoundBy } from '../store/publication-store.ts';
import type { ClaimedNames } from '../visits/source-reader.ts';
import {
  type EntryLook,
  entryAddress,
  type LookReport,
  lookedAt,
  readEntryState,
  redirectedAt,
} from './entry-state.ts';
import { type LookOutcome, outcomeWithout } from './look-outcome.ts';
import { NamedAddresses } from './named-addresses.ts';
import { statedZone } from './source-clock.ts';
import type { VisitNotes } from './visit-notes.ts';

/** Sitemaps that an index brings in one look. */
const mostOfIndex = 100;
/** Further parts of lists and calendars of a source. */
const mostArchives = 5_000;

type PageResult = Extract<FetchResult, { kind: 'page' }>;

/** A look whose report waits until it is known which addresses are new. */
interface PendingLook {
  readonly watched: WatchedAddress;
  /** Identities that it named, and their own times (epoch ms). */
  readonly named: ReadonlyMap<string, number | undefined>;
  /** The document was read to its end. */
  readonly isWhole: boolean;
  look(fresh: number, times: readonly number[]): EntryLook;
}

/**
 * Reads the entries of a turn: feeds and sitemaps first, for what they name distinguishes publications from other addresses; then pages
 * with lists of links.
 */
export class EntryReading {
  readonly names: NamedAddresses;
  /** Entries that an index of sitemaps names. */
  readonly added: WatchedAddress[] = [];
  readonly #notes: VisitNotes;
  readonly #looks: PendingLook[] = [];
  /** Entries whose looks go on where a permanent redirect leads. */
  readonly #moving: WatchedAddress[] = [];
  /** Further parts of lists and calendars that this turn names. */
  readonly #archives = new Set<string>();
  #zone: number | undefined;

  /** Sitemaps of a source of which no publication is known: its lists are read first, for their headlines teach the rules. */
  readonly #deferred: [index: number, fetched: FetchedEntry][] = [];
  #isTaught = false;
  /** Publications that were known when entries of this turn were found. */
  readonly #found = new Set<string>();
  /** No publication was known before the lists of this turn: the headlines of each of them teach. */
  #isByHeadlines = false;

  constructor(notes: VisitNotes) {
    const { record, rules, belongs } = notes.visited;
    this.#notes = notes;
    this.names = new NamedAddresses({ at: notes.at, origin: record.origin, belongs, normalize: rules.normalize });
    this.#zone = notes.memory.sitemapZone;
  }

  /** The zone of the times in its sitemaps. */
  get zone(): number | undefined {
    return this.#zone;
  }

  /** Further parts of lists and calendars that were named so far, each once. */
  archivesWith(fresh: ReadonlySet<string>): number {
    return this.#archivesBefore + [...this.#archives].filter(identity => fresh.has(identity)).length;
  }

  get #archivesBefore(): number {
    return this.#notes.memory.archives ?? 0;
  }

  async read(): Promise<void> {
    for (const kind of ['feed', 'sitemap', 'page', 'traversal'] as const)
      for (const [index, fetched] of this.#notes.visited.record.entries.entries())
        if (fetched.entry.look?.kind === kind) await this.#read(index, fetched);
    const deferred = this.#deferred.splice(0);
    this.#isTaught = true;
    if (this.#notes.known.length === 0) this.#notes.learn([...this.#found]);
    for (const [index, fetched] of deferred) await this.#read(index, fetched);
  }

  /** The entries after their looks. */
  lookedAt(fresh: ClaimedNames['fresh'], left: ClaimedNames['left']): readonly WatchedAddress[] {
    const looked = this.#looks.map(each => this.#lookedAt(each, fresh, left.get(each.watched.identity) ?? 0));
    return [...looked, ...this.#moving];
  }

  /** Failed addresses that the entry that named them does not name any more, nor any other of this turn. */
  unnamed(): readonly string[] {
    const named = new Set(this.names.named.map(({ identity }) => identity));
    const read = new Set(this.#looks.filter(({ isWhole }) => isWhole).map(({ watched }) => watched.identity));
    const failed = Object.entries(this.#notes.memory.failed ?? {});
    return failed.flatMap(([identity, { foundOn }]) => (read.has(foundOn) && !named.has(identity) ? [identity] : []));
  }

  async #read(index: number, { entry, result }: FetchedEntry): Promise<void> {
    const watched = this.#notes.visited.watched.get(entry.look!.of);
    // Somebody removed it meanwhile, or the visit goes on in the next round.
    if (watched === undefined || result.kind === 'retry') return;
    for (const address of readEntryState(watched).known ?? []) this.#found.add(address);
    if (result.kind === 'redirect') {
      const { status, target } = result;
      if (!this.#notes.visited.belongs(target)) this.#failed(watched, { outcome: 'moved-away', status, target });
      else this.#moving.push(...[redirectedAt(watched, entry.address, result)].filter(each => each !== undefined));
      return;
    }
    if (result.kind === 'skipped') {
      const told = result.status === undefined ? {} : { status: result.status };
      this.#failed(watched, { outcome: outcomeWithout(result.reason, result.status), ...told });
      return;
    }
    const isRead = await this.#notes.guarded(index, async () => {
      if (entry.look!.kind === 'feed') await this.#readFeed(index, watched, result, entry.address);
      else if (entry.look!.kind === 'sitemap') await this.#readSitemap(index, watched, result, entry.address);
      else this.#readList(index, watched, result, entry.address);
    });
    if (!isRead) this.#failed(watched, { outcome: 'parser' });
  }

  #failed(watched: WatchedAddress, told: Pick<LookReport, 'outcome' | 'status' | 'target'>): void {
    const { status } = told;
    const answer = status === undefined ? {} : { answer: { status, newItems: 0 } };
    this.#looks.push({
      watched,
      named: new Map(),
      isWhole: false,
      look: () => ({ report: { at: this.#notes.at, ...told, items: 0, fresh: 0 }, ...answer, times: [] }),
    });
  }

  /** A document that is not what was requested: what it was before still counts. */
  #useless(watched: WatchedAddress, { body }: PageResult, why: LookOutcome): void {
    this.#failed(watched, { outcome: isChallenge(body) ? 'challenge' : why });
  }

  async #readFeed(index: number, watched: WatchedAddress, page: PageResult, base: string): Promise<void> {
    const feed = readFeed(page.body, { base, contentType: page.contentType, nowMs: this.#notes.at });
    if (feed.kind === 'none') {
      if (feed.why === 'sitemap') await this.#readSitemap(index, watched, page, base);
      else this.#useless(watched, page, `no-feed-${feed.why}`);
      return;
    }
    const named = new Map<string, number | undefined>();
    const left: Record<string, number> = { ...feed.faults };
    const rules = this.#notes.rules;
    for (const { address, title, published, updated, authors, categories } of feed.items) {
      const hint = {
        ...defined({ title, published }),
        ...(published === undefined && updated !== undefined && { updated }),
        ...(authors.length !== 0 && { authors }),
        ...(categories[0] !== undefined && { section: categories[0] }),
      };
      if (rules.kindOf(address) === 'file') count(left, 'file');
      else this.#name(named, left, { address, index, by: 'feed', hint, time: timeOf((published ?? updated)?.at) });
    }
    this.#notes.learn(feed.items.map(({ address }) => address));
    this.#pend(watched, page, named, {
      faults: left,
      restS: 60 * (feed.ttlMinutes ?? 0),
      skipHours: feed.skipHours,
    });
  }

  async #readSitemap(index: number, watched: WatchedAddress, page: PageResult, base: string): Promise<void> {
    const entries: SitemapEntry[] = [];
    const options = { base, contentType: page.contentType, nowMs: this.#notes.at };
    const end = await readSitemap(page.body, options, entry => entries.push(entry));
    if (end.kind === 'none') {
      if (end.why === 'feed' && watched.kind === 'sitemap') await this.#readFeed(index, watched, page, base);
      else this.#useless(watched, page, 'no-sitemap');
      return;
    }
    const named = new Map<string, number | undefined>();
    const left: Record<string, number> = { ...end.faults };
    if (end.kind === 'index') this.#followIndex(entries, left);
    else this.#notes.learn(entries.filter(({ news }) => news !== undefined).map(({ address }) => address));
    if (end.kind !== 'index' && this.#notes.known.length === 0 && !this.#isTaught) {
      this.#deferred.push([index, this.#notes.visited.record.entries[index]!]);
      return;
    }
    const kindOf = this.#notes.rules.kindsAmong(entries.map(({ address }) => address));
    const times = entries.flatMap(each => (kindOf(each.address) === 'publication' ? (each.modified ?? []) : []));
    this.#zone = statedZone(times) ?? this.#zone;
    for (const { address, news, modified } of end.kind === 'index' ? [] : entries) {
      const kind = kindOf(address);
      const isNews = news !== undefined && kind !== 'file';
      if (kind !== 'publication' && !isNews) {
        count(left, kind);
        continue;
      }
      const hint = defined({ title: news?.title, published: news?.published });
      const by = news === undefined ? {} : { by: 'sitemap' as const };
      this.#name(named, left, { address, index, ...by, hint, time: timeOf((news?.published ?? modified)?.at) });
    }
    this.#pend(watched, page, named, { faults: left });
  }

  /** Sitemaps of an index are their own entries. */
  #followIndex(entries: readonly SitemapEntry[], left: Record<string, number>): void {
    for (const [index, { address }] of newestFirst(entries).entries()) {
      if (index >= mostOfIndex) count(left, 'too-many');
      else if (!this.#notes.visited.belongs(address)) count(left, 'other-host');
      else {
        const identity = this.#notes.visited.rules.normalize(new URL(address));
        this.added.push(entryAddress({ identity, address, kind: 'sitemap' }, { due: this.#notes.at }));
      }
    }
  }

  #readList(index: number, watched: WatchedAddress, page: PageResult, base: string): void {
    const { rendering } = page;
    const failure =
      watched.kind !== 'traversal' || rendering?.kind === 'rendered' ? undefined : failureOf(rendering?.kind);
    const sent = rendering?.kind === 'rendered' ? rendering.raw : page.body;
    if (isChallenge(sent)) this.#failed(watched, { outcome: 'challenge' });
    else this.#pend(watched, page, ...this.namedBy(index, page, base), failure);
  }

  /** The addresses that a list names: the publications, and counts of all else. */
  namedBy(
    index: number,
    page: PageResult,
    base: string,
  ): [named: ReadonlyMap<string, number | undefined>, { readonly faults: Readonly<Record<string, number>> }] {
    const glance = glanceAtPage(page.body, page.contentType, base);
    this.#isByHeadlines ||= this.#notes.known.length === 0;
    if (this.#isByHeadlines) this.#notes.learn(headlinesOf(glance, new URL(base).host));
    this.#notes.learnParts(countingPlaces(glance, base));
    const rules = this.#notes.rules;
    const named = new Map<string, number | undefined>();
    const left: Record<string, number> = {};
    const archives: string[] = [];
    const headlines = new Set(glance.links.filter(isHeadline).map(({ address }) => address));
    for (const address of new Set([...glance.links.map(link => link.address), ...clickedOf(page)])) {
      const kind = headlines.has(address) ? rules.kindOfSibling(address) : rules.kindOf(address);
      if (kind === 'publication') this.#name(named, left, { address, index });
      else if (kind === 'archive') archives.push(address);
      else count(left, kind);
    }
    const { look, foundOn } = this.#notes.visited.record.entries[index]!.entry;
    // Behind the first page of an archive a part without a publication leads no further: an empty calendar has no end.
    const isFirst = look !== undefined || this.#notes.visited.watched.has(foundOn);
    const before = look === undefined && this.#notes.options.archive === true ? monthBefore(base) : undefined;
    if (before !== undefined && !archives.includes(before)) archives.push(before);
    if (isFirst && this.#notes.options.archive === true)
      archives.push(
        ...glance.forms.flatMap(form => (isPartOf(form, base) ? [] : formParts(form, base, this.#notes.at))),
      );
    if (named.size > 0 || isFirst) this.#nameArchives(archives, index, left);
    else for (const _ of archives) count(left, 'archive');
    return [named, { faults: left }];
  }

  /** Further parts of lists and calendars become addresses of the source, as long as there are not too many. */
  #nameArchives(addresses: readonly string[], index: number, left: Record<string, number>): void {
    for (const address of addresses) {
      if (this.#notes.options.archive !== true) count(left, 'archive');
      else if (this.#archivesBefore + this.#archives.size >= mostArchives) count(left, 'archive-limit');
      else {
        const identity = this.names.add(address, index);
        if (identity === undefined) count(left, 'other-host');
        else this.#archives.add(identity);
      }
    }
  }

  #pend(
    watched: WatchedAddress,
    { body, validators = {}, rendering }: PageResult,
    named: ReadonlyMap<string, number | undefined>,
    {
      faults = {},
      restS = 0,
      skipHours = [],
    }: Pick<EntryLook, 'restS' | 'skipHours'> & Pick<EntryLook['report'], 'faults'>,
    failure: LookOutcome | undefined = faults['truncated'] === undefined ? undefined : 'truncated',
  ): void {
    const { cacheControl = '', age } = validators;
    // They are of the document, which does not change with the list that scripts make of it.
    const { etag, lastModified }: Validators = rendering?.kind === 'rendered' ? {} : validators;
    const answer = {
      status: 200,
      bodyHash: hash('sha256', body),
      ...defined({ etag, lastModified }),
    };
    const hasFaults = Object.keys(faults).length > 0;
    this.#looks.push({
      ...{ watched, named, isWhole: failure === undefined },
      look: (fresh, times) => ({
        report: {
          at: this.#notes.at,
          outcome: failure ?? 'read',
          status: 200,
          items: named.size,
          fresh,
          ...(hasFaults && { faults }),
        },
        // The next request requests what has changed since the last whole document.
        ...(failure === undefined && { answer: { ...answer, newItems: fresh } }),
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
      /** The entry that names it, where this names publications only. */
      readonly by?: FoundBy;
      readonly hint?: ItemHint;
      readonly time?: number | undefined;
    },
  ): void {
    const identity = this.names.add(item.address, item.index, item.hint, item.by);
    if (identity === undefined) count(left, 'other-host');
    else named.set(identity, item.time);
  }

  #lookedAt({ watched, named, look }: PendingLook, fresh: ReadonlySet<string>, outstanding: number): WatchedAddress {
    const found = [...named].filter(([identity]) => fresh.has(identity));
    const times = found.flatMap(([, time]) => (time === undefined ? [] : [time]));
    const seen = { ...look(found.length, times), outstanding };
    return lookedAt(watched, seen, this.#notes.options, this.#notes.settings);
  }
}

/** Addresses that presses revealed. */
function clickedOf({ rendering }: PageResult): readonly string[] {
  if (rendering?.kind !== 'rendered' || rendering.clicks === undefined) return [];
  const lines = Buffer.from(rendering.clicks.found).toString('utf8');
  return lines.split('\n').flatMap(line => listedAddress(line, line) ?? []);
}

/** Why a page was not clicked through; bytes that are no text are not given to a browser. */
function failureOf(kind: Exclude<Rendering['kind'], 'rendered'> | undefined): LookOutcome {
  if (kind === undefined) return 'binary';
  return kind === 'no-browser' ? kind : `browser-${kind}`;
}

function count(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}

function timeOf(at: string | undefined): number | undefined {
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return Number.isFinite(time) ? time : undefined;
}
