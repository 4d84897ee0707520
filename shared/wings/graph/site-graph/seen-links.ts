import { ByteStore } from '../../../domain/byte-store.ts';
import { NumberList } from '../../../domain/number-list.ts';
import { PackedReader, PackedWriter } from '../../../domain/packed-bytes.ts';
import { TextTable } from '../../../domain/text-table.ts';

/** An external address or the text of a bad link. */
interface SeenLink {
  /** First page, in page order, that held it. */
  readonly page: string;
  readonly level: number;
  /** Anchor text, or why a link is bad. */
  readonly detail: string;
  readonly occurrences: number;
  /** Number of the link type; the least of all its pages. */
  readonly type: number;
}

/** Links out of a site by their address or text, outside of the heap, in the order in which they came. */
export class SeenLinks implements Iterable<readonly [key: string, link: SeenLink]> {
  /** How many different ones were seen. */
  distinct = 0;
  /** Of all links. */
  occurrences = 0;
  readonly keys: TextTable;
  private readonly addresses: TextTable;
  private readonly details = new ByteStore();
  private readonly writer = new PackedWriter();
  /** By the number of the key; 0 if nothing was seen, else the position of the detail + 1. */
  private readonly seen = new NumberList(16);
  private readonly pages = new NumberList(16);
  private readonly levels = new NumberList(16);
  private readonly counts = new NumberList(16);
  private readonly types = new NumberList(16);

  /** `addresses`: those of pages. `keys` may have more than was seen. */
  constructor(addresses: TextTable, keys = new TextTable()) {
    this.addresses = addresses;
    this.keys = keys;
  }

  see(key: string, { page, level, detail, occurrences, type }: SeenLink): void {
    const number = this.keys.add(key);
    this.occurrences += occurrences;
    if (this.isSeen(number)) {
      this.counts.set(number, this.counts.at(number) + occurrences);
      this.types.set(number, Math.min(this.types.at(number), type));
      return;
    }
    this.distinct += 1;
    this.writer.clear();
    this.writer.text(detail);
    this.seen.set(number, this.details.add(this.writer.bytes, this.writer.length) + 1);
    this.pages.set(number, this.addresses.add(page));
    this.levels.set(number, level + 1);
    this.counts.set(number, occurrences);
    this.types.set(number, type);
  }

  isSeen(number: number): boolean {
    return this.seen.at(number) !== 0;
  }

  *[Symbol.iterator](): Iterator<readonly [string, SeenLink]> {
    for (let number = 0; number < this.keys.size; number += 1)
      if (this.isSeen(number)) yield [this.keys.at(number), this.at(number)];
  }

  private at(number: number): SeenLink {
    const position = this.seen.at(number) - 1;
    return {
      page: this.addresses.at(this.pages.at(number)),
      level: this.levels.at(number) - 1,
      detail: new PackedReader(this.details.blockOf(position), this.details.offsetOf(position)).text(),
      occurrences: this.counts.at(number),
      type: this.types.at(number),
    };
  }
}
