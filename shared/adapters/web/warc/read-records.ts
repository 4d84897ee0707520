import { setImmediate } from 'node:timers/promises';
import type { ArchiveFile, ArchiveFiles } from './archive-file.ts';
import { isMember, memberPieces, memberStart, SmallMembers } from './gzip-records.ts';
import { blanksIn, formOf, mostHeadBytes, type RecordForm, type RecordHead, recordHead } from './record-head.ts';

/** Where a record is. */
export interface RecordPlace {
  readonly file: ArchiveFile;
  readonly offset: number;
  readonly form: RecordForm;
}

export interface FoundRecord extends RecordPlace, RecordHead {
  /** Bytes in the file. */
  readonly size: number;
  /** The beginning of its block: up to 64 KiB. */
  readonly block: Buffer;
}

interface Reading {
  readonly files: ArchiveFiles;
  /** Is called with a sentence for each place that holds no whole record. */
  readonly damaged: (text: string) => void;
}

const beginningBytes = 64 * 1024;
/** Of a head with what is read of its block at first. */
const mostStartBytes = mostHeadBytes + beginningBytes;
/** Line ends behind a block. */
const endBytes: Readonly<Record<RecordForm, number>> = { warc: 4, arc: 1 };
/** Places in one file that look like the beginning of a record and are none. */
const mostTries = 1_000;
const searchedBytes = 1024 * 1024;
const turnMs = 20;

/**
 * All whole records of a file in order: plain, packed record by record, or packed otherwise, which is unpacked first. Damaged
 * records are passed over.
 */
export async function* recordsIn(file: ArchiveFile, reading: Reading): AsyncGenerator<FoundRecord, void> {
  yield* new RecordReader(file, reading).records();
}

/** The record at a place, with at most `most` bytes of its block. Throws a sentence where there is none. */
export function recordAt({ file, offset, form }: RecordPlace, most: number): RecordHead & { readonly block: Buffer } {
  const head = headAt(file, offset, form);
  if (head === undefined) throw new Error(`${file.name} has no whole record at byte ${offset}`);
  const end = head.start + Math.min(head.length, most);
  return { ...head, block: startOf(file, offset, end).subarray(head.start, end) };
}

/** The first bytes of the record at `offset`: `least`, or all. */
function startOf(file: ArchiveFile, offset: number, least: number): Buffer {
  return isMember(file, offset) ? memberStart(file, offset, least) : file.bytesAt(offset, least);
}

/** Where the first record is, if there is one. */
export function firstPlace(file: ArchiveFile): RecordPlace {
  return { file, offset: 0, form: formOf(startOf(file, 0, 64)) };
}

type Step =
  | { readonly kind: 'record'; readonly head: RecordHead; readonly block: Buffer; readonly end: number }
  | { readonly kind: 'nothing'; readonly end: number }
  /** Records and members do not begin and end together. */
  | { readonly kind: 'mixed' }
  | { readonly kind: 'damaged'; readonly searchFrom: number; readonly head?: RecordHead };

class RecordReader {
  readonly #file: ArchiveFile;
  readonly #reading: Reading;
  readonly #form: RecordForm;
  readonly #small: SmallMembers;
  #tries = 0;
  #turnEnds = 0;

  constructor(file: ArchiveFile, reading: Reading) {
    this.#file = file;
    this.#reading = reading;
    this.#form = firstPlace(file).form;
    this.#small = new SmallMembers(file);
  }

  async *records(): AsyncGenerator<FoundRecord, void> {
    const file = this.#file;
    let offset = this.#afterBlanks(0);
    for (; offset < file.size; offset = this.#afterBlanks(offset)) {
      await this.#letOthersWork();
      const step = await this.#stepAt(offset);
      if (step.kind === 'record')
        yield {
          ...step.head,
          ...this.#placeOf(offset),
          size: step.end - offset,
          block: step.block.subarray(0, beginningBytes),
        };
      if (step.kind === 'mixed') offset = yield* this.#unpackedFrom(offset);
      else offset = step.kind === 'damaged' ? await this.#passOver(offset, step) : step.end;
    }
    if (offset > file.size) this.#reading.damaged(`${file.name} is cut: its last member of gzip has no end`);
  }

  #placeOf(offset: number): RecordPlace {
    return { file: this.#file, offset, form: this.#form };
  }

