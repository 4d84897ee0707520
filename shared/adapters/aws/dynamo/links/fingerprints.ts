import { hash } from 'node:crypto';

/** Most sites have few links, and a process of a large crawl meets many sites. */
const firstSlots = 32;
/** Share of the slots that are taken before their number doubles. */
const fullest = 0.7;

/** A set of texts in 8 bytes each (64 bits of SHA-256): of a million texts two are taken for one with a chance of 3 to 10^8. */
export class Fingerprints {
  private slots = new Uint32Array(2 * firstSlots);
  private taken = 0;

  get bytes(): number {
    return this.slots.byteLength;
  }

  has(text: string): boolean {
    const [first, second] = fingerprintOf(text);
    return this.slots[this.slotOf(first, second)] !== 0;
  }

  add(text: string): void {
    const [first, second] = fingerprintOf(text);
    if (!this.put(first, second)) return;
    this.taken += 1;
    if (2 * this.taken > fullest * this.slots.length) this.grow();
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) if (before[at] !== 0) this.put(before[at]!, before[at + 1]!);
  }

  /** Whether it was not there. */
  private put(first: number, second: number): boolean {
    const at = this.slotOf(first, second);
    if (this.slots[at] !== 0) return false;
    this.slots[at] = first;
    this.slots[at + 1] = second;
    return true;
  }

  /** Where it is, or the free slot where it belongs. */
  private slotOf(first: number, second: number): number {
    const last = this.slots.length - 1;
    let at = (2 * second) & last;
    while (this.slots[at] !== 0 && (this.slots[at] !== first || this.slots[at + 1] !== second)) at = (at + 2) & last;
    return at;
  }
}

/** The first number is never 0, which marks a free slot. */
function fingerprintOf(text: string): readonly [number, number] {
  const digest = hash('sha256', text, 'buffer');
  return [digest.readUInt32LE(0) || 1, digest.readUInt32LE(4)];
}
