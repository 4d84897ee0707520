import { createHash } from 'node:crypto';

const firstSlots = 1_024;

/**
 * Addresses that are known, by 64 bits of each address's SHA-1: 16 to 32 bytes an address, however long it is. Two of a
 * million addresses are taken for the same with a probability of 1 in 18 million.
 */
export class AddressSet {
  #slots = new BigUint64Array(firstSlots);
  #size = 0;

  has(address: string): boolean {
    return this.#slots[this.#placeOf(hashOf(address))] !== 0n;
  }

  /** Answers whether the address was unknown. */
  add(address: string): boolean {
    const hash = hashOf(address);
    const at = this.#placeOf(hash);
    if (this.#slots[at] !== 0n) return false;
    this.#slots[at] = hash;
    this.#size += 1;
    if (2 * this.#size > this.#slots.length) this.#grow();
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new BigUint64Array(2 * before.length);
    for (const hash of before) if (hash !== 0n) this.#slots[this.#placeOf(hash)] = hash;
  }

  /** Where the hash is, or would be. */
  #placeOf(hash: bigint): number {
    const mask = this.#slots.length - 1;
    let at = Number(hash & BigInt(mask));
    while (this.#slots[at] !== 0n && this.#slots[at] !== hash) at = (at + 1) & mask;
    return at;
  }
}

/** Never 0, which means an empty slot. */
function hashOf(address: string): bigint {
  return createHash('sha1').update(address).digest().readBigUInt64LE() || 1n;
}
