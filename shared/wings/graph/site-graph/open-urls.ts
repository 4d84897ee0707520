import { NumberList } from '../../../domain/number-list.ts';
import type { SkipReason } from '../../../domain/skip-reason.ts';
import { TextTable } from '../../../domain/text-table.ts';
import type { SkippedUrl } from './graph.ts';

/** Claimed URLs without a final outcome, without an object each: a stopped crawl may have millions. */
export class OpenUrls implements Iterable<SkippedUrl> {
  private readonly addresses: TextTable;
  /** By the number of the address: the place + 1. */
  private readonly placesOf = new NumberList(16);
  private readonly urls = new NumberList(16);
  private readonly levels = new NumberList(16);
  private readonly pages = new NumberList(16);
  private readonly reasons = new NumberList(16);
  private readonly words = new TextTable();
  private readonly attempts = new NumberList(16);
  /** 0: there was no answer. */
  private readonly statuses = new NumberList(16);

  constructor(addresses: TextTable) {
    this.addresses = addresses;
  }

  get length(): number {
    return this.urls.length;
  }

  push({ url, level, foundOn, reason, attempts, status = 0 }: SkippedUrl): void {
    const number = this.addresses.add(url);
    this.placesOf.set(number, this.length + 1);
    this.urls.push(number);
    this.levels.push(level + 1);
    this.pages.push(foundOn === '' ? 0 : this.addresses.add(foundOn) + 1);
    this.reasons.push(this.words.add(reason));
    this.attempts.push(attempts);
    this.statuses.push(status);
  }

  *[Symbol.iterator](): Iterator<SkippedUrl> {
    for (let place = 0; place < this.length; place += 1) yield this.at(place);
  }

  at(place: number): SkippedUrl {
    const page = this.pages.at(place);
    const status = this.statuses.at(place);
    return {
      url: this.addresses.at(this.urls.at(place)),
      level: this.levelAt(place),
      foundOn: page === 0 ? '' : this.addresses.at(page - 1),
      reason: this.reasonAt(place),
      attempts: this.attempts.at(place),
      ...(status !== 0 && { status }),
    };
  }

  reasonAt(place: number): SkipReason {
    return this.words.at(this.reasons.at(place)) as SkipReason;
  }

  /** -1: the address is not open. */
  placeOf(address: number): number {
    return address < 0 ? -1 : this.placesOf.at(address) - 1;
  }

  levelAt(place: number): number {
    return this.levels.at(place) - 1;
  }

  /** Number of the address. */
  addressAt(place: number): number {
    return this.urls.at(place);
  }
}
