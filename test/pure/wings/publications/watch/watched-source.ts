/** A watched source without an engine around it: fetched pages go in, and what the watch keeps comes out. */
import { SqlitePublications } from '../../../../../shared/adapters/local/publications/sqlite-publications.ts';
import type { FetchResult } from '../../../../../shared/domain/protocol/classify-answer.ts';
import type { Outcome } from '../../../../../shared/domain/protocol/crawl-state.ts';
import type { WatchChanges, WatchedAddress } from '../../../../../shared/domain/protocol/watched-address.ts';
import { type WatchOptions, watchDefaults } from '../../../../../shared/domain/spec/crawl-spec.ts';
import { createCrawlRules } from '../../../../../shared/domain/turn/crawl-rules.ts';
import type { FetchedEntry } from '../../../../../shared/domain/turn/turn-record.ts';
import type { PageKeeper } from '../../../../../shared/wings/publications/kept/kept-pages.ts';
import type { MentionSearch } from '../../../../../shared/wings/publications/mentioned/search-version.ts';
import type { PublicationRow } from '../../../../../shared/wings/publications/store/publication-store.ts';
import type { SourceReading } from '../../../../../shared/wings/publications/visits/source-reader.ts';
import {
  type EntryState,
  entryAddress,
  type LookReport,
  readEntryState,
} from '../../../../../shared/wings/publications/watch/entry-state.ts';
import { readMemory, type SourceMemory } from '../../../../../shared/wings/publications/watch/source-memory.ts';
import type { SourceSettings } from '../../../../../shared/wings/publications/watch/source-settings.ts';
import { visitReader } from '../../../../../shared/wings/publications/watch/visit-reader.ts';
import { specOf } from '../../../../simulation/plans.ts';

export const origin = 'https://news.example';
/** When the first turn is fetched. */
export const noon = Date.UTC(2026, 4, 5, 12);
export const hourMs = 3_600_000;

const spec = { ...specOf({ delayMs: 0, sites: [{ url: `${origin}/` }] }), duplicates: 'keep' as const };
const rules = createCrawlRules(spec);

/** The answer to a request: a body, a status without a page, or anything else that a fetch may give. */
export type Fetched = string | Uint8Array | number | FetchResult;

/** The outcome of one turn. */
export interface Kept {
  /** By address. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly reading: SourceReading;
  readonly changes: WatchChanges;
  readonly memory: SourceMemory;
}

interface Turn {
  /** Where links of pages have led to the addresses; level 0 is the start page. */
  readonly level?: number;
  /** Identity of the entry that named the addresses. */
  readonly foundOn?: string;
  readonly killers?: readonly number[];
}

export class WatchedSource {
  readonly options: WatchOptions;
  readonly publications = new SqlitePublications(':memory:');
  readonly watched = new Map<string, WatchedAddress>();
  /** When the next turn is fetched. */
  at = noon;
  memory: SourceMemory;
  /** The settings of a person. */
  settings: SourceSettings = { version: 1 };
  /** Where addresses are redirected to, by path. */
  readonly redirects = new Map<string, string>();
  /** The matcher by which texts are searched; undefined where the watch has no list. */
  search: MentionSearch | undefined;
  /** Keeps the pages of publications. */
  keeper: PageKeeper | undefined;
  #turns = 0;

  constructor(options: Partial<WatchOptions> = {}, memory: Partial<SourceMemory> = {}) {
    this.options = { ...watchDefaults, ...options };
    this.memory = { version: 1, known: [], hints: {}, ...memory };
  }

  [Symbol.dispose](): void {
    this.publications.close();
  }

  /** An entry of the source, which is looked at from now on. */
  entry(
    path: string,
    kind: 'feed' | 'sitemap' | 'page' | 'traversal',
    state: Pick<EntryState, 'known'> = {},
  ): WatchedAddress {
    const address = `${origin}${path}`;
    const entry = entryAddress({ identity: address, address, kind }, { due: this.at, ...state });
    this.watched.set(entry.identity, entry);
    return entry;
  }

  watch(address: WatchedAddress): void {
    this.watched.set(address.identity, address);
  }

  /** A turn of addresses that are fetched for the first time. */
  async finds(pages: Readonly<Record<string, Fetched>>, turn: Turn = {}): Promise<Kept> {
    const entries = Object.entries(pages).map(([path, fetched]): FetchedEntry => {
      const led = this.#ledFrom(path, addressOf(path));
      return {
        entry: { ...led, attempt: 1, foundOn: turn.foundOn ?? `${origin}/` },
        result: resultOf(fetched),
      };
    });
    return await this.#read(entries, turn);
  }

