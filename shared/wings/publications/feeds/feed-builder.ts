import { cutText } from '../../../domain/cut-text.ts';
import { detached } from '../../../domain/url/detached-string.ts';
import { listedAddress } from '../addresses.ts';
import { believedTime } from '../times/believed-time.ts';
import type { StatedTime } from '../times/stated-time.ts';
import type { Feed, FeedFault, FeedItem, FeedOptions } from './feed.ts';

/** Addresses by which an item may be known, best first, each with its base. */
export type RawAddresses = readonly (readonly [address: string, base: string])[];

/** The fields of a feed about an item beside its address, before anything is judged. Texts are plain. */
export interface RawItem {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly published?: string | undefined;
  readonly updated?: string | undefined;
  readonly authors: readonly string[];
  readonly summary?: string | undefined;
  readonly categories: readonly string[];
}

export interface FeedHead {
  title?: string;
  home?: string;
  language?: string;
  ttlMinutes?: number;
  skipHours: number[];
  skipDays: number[];
  next?: string;
}

/** Characters. */
const longestTitle = 1_000;
const longestSummary = 4_000;
const longestId = 1_000;
const longestName = 200;
const mostNames = 50;
/** Characters of all texts of a feed. */
const mostText = 16_000_000;
const mostItemsByDefault = 200_000;

/** An item that is read once it is known to be kept: most of a feed of a million items is not. */
interface KeptItem {
  readonly address: string;
  readonly read: () => RawItem;
}

/** Takes the items of one feed and keeps what its bounds allow. */
export class FeedBuilder {
  readonly head: FeedHead = { skipHours: [], skipDays: [] };
  readonly #options: FeedOptions;
  readonly #faults: Partial<Record<FeedFault, number>> = {};
  readonly #first: KeptItem[] = [];
  /** A ring: the oldest is at `#dropped % #half`. */
  readonly #last: KeptItem[] = [];
  readonly #half: number;
  readonly #addresses = new Set<string>();
  #dropped = 0;
  #textLeft = mostText;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#half = Math.max(1, Math.floor((options.mostItems ?? mostItemsByDefault) / 2));
  }

  fault(fault: FeedFault): void {
    this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
  }

  /** `read` is called at the end, if the item is kept. */
  add(addresses: RawAddresses, read: () => RawItem): void {
    const address = this.#addressOf(addresses);
    if (address === undefined) return;
    if (this.#addresses.has(address)) {
      this.fault('repeated');
      return;
    }
    this.#keep({ address, read });
  }

  finish(kind: Feed['kind']): Feed {
    const { skipHours, skipDays, ...head } = this.head;
    const at = this.#dropped % this.#half;
    const last = this.#dropped === 0 ? this.#last : [...this.#last.slice(at), ...this.#last.slice(0, at)];
    const items = [...this.#first, ...last].map(({ address, read }) => this.#itemOf(address, read()));
    return { kind, ...head, items, skipHours, skipDays, faults: this.#faults };
  }

  /** A text of the feed that outlives its document, at most `most` characters. */
  text(text: string | undefined, most: number): string | undefined {
    if (text === undefined || text === '') return undefined;
    const cut = cutText(text, Math.min(most, this.#textLeft));
    if (cut.length < text.length) this.fault('cut-text');
    this.#textLeft -= cut.length;
    return cut === '' ? undefined : detached(cut);
  }

  #keep(item: KeptItem): void {
    this.#addresses.add(item.address);
    if (this.#first.length < this.#half) this.#first.push(item);
    else if (this.#last.length < this.#half) this.#last.push(item);
    else this.#replaceOldest(item);
  }

  #replaceOldest(item: KeptItem): void {
    const at = this.#dropped % this.#half;
    const oldest = this.#last[at]!;
    this.#addresses.delete(oldest.address);
    this.#last[at] = item;
    this.#dropped += 1;
    this.fault('too-many');
  }

  #addressOf(addresses: RawAddresses): string | undefined {
    for (const [address, base] of addresses) {
      const url = listedAddress(address, base);
      if (url !== undefined) return detached(url);
    }
    this.fault(addresses.length === 0 ? 'no-address' : 'bad-address');
    return undefined;
  }

  #itemOf(address: string, raw: RawItem): FeedItem {
    const given = {
      id: this.text(raw.id, longestId),
      title: this.text(raw.title, longestTitle),
      published: this.#time(raw.published),
      updated: this.#time(raw.updated),
      summary: this.text(raw.summary, longestSummary),
    };
    const known = Object.entries(given).filter(([, value]) => value !== undefined);
    return {
      address,
      ...Object.fromEntries(known),
      authors: this.#names(raw.authors),
      categories: this.#names(raw.categories),
    };
  }

  #names(names: readonly string[]): readonly string[] {
    const kept = names.slice(0, mostNames).flatMap(name => this.text(name, longestName) ?? []);
    if (names.length > mostNames) this.fault('cut-text');
    return [...new Set(kept)];
  }

  #time(words: string | undefined): StatedTime | undefined {
    return believedTime(words, this.#options, why => this.fault(why));
  }
}
