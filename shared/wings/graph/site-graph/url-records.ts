import { ByteStore } from '../../../domain/byte-store.ts';
import { NumberList } from '../../../domain/number-list.ts';
import { PackedReader, PackedWriter } from '../../../domain/packed-bytes.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { TextTable } from '../../../domain/text-table.ts';
import { readRecord, recordKinds, writeRecord } from './record-bytes.ts';
import type { UrlRecord } from './url-record.ts';

/** By place, lowest first: whether there is a page, whether the identity was asked for, the kind + 1; above them the level + 1. */
const flags = { page: 1, asked: 2, kind: 4, level: 32 } as const;

/**
 * What became of each URL of a site, as bytes outside of the heap: a record is made anew whenever it is read. Records have places from
 * 0 on, in the order in which their URLs came first; a place whose record was deleted stays empty.
 */
export class UrlRecords {
  /** With a record, or without one any more. */
  places = 0;
  private count = 0;
  private readonly addresses: TextTable;
  private readonly bytes = new ByteStore();
  private readonly writer = new PackedWriter();
  /** By the number of the address: its place + 1. */
  private readonly placesOf = new NumberList(64);
  /** By place: the number of the address, where the bytes are, and `flags`. */
  private readonly numbers = new NumberList(64);
  private readonly positions = new NumberList(64);
  private readonly heads = new NumberList(64);

  constructor(addresses: TextTable) {
    this.addresses = addresses;
  }

  get size(): number {
    return this.count;
  }

  get(identity: string): UrlRecord | undefined {
    const place = this.placeOf(this.addresses.find(identity));
    return place < 0 ? undefined : this.at(place);
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
    writeRecord(this.writer, record, this.addresses);
    this.positions.set(place, this.bytes.add(this.writer.bytes, this.writer.length));
    const head =
      (record.page === undefined ? 0 : flags.page) +
      (record.address === identity ? flags.asked : 0) +
      (recordKinds.indexOf(record.outcome.kind) + 1) * flags.kind;
    this.heads.set(place, (record.level + 1) * flags.level + head);
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

  at(place: number): UrlRecord {
    const identity = this.identityAt(place);
    return readRecord(this.readerAt(place), { identity, level: this.levelAt(place) }, this.addresses);
  }

  levelAt(place: number): number {
    return Math.floor(this.heads.at(place) / flags.level) - 1;
  }

  kindAt(place: number): Outcome['kind'] | undefined {
    return recordKinds[((this.heads.at(place) % flags.level) >> 2) - 1];
  }

  /** False also where there is no such place (-1). */
  hasPageAt(place: number): boolean {
    return place >= 0 && (this.heads.at(place) & flags.page) !== 0;
  }

  /** Whether the normalized address was asked for. */
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
