import { ByteStore } from '../../../domain/byte-store.ts';
import { PackedReader, PackedWriter } from '../../../domain/packed-bytes.ts';

/** The head of a list of numbers. */
interface ListHead {
  readonly count: number;
  /** Its numbers have link types. */
  readonly isTyped: boolean;
}

/**
 * The links of pages: a list of numbers each, in the order of the page. Of each number the difference to the one before is kept:
 * links of a page are found with those beside them, so most take a byte or two.
 */
export class LinkLists {
  /** How many numbers all lists have. */
  length = 0;
  private readonly lists = new ByteStore();
  private readonly writer = new PackedWriter();
  private last = 0;

  /** Begins the next list. */
  begin({ count, isTyped }: ListHead): void {
    this.writer.clear();
    this.writer.uint(count * 2 + Number(isTyped));
    this.last = 0;
    this.length += count;
  }

  /** A number of the list that was begun, below 2^32. */
  push(number: number): void {
    const step = number - this.last;
    this.writer.uint(step < 0 ? -2 * step - 1 : 2 * step);
    this.last = number;
  }

  /** Where the list is that was begun. */
  end(): number {
    return this.lists.add(this.writer.bytes, this.writer.length);
  }

  /** Lists before this one are not read any more. */
  freeBefore(position: number): void {
    this.lists.freeBefore(position);
  }

  headAt(position: number): ListHead {
    return headOf(this.readerAt(position));
  }

  /** Writes the numbers of a list to the beginning of `numbers`, which has room for them. */
  read(position: number, numbers: Uint32Array): ListHead {
    const reader = this.readerAt(position);
    const head = headOf(reader);
    const { bytes } = reader;
    let { at } = reader;
    let number = 0;
    // The hot loop of unloading: a call for each number would cost more than all else of it.
    for (let i = 0; i < head.count; i += 1) {
      let step = bytes[at]!;
      at += 1;
      if (step >= 128) {
        step -= 128;
        for (let unit = 128, byte = 128; byte >= 128; unit *= 128) {
          byte = bytes[at]!;
          at += 1;
          step += (byte % 128) * unit;
        }
      }
      number += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
      numbers[i] = number;
    }
    return head;
  }

  private readerAt(position: number): PackedReader {
    return new PackedReader(this.lists.blockOf(position), this.lists.offsetOf(position));
  }
}

function headOf(reader: PackedReader): ListHead {
  const coded = reader.uint();
  return { count: Math.floor(coded / 2), isTyped: coded % 2 === 1 };
}
