/** A SHA-256 in hexadecimal digits, of which `hex` packs two into a byte. */
export const sha256Pattern = /^[0-9a-f]{64}$/;
const wide = /[\u0100-\uffff]/;

/** Writes integers and texts into bytes that it lends until the next `clear`. */
export class PackedWriter {
  bytes = Buffer.allocUnsafeSlow(1 << 12);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  /** Writes an integer from 0 to 2^53 - 1: seven bits a byte, the lowest first. */
  uint(value: number): void {
    this.demand(8);
    let rest = value;
    for (; rest >= 128 && rest < 2 ** 31; rest >>>= 7) {
      this.bytes[this.length] = (rest & 127) + 128;
      this.length += 1;
    }
    for (; rest >= 128; rest = Math.floor(rest / 128)) {
      this.bytes[this.length] = (rest % 128) + 128;
      this.length += 1;
    }
    this.bytes[this.length] = rest;
    this.length += 1;
  }

  /** Writes any code units, also lone surrogates. */
  text(text: string): void {
    const isWide = wide.test(text);
    this.uint(text.length * 2 + Number(isWide));
    this.demand(text.length * 2);
    this.length += this.bytes.write(text, this.length, isWide ? 'utf16le' : 'latin1');
  }

  /** Writes an even number of hexadecimal digits. */
  hex(digits: string): void {
    this.demand(digits.length >> 1);
    this.length += this.bytes.write(digits, this.length, 'hex');
  }

  private demand(room: number): void {
    if (this.length + room <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.length + room) * 2);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/** Like `toString('latin1', start, end)` without its checks, because millions of short texts are read. */
export function latin1Text(bytes: Buffer, start: number, end: number): string {
  return (bytes as Buffer & { latin1Slice(start: number, end: number): string }).latin1Slice(start, end);
}

function hexText(bytes: Buffer, start: number, end: number): string {
  return (bytes as Buffer & { hexSlice(start: number, end: number): string }).hexSlice(start, end);
}

/** Reads what a `PackedWriter` wrote, in the same order. */
export class PackedReader {
  readonly bytes: Buffer;
  /** Offset of the next value. */
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  uint(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.at]!;
      this.at += 1;
      if (byte < 128) return value + byte * unit;
      // The byte does not exist, because the memory was given back.
      if (!(byte >= 128)) throw new RangeError(`there is no byte ${this.at - 1} of ${this.bytes.length}`);
      value += (byte - 128) * unit;
    }
  }

  text(): string {
    const coded = this.uint();
    const length = Math.floor(coded / 2);
    const start = this.at;
    if (coded % 2 === 0) {
      this.at = start + length;
      return latin1Text(this.bytes, start, this.at);
    }
    this.at = start + length * 2;
    return this.bytes.toString('utf16le', start, this.at);
  }

  /** Passes over a text. */
  skipText(): void {
    const coded = this.uint();
    this.at += Math.floor(coded / 2) * (1 + (coded % 2));
  }

  hex(bytes: number): string {
    const start = this.at;
    this.at = start + bytes;
    return hexText(this.bytes, start, this.at);
  }
}
