import { ByteStore } from '../../../domain/byte-store.ts';
import { NumberList } from '../../../domain/number-list.ts';
import { PackedReader, PackedWriter } from '../../../domain/packed-bytes.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { TextTable } from '../../../domain/text-table.ts';
import { FewTexts } from './few-texts.ts';
import { readRecord, recordKinds, type SharedTexts, writeRecord } from './record-bytes.ts';
import type { UrlRecord } from './url-record.ts';

/**
 * By place, lowest first: whether there is a page, whether the identity was requested, the kind + 1, whether links of the page were
 * dropped, whether fields were not read, how the page did not change (`unchangedKinds`); above them the level + 1.
 */
const flags = { page: 1, asked: 2, kind: 4, dropped: 32, unread: 64, unchanged: 128, level: 512 } as const;
const unchangedKinds = ['', 'not-loaded', 'not-parsed'] as const;

/** The sums over its records in the summary of a site. */
export interface RecordSums {
  readonly linksDropped: number;
  readonly fieldsUnread: number;
  readonly notLoaded: number;
  readonly notParsed: number;
}

/**
 * The outcome of each URL of a site, as bytes outside of the heap: a record is made anew whenever it is read. Records have places
 * from 0 on, in the order in which their URLs came first; a place whose record was deleted stays empty.
 */
export class UrlRecords {
  /** With a record, or without one any more. */
  places = 0;
  /** Some page analyzer said something of a page that was there once. */
  hasAnalyses = false;
  private count = 0;
  private readonly addresses: TextTable;
  private readonly shared: SharedTexts;
  private readonly bytes = new ByteStore();
  private readonly writer = new PackedWriter();
  /** By the number of the address: its place + 1. */
  private readonly placesOf = new NumberList(64);
  /** By place: the number of the address, where the bytes are, and `flags`. */
  private readonly numbers = new NumberList(64);
  private readonly positions = new NumberList(64);
  private readonly heads = new NumberList(64);
  /** By place: where the links of the page are. */
  private readonly lists = new NumberList(64);

  constructor(addresses: TextTable) {
    this.addresses = addresses;
    this.shared = { addresses, words: new FewTexts() };
  }

  get size(): number {
    return this.count;
  }

  /** `withNames`: with the last two texts of `Markup`. */
  get(identity: string, withNames = false): UrlRecord | undefined {
    const place = this.placeOf(this.addresses.find(identity));
    return place < 0 ? undefined : this.at(place, withNames);
  }

  hasPage(identity: string): boolean {
    return this.hasPageAt(this.placeOf(this.addresses.find(identity)));
  }

  set(identity: string, record: UrlRecord): void {
    const number = this.addresses.add(identity);
    let place = this.placeOf(number);
    if (place < 0) {
      place = this.places;
      this.places += 1;
      this.count += 1;
      this.placesOf.set(number, place + 1);
      this.numbers.set(place, number);
    }
    this.writer.clear();
    writeRecord(this.writer, record, this.shared);
    this.positions.set(place, this.bytes.add(this.writer.bytes, this.writer.length));
    this.heads.set(place, headOf(record));
    this.lists.set(place, record.page?.links ?? 0);
    this.hasAnalyses ||= record.page?.analyses !== undefined;
  }

  delete(identity: string): void {
    const number = this.addresses.find(identity);
    if (this.placeOf(number) < 0) return;
    this.placesOf.set(number, 0);
    this.count -= 1;
  }

  *keys(): Iterable<string> {
    for (const place of this.usedPlaces()) yield this.identityAt(place);
  }

  /** In the order of their places. */
  *values(): Iterable<UrlRecord> {
    for (const place of this.usedPlaces()) yield this.at(place);
  }

  /** Places with a record, those of one kind or all. */
  usedPlaces(kind?: Outcome['kind']): Uint32Array {
    const places = new Uint32Array(this.count);
    let count = 0;
    for (let place = 0; place < this.places; place += 1) {
      if (this.placeOf(this.numbers.at(place)) !== place) continue;
      if (kind !== undefined && this.kindAt(place) !== kind) continue;
      places[count] = place;
      count += 1;
    }
    return places.subarray(0, count);
  }

  /** -1: the address has no record. */
  placeOf(address: number): number {
    return address < 0 ? -1 : this.placesOf.at(address) - 1;
  }

  at(place: number, withNames = false): UrlRecord {
    const known = {
      identity: this.identityAt(place),
      level: this.levelAt(place),
      links: this.listAt(place),
      withNames,
    };
    return readRecord(this.readerAt(place), known, this.shared);
  }

  /** Where the links of the page at a place are in `CollectedSite.links`. */
  listAt(place: number): number {
    return this.lists.at(place);
  }

  sums(): RecordSums {
    const sums = { linksDropped: 0, fieldsUnread: 0, notLoaded: 0, notParsed: 0 };
    for (const place of this.usedPlaces()) {
      const head = this.heads.at(place);
      if ((head & flags.dropped) !== 0) sums.linksDropped += this.at(place).page!.linksDropped;
      if ((head & flags.unread) !== 0) sums.fieldsUnread += 1;
      const unchanged = unchangedKinds[(head >> 7) & 3];
      if (unchanged === 'not-loaded') sums.notLoaded += 1;
      if (unchanged === 'not-parsed') sums.notParsed += 1;
    }
    return sums;
  }

  levelAt(place: number): number {
    return Math.floor(this.heads.at(place) / flags.level) - 1;
  }

  kindAt(place: number): Outcome['kind'] | undefined {
    return recordKinds[((this.heads.at(place) >> 2) & 7) - 1];
  }

  /** False also if there is no such place (-1). */
  hasPageAt(place: number): boolean {
    return place >= 0 && (this.heads.at(place) & flags.page) !== 0;
  }

  /** Whether the normalized address was requested. */
  isAskedAsIdentity(place: number): boolean {
    return (this.heads.at(place) & flags.asked) !== 0;
  }

  /** Number of the address. */
  addressAt(place: number): number {
    return this.numbers.at(place);
  }

  identityAt(place: number): string {
    return this.addresses.at(this.numbers.at(place));
  }

  private readerAt(place: number): PackedReader {
    const position = this.positions.at(place);
    return new PackedReader(this.bytes.blockOf(position), this.bytes.offsetOf(position));
  }
}

function headOf({ identity, address, level, outcome, page, unchanged }: UrlRecord): number {
  return (
    (page === undefined ? 0 : flags.page) +
    (address === identity ? flags.asked : 0) +
    (recordKinds.indexOf(outcome.kind) + 1) * flags.kind +
    (page === undefined || page.linksDropped === 0 ? 0 : flags.dropped) +
    (page?.hasUnreadFields === true ? flags.unread : 0) +
    Math.max(0, unchangedKinds.indexOf(unchanged ?? '')) * flags.unchanged +
    (level + 1) * flags.level
  );
}
