import { hash } from 'node:crypto';
import { defined } from '../../../domain/defined.ts';
import type { FetchResult, Rendering, Validators } from '../../../domain/protocol/classify-answer.ts';
import type { WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import type { GlancedLink } from '../finding/page-glance.ts';
import { freshSeconds } from '../looks/conditional-look.ts';
import { type LookOutcome, outcomeWithout } from '../looks/look-outcome.ts';
import type { ClaimedNames } from '../visits/source-reader.ts';
import {
  type EntryLook,
  entryAddress,
  type LookReport,
  lookedAt,
  readEntryState,
  redirectedAt,
} from './entry-state.ts';
import { count, type EntryVerdict, judgeEntry, type ReadVerdict, taughtBy } from './judge-entry.ts';
import { NamedAddresses } from './named-addresses.ts';
import { type EntryDocument, readEntry, readFeedPart, readList } from './read-entry.ts';
import { statedZone } from './source-clock.ts';
import type { VisitNotes } from './visit-notes.ts';

/** Further parts of lists and calendars of a source. */
const mostArchives = 5_000;
/** Lists that are remembered, and characters of their hashes. */
const mostLists = 20;
const mostOfHash = 12;
/** Headlines of a page that is a list, and characters of each. */
const leastHeadlines = 8;
const leastListed = 15;

type Counts = Readonly<Record<string, number>>;
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
  readonly #moving = new Map<string, WatchedAddress>();
  /** Further parts of lists and calendars that this turn names. */
  readonly #archives = new Set<string>();
  #zone: number | undefined;
  #lists: readonly string[];

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
    this.#lists = notes.memory.lists ?? [];
  }

  /** Hashes of the publications that the latest parts named which scripts request. */
  get lists(): readonly string[] {
    return this.#lists;
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
    const done = new Set(looked.map(({ identity }) => identity));
    return [...looked, ...[...this.#moving.values()].filter(({ identity }) => !done.has(identity))];
  }

  /** Failed addresses that the entry that named them does not name any more, nor any other of this turn. */
  unnamed(): readonly string[] {
    const named = new Set(this.names.named.map(({ identity }) => identity));
    const read = new Set(this.#looks.filter(({ isWhole }) => isWhole).map(({ watched }) => watched.identity));
    const failed = Object.entries(this.#notes.memory.failed ?? {});
    return failed.flatMap(([identity, { foundOn }]) => (read.has(foundOn) && !named.has(identity) ? [identity] : []));
  }

  async #read(index: number, { entry, result }: FetchedEntry): Promise<void> {
    const watched = this.#moving.get(entry.look!.of) ?? this.#notes.visited.watched.get(entry.look!.of);
    // Somebody removed it meanwhile, or the visit goes on in the next round.
    if (watched === undefined || result.kind === 'retry') return;
    for (const address of readEntryState(watched).known ?? []) this.#found.add(address);
    if (result.kind === 'redirect') {
      const { status, target } = result;
      const moving = redirectedAt(watched, entry.address, result);
      if (!this.#notes.visited.belongs(target)) this.#failed(watched, { outcome: 'moved-away', status, target });
      else if (moving !== undefined) this.#moving.set(watched.identity, moving);
      return;
    }
    if (result.kind === 'skipped') {
      const told = result.status === undefined ? {} : { status: result.status };
      this.#failed(watched, { outcome: outcomeWithout(result.reason, result.status), ...told });
      return;
    }
    const isRead = await this.#notes.guarded(index, () => this.#judge(index, watched, result, entry.address));
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

  /** A sitemap, and a list without headlines, may have to be read again behind the lists of the turn. */
  async #judge(index: number, watched: WatchedAddress, page: PageResult, address: string): Promise<void> {
    const kind = this.#notes.visited.record.entries[index]!.entry.look!.kind;
    const isList = kind !== 'feed' && kind !== 'sitemap';
    const document = await readEntry(isList ? 'list' : kind, page, address, this.#notes.at);
    const verdict = this.#verdictOn(index, document);
    if (verdict.kind === 'failed') this.#failed(watched, { outcome: verdict.outcome });
    else if (verdict.kind === 'deferred') this.#deferred.push([index, this.#notes.visited.record.entries[index]!]);
    else {
      this.#zone = statedZone(verdict.times) ?? this.#zone;
      const { named, left } = this.#take(index, verdict);
      const isClicked = watched.kind === 'traversal' && page.rendering?.kind !== 'rendered';
      const cut = left['truncated'] === undefined ? undefined : 'truncated';
      this.#pend(watched, page, { ...verdict, named, left }, isClicked ? failureOf(page.rendering?.kind) : cut);
    }
  }

  #verdictOn(index: number, document: EntryDocument): EntryVerdict {
    if (document.kind === 'list') this.#isByHeadlines ||= this.#notes.known.length === 0;
    const { publications, places } = taughtBy(document, this.#isByHeadlines);
    this.#notes.learn(publications);
    this.#notes.learnParts(places);
    const { look, foundOn } = this.#notes.visited.record.entries[index]!.entry;
    return judgeEntry(document, {
      ...{ rules: this.#notes.rules, at: this.#notes.at, archive: this.#notes.options.archive === true },
      isUntaught: this.#notes.known.length === 0 && !this.#isTaught,
      isFirst: look !== undefined || this.#notes.visited.watched.has(foundOn),
      isPart: look === undefined,
    });
  }

  /** Whether a page has many headlines of publications. Lists are read for an archive alone. */
  isList(page: PageResult, base: string): boolean {
    if (this.#notes.options.archive !== true) return false;
    const { links } = readList(page, base).glance;
    const isListed = ({ address, text, inMenu }: GlancedLink) =>
      !inMenu && text.length >= leastListed && this.#notes.rules.kindOf(address) === 'publication';
    return links.filter(isListed).length >= leastHeadlines;
  }

  /** Reads a page as a further part of a list. Answers how much it names that is no publication, by kind. */
  part(index: number, page: PageResult, base: string): Readonly<Record<string, number>> {
    const options = { base, contentType: page.contentType, nowMs: this.#notes.at };
    const verdict = this.#verdictOn(index, readFeedPart(page.body, options) ?? readList(page, base));
    if (verdict.kind !== 'read') return {};
    const { named, left } = this.#take(index, verdict);
    if (verdict.later !== undefined) this.#takeLater(index, verdict.later, named);
    return left;
  }

  /** A server that does not know the number of a part answers with the same list for ever. */
  #takeLater(index: number, later: string, named: PendingLook['named']): void {
    const list = hash('sha1', [...named.keys()].join(' ')).slice(0, mostOfHash);
    if (!this.#lists.includes(list)) this.#take(index, { items: [], left: {}, sitemaps: [], parts: [later] });
    this.#lists = [...this.#lists, list].slice(-mostLists);
  }

  /** Notes what a document names: its publications, further parts as long as there are not too many, and its sitemaps. */
  #take(
    index: number,
    verdict: Pick<ReadVerdict, 'items' | 'left' | 'parts' | 'sitemaps'>,
  ): { readonly named: PendingLook['named']; readonly left: Counts } {
    const named = new Map<string, number | undefined>();
    const left = { ...verdict.left };
    for (const { address, hint, by, time } of verdict.items) {
      const identity = this.names.add(address, index, hint, by);
      if (identity === undefined) count(left, 'other-host');
      else named.set(identity, time);
    }
    for (const address of verdict.parts) {
      const isTooMany = this.#archivesBefore + this.#archives.size >= mostArchives;
      const identity = isTooMany ? undefined : this.names.add(address, index);
      if (identity === undefined) count(left, isTooMany ? 'archive-limit' : 'other-host');
      else this.#archives.add(identity);
    }
    for (const address of verdict.sitemaps) {
      const { belongs, rules } = this.#notes.visited;
      if (!belongs(address)) count(left, 'other-host');
      else {
        const identity = rules.normalize(new URL(address));
        this.added.push(entryAddress({ identity, address, kind: 'sitemap' }, { due: this.#notes.at }));
      }
    }
    return { named, left };
  }

  #pend(
    watched: WatchedAddress,
    { body, validators = {}, rendering }: PageResult,
    { named, left, restS, skipHours }: Pick<ReadVerdict, 'restS' | 'skipHours' | 'left'> & Pick<PendingLook, 'named'>,
    failure: LookOutcome | undefined,
  ): void {
    const { cacheControl = '', age } = validators;
    // They are of the document, which does not change with the list that scripts make of it.
    const { etag, lastModified }: Validators = rendering?.kind === 'rendered' ? {} : validators;
    const answer = {
      status: 200,
      bodyHash: hash('sha256', body),
      ...defined({ etag, lastModified }),
    };
    const hasFaults = Object.keys(left).length > 0;
    this.#looks.push({
      ...{ watched, named, isWhole: failure === undefined },
      look: (fresh, times) => ({
        report: {
          at: this.#notes.at,
          outcome: failure ?? 'read',
          status: 200,
          items: named.size,
          fresh,
          ...(hasFaults && { faults: left }),
        },
        // The next request requests what has changed since the last whole document.
        ...(failure === undefined && { answer: { ...answer, newItems: fresh } }),
        ...{ times, restS: Math.max(restS, freshSeconds(cacheControl, age)), skipHours },
      }),
    });
  }

  #lookedAt({ watched, named, look }: PendingLook, fresh: ReadonlySet<string>, outstanding: number): WatchedAddress {
    const found = [...named].filter(([identity]) => fresh.has(identity));
    const times = found.flatMap(([, time]) => (time === undefined ? [] : [time]));
    const seen = { ...look(found.length, times), outstanding };
    return lookedAt(watched, seen, this.#notes.options, this.#notes.settings);
  }
}

/** Why a page was not clicked through; bytes that are no text are not given to a browser. */
function failureOf(kind: Exclude<Rendering['kind'], 'rendered'> | undefined): LookOutcome {
  if (kind === undefined) return 'binary';
  return kind === 'no-browser' ? kind : `browser-${kind}`;
}