  /** A turn of addresses that are looked at again. */
  async looks(pages: Readonly<Record<string, Fetched>>, turn: Turn = {}): Promise<Kept> {
    const entries = Object.entries(pages).map(([path, fetched]): FetchedEntry => {
      const identity = addressOf(path);
      const plain = { kind: 'publication', fields: {}, address: identity.replace('#clicks', '') } as const;
      const { kind, fields, address } = this.watched.get(identity) ?? plain;
      const look = { of: identity, kind, fields };
      return { entry: { ...this.#ledFrom(path, address), attempt: 1, foundOn: '', look }, result: resultOf(fetched) };
    });
    return await this.#read(entries, turn);
  }

  #ledFrom(path: string, address: string): Pick<FetchedEntry['entry'], 'identity' | 'address' | 'via'> {
    const target = this.redirects.get(path);
    if (target === undefined) return { identity: addressOf(path), address, via: [] };
    return { identity: addressOf(target), address: addressOf(target), via: [address] };
  }

  async #read(entries: readonly FetchedEntry[], { level = 1, killers = [] }: Turn): Promise<Kept> {
    this.#turns += 1;
    const reader = visitReader(this.publications, this.options, async () => this.search, undefined, this.keeper);
    const reading = await reader.read({
      ...{ site: 1, rules, killers, watched: this.watched, reading: async () => undefined },
      belongs: address => rules.siteKey(address) === rules.siteKey(origin),
      record: { turn: this.#turns, phase: { level, round: 0 }, origin, at: this.at, entries },
      memory: JSON.stringify(this.memory),
      settings: JSON.stringify(this.settings),
    });
    const changes = await reading.keep({
      fresh: new Set(reading.named.map(({ identity }) => identity)),
      left: new Map(),
    });
    for (const each of [...changes.watched, ...changes.added]) this.watched.set(each.identity, each);
    for (const identity of changes.ended) this.watched.delete(identity);
    this.memory = readMemory(changes.memory);
    const outcomes = new Map(entries.map(({ entry }, index) => [entry.address, reading.outcomes[index]!] as const));
    return { outcomes, reading, changes, memory: this.memory };
  }

  /** Addresses of publications, each with its state and the number of its version, by address. */
  async kept(): Promise<readonly string[]> {
    const rows = await this.rows();
    return rows.map(({ identity, state, version }) => `${pathOf(identity)} ${state} ${version}`).toSorted();
  }

  async rows(): Promise<readonly PublicationRow[]> {
    return await this.publications.find({}, 1_000);
  }

  /** The one publication that there is. */
  async only(): Promise<PublicationRow> {
    const rows = await this.rows();
    if (rows.length !== 1) throw new Error(`there are ${rows.length} publications`);
    return rows[0]!;
  }

  /** Hours from now until the next look at an address; undefined where nobody looks at it any more. */
  hoursLeft(path: string): number | undefined {
    const watched = this.watched.get(addressOf(path));
    return watched && (watched.due - this.at) / hourMs;
  }

  state(path: string): EntryState {
    return readEntryState(this.watched.get(addressOf(path))!);
  }

  last(path: string): LookReport {
    return this.state(path).last!;
  }
}

/** Addresses of the source that a turn names, as their paths. */
export function namedPaths({ reading }: Kept): readonly string[] {
  return reading.named.map(({ identity }) => pathOf(identity));
}

/** The outcome of an address: its kind, or why it was skipped. */
export function outcomeOf({ outcomes }: Kept, path: string): string {
  const outcome = outcomes.get(addressOf(path))!;
  return outcome.kind === 'skipped' ? outcome.reason : outcome.kind;
}

function addressOf(path: string): string {
  return path.startsWith('/') ? `${origin}${path}` : path;
}

function pathOf(identity: string): string {
  return identity.startsWith(origin) ? identity.slice(origin.length) : identity;
}

function resultOf(fetched: Fetched): FetchResult {
  if (typeof fetched === 'number') return { kind: 'skipped', reason: 'http-status', status: fetched };
  return typeof fetched === 'string' || fetched instanceof Uint8Array ? page(fetched) : fetched;
}

export function page(
  body: string | Uint8Array,
  given: Partial<Extract<FetchResult, { kind: 'page' }>> = {},
): FetchResult {
  return { kind: 'page', contentType: 'text/html; charset=utf-8', body: Buffer.from(body), validators: {}, ...given };
}

/** A page that is an article beyond doubt, and tells no time. */
export function story(about: string, sentences = 8): string {
  const text = Array.from({ length: sentences }, (_, n) => `<p>${sentenceOf(about, n)}</p>`).join('');
  return `<title>The council speaks of ${about}</title><article><h1>The council speaks of ${about}</h1>${text}</article>`;
}

function sentenceOf(about: string, n: number): string {
  return `In sentence ${n} the council speaks of ${about}, and whoever lives beside the river listens to it with care.`;
}

/**
 * A page of one paragraph of `length` characters behind a headline whose words the paragraph has: without a time, only its
 * length makes it more or less of an article.
 */
export function shortPage(length: number, { head = '', body = '' } = {}): string {
  const text = 'A bridge over the river '.repeat(Math.ceil(length / 24)).slice(0, length - 1);
  return `<title>A bridge over the river</title>${head}<body>${body}<div><p>${text.trimEnd().padEnd(length - 1, 'r')}.</p></div>`;
}

/** The page of a service that demands proof that a person is there. Its words would be a publication without the script. */
export const challenge = `<title>Just a moment...</title><script>window._cf_chl_opt = {};</script><article><p>${'The council speaks of the bridge. '.repeat(20)}</p></article>`;