  async #stepAt(offset: number): Promise<Step> {
    if (!isMember(this.#file, offset)) return this.#plainAt(offset);
    try {
      const small = this.#small.at(offset);
      if (small === undefined) return await this.#largeMemberAt(offset);
      return this.#inMember({ ...small, size: small.data.length });
    } catch {
      return { kind: 'damaged', searchFrom: offset + 1, ...this.#headOf(offset) };
    }
  }

  #plainAt(offset: number): Step {
    const head = headAt(this.#file, offset, this.#form);
    if (head === undefined) return { kind: 'damaged', searchFrom: offset + 1 };
    const start = offset + head.start;
    const end = start + head.length;
    if (!this.#isEnd(end)) return { kind: 'damaged', searchFrom: start, head };
    const block = this.#file.bytesAt(start, Math.min(head.length, beginningBytes));
    return { kind: 'record', head, block, end: Math.min(end + endBytes[this.#form], this.#afterBlanks(end)) };
  }

  /** Behind a block come blank lines, the next record, or the end; else its length is wrong. */
  #isEnd(end: number): boolean {
    const next = end > this.#file.size ? -1 : this.#afterBlanks(end);
    return next >= 0 && (next >= end + endBytes[this.#form] || next >= this.#file.size || this.#begins(next));
  }

  /** A member that is read as far as its record goes: what comes behind need not be unpacked. */
  async #largeMemberAt(offset: number): Promise<Step> {
    let end: number | undefined;
    let size = 0;
    let data = Buffer.alloc(0);
    let head: RecordHead | undefined;
    const pieces = memberPieces(this.#file, offset, at => {
      end = at;
    });
    for await (const piece of pieces) {
      size += piece.length;
      if (data.length < mostStartBytes) data = Buffer.concat([data, piece]);
      head ??= recordHead(data, this.#form);
      if (head === undefined ? data.length > mostHeadBytes : size > head.start + head.length + endBytes[this.#form])
        break;
    }
    if (end === undefined && head !== undefined) return { kind: 'mixed' };
    return end === undefined ? { kind: 'damaged', searchFrom: offset + 1 } : this.#inMember({ data, size, end });
  }

  #inMember({ data, size, end }: { data: Buffer; size: number; end: number }): Step {
    if (data.length === size && blanksIn(data) === size) return { kind: 'nothing', end };
    const head = recordHead(data, this.#form);
    const isWhole = head !== undefined && head.start + head.length <= size;
    const next = this.#afterBlanks(end);
    if (!isWhole && (next >= this.#file.size || this.#begins(next) || !isMember(this.#file, next)))
      return { kind: 'damaged', searchFrom: end, ...(head && { head }) };
    if (!isWhole) return { kind: 'mixed' };
    const blockEnd = head.start + head.length;
    const rest = data.length === size ? data.subarray(blockEnd) : noBytes;
    if (blanksIn(rest) < rest.length) return { kind: 'mixed' };
    return { kind: 'record', head, block: data.subarray(head.start, blockEnd), end };
  }

  /** Where it goes on behind the members that follow each other. */
  async *#unpackedFrom(offset: number): AsyncGenerator<FoundRecord, number> {
    let at = offset;
    const file = this.#file;
    const pieces = async function* (): AsyncGenerator<Buffer, void> {
      try {
        while (isMember(file, at))
          yield* memberPieces(file, at, end => {
            at = end;
          });
      } catch {
        // The search for the next record says what is lost.
      }
    };
    yield* recordsIn(await this.#reading.files.unpack(file, pieces()), this.#reading);
    return at === offset ? await this.#passOver(offset, { searchFrom: offset + 1 }) : at;
  }

  /** Where the next record begins; says what is lost. */
  async #passOver(offset: number, { searchFrom, head }: { searchFrom: number; head?: RecordHead }): Promise<number> {
    const next = await this.#nextAfter(searchFrom);
    const about = head?.fields.get('warc-target-uri');
    const lost =
      about === undefined
        ? `${next - offset} bytes are passed over`
        : `a ${head?.fields.get('warc-type')} of ${about} is lost`;
    const further =
      this.#tries > mostTries ? '; there are too many such places, so all that follows is passed over' : '';
    this.#reading.damaged(`${this.#file.name} has no whole record at byte ${offset}; ${lost}${further}`);
    return next;
  }

  async #nextAfter(from: number): Promise<number> {
    for (let at = from; at < this.#file.size; at += searchedBytes) {
      await this.#letOthersWork();
      // A mark may lie across the end of what is searched.
      const text = this.#file.bytesAt(at, searchedBytes + 8).toString('latin1');
      for (const { index } of text.matchAll(marks[this.#form])) {
        if (index >= searchedBytes) break;
        if (this.#begins(at + index)) return at + index;
        this.#tries += 1;
        if (this.#tries > mostTries) return this.#file.size;
      }
    }
    return this.#file.size;
  }

  #begins(offset: number): boolean {
    return headAt(this.#file, offset, this.#form) !== undefined;
  }

  #headOf(offset: number): { head?: RecordHead } {
    const head = headAt(this.#file, offset, this.#form);
    return head === undefined ? {} : { head };
  }

  #afterBlanks(from: number): number {
    for (let at = from; ; at += beginningBytes) {
      const bytes = this.#file.bytesAt(at, beginningBytes);
      const blanks = blanksIn(bytes);
      if (blanks < beginningBytes) return at + blanks;
    }
  }

  /** Signals come through between two turns. */
  async #letOthersWork(): Promise<void> {
    if (performance.now() < this.#turnEnds) return;
    await setImmediate();
    this.#turnEnds = performance.now() + turnMs;
  }
}

const noBytes = Buffer.alloc(0);
/** The possible beginnings of a record; its head shows whether it is one. */
const marks: Readonly<Record<RecordForm, RegExp>> = {
  // biome-ignore-start lint/suspicious/noControlCharactersInRegex: they begin a member of gzip.
  warc: /WARC\/\d\.|\x1f\x8b\x08[\0-\x1f]/g,
  arc: /(?<![^\n])[a-z][\w+.-]*:|\x1f\x8b\x08[\0-\x1f]/gi,
  // biome-ignore-end lint/suspicious/noControlCharactersInRegex: they begin a member of gzip.
};

function headAt(file: ArchiveFile, offset: number, form: RecordForm): RecordHead | undefined {
  for (const least of [1024, beginningBytes, mostHeadBytes]) {
    const bytes = startOf(file, offset, least);
    const head = recordHead(bytes, form);
    if (head !== undefined || bytes.length < least || !begins(bytes, form)) return head;
  }
  return undefined;
}

function begins(bytes: Buffer, form: RecordForm): boolean {
  const at = blanksIn(bytes);
  return form === 'arc' || bytes.toString('latin1', at, at + 5) === 'WARC/';
}
