import { defined } from '../../../domain/defined.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { WatchOptions } from '../../../domain/spec/crawl-spec.ts';
import type { UnreadPage } from '../../../domain/turn/turn-reader.ts';
import type { ApplicationRunner } from '../applications/application-runner.ts';
import { TurnApplications } from '../applications/turn-applications.ts';
import { PublicationRules } from '../finding/publication-rules.ts';
import type { VisitedTurn } from '../visits/source-reader.ts';
import { readMemory, type SourceMemory, withKnown } from './source-memory.ts';
import { readSettings, type SourceSettings } from './source-settings.ts';

/** Addresses of one document from which the rules learn. */
const mostLearnt = 200;
const mostParts = 200;

/** The user's applications, and which are on where a source says nothing. */
export interface WatchApplications {
  readonly runner: ApplicationRunner;
  readonly order: readonly string[];
}

/** The notes that all readers of a turn of a source share. */
export class VisitNotes {
  readonly visited: VisitedTurn;
  /** Those of the watch, and what a person has set for the source. */
  readonly options: WatchOptions;
  /** As it was before the turn. */
  readonly memory: SourceMemory;
  readonly settings: SourceSettings;
  /** Epoch ms at which the turn was fetched. */
  readonly at: number;
  /** Beside the entries of the turn. */
  readonly outcomes: Outcome[];
  readonly unread: UnreadPage[] = [];
  /** By index of the entry: why its page is no publication, where the outcome says less. */
  readonly reasons = new Map<number, string>();
  /** Why addresses that other sources named are no publications. */
  readonly refused: string[] = [];
  /** Indexes of entries whose addresses are tried again later. */
  readonly waiting = new Set<number>();
  /** Kinds of addresses that further parts of lists name, each as often as it is named. */
  readonly left: string[] = [];
  readonly applications: TurnApplications;
  #known: readonly string[];
  #parts: readonly string[];
  #rules: PublicationRules | undefined;

  constructor(
    visited: VisitedTurn,
    options: WatchOptions,
    outcomes: readonly Outcome[],
    { runner, order }: WatchApplications,
  ) {
    this.visited = visited;
    this.memory = readMemory(visited.memory);
    this.settings = readSettings(visited.settings);
    const { archive, timeZone } = this.settings;
    this.options = { ...options, ...defined({ archive, timeZone }) };
    this.at = visited.record.at ?? 0;
    this.outcomes = [...outcomes];
    this.#known = this.memory.known;
    this.#parts = this.memory.parts ?? [];
    this.applications = new TurnApplications({
      ...{ runner, order: this.settings.applications ?? order, source: visited.site, at: this.at },
      origin: visited.record.origin,
      standings: this.memory.applications ?? {},
      onSince: this.settings.applicationsOn ?? {},
    });
  }

  /** Addresses of publications, the latest last. */
  get known(): readonly string[] {
    return this.#known;
  }

  /** Which addresses are publications, as far as it is known by now. */
  get rules(): PublicationRules {
    this.#rules ??= new PublicationRules([new URL(this.visited.record.origin).host], this.#known, this.#parts);
    return this.#rules;
  }

  /** Addresses that are publications, for an entry says so: what looks like them is one too. */
  learn(addresses: readonly string[]): void {
    const own = addresses.filter(address => this.visited.belongs(address)).slice(0, mostLearnt);
    const before = this.#known.length;
    this.#known = withKnown(this.#known, own);
    if (this.#known.length !== before || own.length > 0) this.#rules = undefined;
  }

  /** Places in which addresses of further parts of lists count. */
  get parts(): readonly string[] {
    return this.#parts;
  }

  /** A list of the source counts in these places. */
  learnParts(places: readonly string[]): void {
    const fresh = places.filter(place => !this.#parts.includes(place));
    if (fresh.length === 0 || this.#parts.length + fresh.length > mostParts) return;
    this.#parts = [...this.#parts, ...fresh];
    this.#rules = undefined;
  }

  /** An address that turned out to be a publication. */
  learnFound(address: string): void {
    this.#known = withKnown(this.#known, [address]);
  }

  /** Whether it was read: what throws costs that page only. */
  async guarded(index: number, read: () => Promise<void>): Promise<boolean> {
    const isKiller = this.visited.killers.includes(index);
    try {
      if (isKiller) throw new Error('whatever read it died');
      await this.visited.reading(index);
      await read();
      return true;
    } catch (error) {
      this.outcomes[index] = { kind: 'skipped', reason: 'parser', status: 200 };
      this.unread.push({
        page: index,
        why: isKiller ? 'whatever read it died' : `reading it failed: ${String(error)}`,
      });
      return false;
    }
  }
}
