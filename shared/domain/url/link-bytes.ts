import type { ResolvedLink } from './resolved-link.ts';

/** Small, because a crawl may have many small sites; both double when full. */
const startSlots = 1 << 8;
const startBytes = 1 << 12;
/** Most slots that are tried for a key, because a site can make many texts with equal hashes. */
const mostProbes = 64;
const sharp = 35;
const space = 32;

/**
 * Hash table from the raw bytes of links to their meanings (open addressing, linear probing), so that a repeated link
 * costs no string. A key is a folder's number and the bytes up to the fragment.
 */
export class LinkBytes {
  /** End of the key in the last `find`. */
  keyEnd = 0;
  #hash = 0;
  /** Whether the last `find` reached a free slot. */
  #hasRoom = true;
  #links: ResolvedLink[] = [];
  /** For each slot: 1 + the index of an entry, 0 for none. */
  #slots = new Int32Array(startSlots);
  /** For each entry. */
  #hashes = new Int32Array(startSlots / 2);
  #folders = new Int32Array(startSlots / 2);
  #ends = new Int32Array(startSlots / 2);
  /** The keys' bytes, one after the other. */
  #bytes = new Uint8Array(startBytes);

  get size(): number {
    return this.#links.length;
  }

  /** Bytes of its keys. */
  get bytes(): number {
    return this.#endOf(this.#links.length - 1);
  }

  /** `start` and `end` enclose the value of an attribute in `page`. */
  find(folder: number, page: Uint8Array, start: number, end: number): ResolvedLink | undefined {
    // FNV-1a, begun with the folder
    let hash = Math.imul(folder, 0x9e3779b1);
    let at = start;
    for (; at < end; at += 1) {
      const byte = page[at]!;
      if (byte === sharp) break;
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    // White space before a `#` is part of the address; at the end the parser would remove it.
    if (at < end && at > start && page[at - 1]! <= space) at = end;
    this.keyEnd = at;
    this.#hash = hash ^ (hash >>> 15);
    const slots = this.#slots;
    const mask = slots.length - 1;
    this.#hasRoom = false;
    let slot = this.#hash & mask;
    for (let probes = 0; probes < mostProbes; probes += 1, slot = (slot + 1) & mask) {
      const entry = slots[slot]! - 1;
      this.#hasRoom = entry < 0;
      if (entry < 0) return undefined;
      if (this.#hashes[entry] === this.#hash && this.#isKey(entry, folder, page, start)) return this.#links[entry];
    }
    return undefined;
  }

  /** Adds the key that the last `find` did not find, with the same page and start. */
  add(folder: number, page: Uint8Array, start: number, link: ResolvedLink): void {
    if (!this.#hasRoom) return;
    const entry = this.#links.length;
    if (entry === this.#hashes.length) this.#grow();
    const from = this.#endOf(entry - 1);
    const end = from + this.keyEnd - start;
    if (end > this.#bytes.length)
      this.#bytes = grown(this.#bytes, new Uint8Array(Math.max(end, this.#bytes.length * 2)));
    this.#bytes.set(page.subarray(start, this.keyEnd), from);
    this.#hashes[entry] = this.#hash;
    this.#folders[entry] = folder;
    this.#ends[entry] = end;
    this.#links.push(link);
    this.#place(entry);
  }

  #isKey(entry: number, folder: number, page: Uint8Array, start: number): boolean {
    const from = this.#endOf(entry - 1);
    const length = this.#ends[entry]! - from;
    if (this.#folders[entry] !== folder || length !== this.keyEnd - start) return false;
    const bytes = this.#bytes;
    for (let i = 0; i < length; i += 1) if (bytes[from + i] !== page[start + i]) return false;
    return true;
  }

  #endOf(entry: number): number {
    return entry < 0 ? 0 : this.#ends[entry]!;
  }

  #place(entry: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#hashes[entry]! & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = entry + 1;
  }

  #grow(): void {
    const capacity = this.#hashes.length * 2;
    this.#hashes = grown(this.#hashes, new Int32Array(capacity));
    this.#folders = grown(this.#folders, new Int32Array(capacity));
    this.#ends = grown(this.#ends, new Int32Array(capacity));
    this.#slots = new Int32Array(capacity * 2);
    for (let entry = 0; entry < this.#links.length; entry += 1) this.#place(entry);
  }
}

export function grown<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
