import type { FoundAddress } from '../../domain/turn/found-address.ts';
import { type AddressPattern, patternAmong } from './address-pattern.ts';
import type { ButtonBook } from './button-book.ts';
import { noStreak, type Streak, type TraversalCheckpoint } from './traversal-checkpoint.ts';
import type { Arrival } from './traversal-driver.ts';
import type { TraversalSettings } from './traversal-settings.ts';

/** Takes what a traversal finds. */
export interface TraversalFinds {
  /**
   * Addresses in the order in which the page showed them, with the buttons pressed since the page was loaded. Answers
   * for each whether it was unknown until now; an address that comes twice in one call is unknown once.
   */
  found(addresses: readonly FoundAddress[], path: readonly string[]): Promise<readonly boolean[]>;
  /** A list that the ordinary crawl can continue, beginning after `last`. */
  promoted(pattern: AddressPattern, path: readonly string[]): Promise<void>;
}

/** The gain of an arrival. */
export interface Gain {
  readonly isFruitful: boolean;
  readonly isNewAddress: boolean;
  /** Known addresses after the last unknown one. */
  readonly knownSince: number;
}

/** `undo`: nothing came because growing lists were cut, perhaps; the page is to be built again without cutting them. */
export type Verdict = 'fruitful' | 'fruitless' | 'undo';

/** Text blocks that are remembered; beyond them a new text alone makes no press fruitful. */
const mostTexts = 200_000;

/** Fruitful presses after a list was cut that show that its page does without what was cut. */
const enoughWithoutItems = 100;

/** Judges presses by what they bring, and ends the lists that are better left to others. */
export class PressJudge {
  readonly #finds: TraversalFinds;
  readonly #settings: TraversalSettings;
  readonly #book: ButtonBook;
  readonly #texts: Set<string>;
  readonly #kept: Set<string>;
  readonly #patterns: Set<string>;
  /** By growing list: fruitful presses since it was cut. */
  readonly #sinceCut: Map<string, number>;
  streak: Streak;

  constructor(finds: TraversalFinds, settings: TraversalSettings, book: ButtonBook, saved?: TraversalCheckpoint) {
    this.#finds = finds;
    this.#settings = settings;
    this.#book = book;
    this.#texts = new Set(saved?.texts);
    this.#kept = new Set(saved?.kept);
    this.#patterns = new Set(saved?.patterns);
    this.#sinceCut = new Map(saved?.sinceCut);
    this.streak = saved?.streak ?? noStreak;
  }

  /** Growing lists that are never cut. */
  get kept(): readonly string[] {
    return [...this.#kept];
  }

  /** Hands on what is new. `path`: texts of the buttons pressed since the page was loaded. */
  async collect({ snapshot, found, texts }: Arrival, path: readonly string[]): Promise<Gain> {
    const isNewFamily = this.#book.meet(snapshot);
    const unknown = found.length === 0 ? [] : await this.#finds.found(found, path);
    const isNewAddress = unknown.includes(true);
    const isNewText = this.#remember(texts);
    const knownSince = unknown.length - (unknown.lastIndexOf(true) + 1);
    return { isFruitful: isNewAddress || isNewFamily || isNewText, isNewAddress, knownSince };
  }

  #remember(texts: readonly string[]): boolean {
    const before = this.#texts.size;
    for (const text of texts) if (this.#texts.size < mostTexts) this.#texts.add(text);
    return this.#texts.size > before;
  }

  /** `isPlanned`: the press was a step of a path, so it need not bring anything. */
  async judge(
    button: string,
    gain: Gain,
    arrival: Arrival,
    { isPlanned, path }: { readonly isPlanned: boolean; readonly path: readonly string[] },
  ): Promise<Verdict> {
    if (gain.isFruitful) {
      this.#book.wasFruitful(button);
      for (const list of arrival.cuts) {
        this.#sinceCut.set(list, (this.#sinceCut.get(list) ?? 0) + arrival.presses);
      }
      await this.#extendStreak(button, gain, arrival, path);
      return 'fruitful';
    }
    const wasFruitful = this.streak.button === button && this.streak.presses > 0;
    if (!isPlanned && wasFruitful && this.#keep(arrival.cuts)) return 'undo';
    await this.#extendStreak(button, gain, arrival, path);
    this.streak = { ...this.streak, presses: 0, requests: [] };
    if (!isPlanned) this.#book.wasFruitless(button);
    return 'fruitless';
  }

  /** A22: a handler may read the list that was emptied. Answers whether a list is new among those that are kept. */
  #keep(lists: readonly string[]): boolean {
    const before = this.#kept.size;
    for (const list of lists) {
      if ((this.#sinceCut.get(list) ?? 0) < enoughWithoutItems) this.#kept.add(list);
    }
    return this.#kept.size > before;
  }

  async #extendStreak(button: string, gain: Gain, arrival: Arrival, path: readonly string[]): Promise<void> {
    const before = this.streak.button === button ? this.streak : { ...noStreak, button };
    const known = gain.isNewAddress ? gain.knownSince : before.known + gain.knownSince;
    const requests = [...before.requests, arrival.requests].slice(-3);
    this.streak = { button, presses: before.presses + 1, requests, known };
    const { untilKnown } = this.#settings;
    if (untilKnown > 0 && known >= untilKnown) this.#book.refuse(button, 'known');
    else if (gain.isNewAddress && this.streak.presses >= 3) await this.#promote(button, requests, path);
  }

  async #promote(button: string, requests: readonly (readonly string[])[], path: readonly string[]): Promise<void> {
    const pattern = patternAmong(requests);
    if (pattern === undefined || !this.#isNew(pattern)) return;
    await this.#finds.promoted(pattern, path);
    if (!this.#settings.wholeLists) this.#book.refuse(button, 'promoted');
  }

  #isNew({ before, after }: AddressPattern): boolean {
    const known = this.#patterns.size;
    this.#patterns.add(`${before}\0${after}`);
    return this.#patterns.size > known;
  }

  save(): Pick<TraversalCheckpoint, 'texts' | 'kept' | 'patterns' | 'streak' | 'sinceCut'> {
    return {
      ...{ texts: [...this.#texts], kept: [...this.#kept], patterns: [...this.#patterns] },
      ...{ streak: this.streak, sinceCut: [...this.#sinceCut] },
    };
  }
}
