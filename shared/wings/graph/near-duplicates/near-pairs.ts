/**
 * Finds texts that are nearly the same by their signatures. Bands of a signature are keys (A. Rajaraman, J. Ullman, Mining of
 * Massive Datasets, 3.4): texts that agree as far as required have no band in common once in a thousand. Time and space are
 * linear in the number of texts: each is compared with at most `mostCompared` others.
 */

import { leastEqual, resemblance, signatureLength } from '../../../domain/html/text-signature.ts';
import { scramble } from '../../../domain/word-hash.ts';

/** A text with the text that is most like it. Both are places in the list of signatures. */
export interface NearText {
  readonly nearest: number;
  /** 0 to 1. */
  readonly similarity: number;
  /** The first text of those that are joined by near pairs. */
  readonly group: number;
}

export interface NearTexts {
  /** By place; texts that are like no other are left out. */
  readonly near: ReadonlyMap<number, NearText>;
  /** Texts that were not compared with all that came into question, and were found like none. */
  readonly uncompared: number;
}

const mostCompared = 4_000;
const missedAtMost = 0.001;
const longestBand = 16;

/** `signatures`: one behind the other, each `signatureLength` bytes. Equal lists of signatures give equal results. */
export function nearTexts(signatures: Uint8Array, share: number): NearTexts {
  const count = signatures.length / signatureLength;
  const table = new BandTable(signatures, bandLength(share));
  const [nearest, most] = [new Int32Array(count).fill(-1), new Uint16Array(count)];
  const groups = Int32Array.from({ length: count }, (_, place) => place);
  const least = leastEqual(share);
  let uncompared = 0;
  for (let place = 0; place < count; place += 1) {
    let isSame = false;
    const whole = table.eachLike(place, other => {
      const equal = equalBytes(signatures, place, other, least);
      if (equal < least) return true;
      if (equal > most[place]!) [nearest[place], most[place]] = [other, equal];
      if (equal > most[other]!) [nearest[other], most[other]] = [place, equal];
      join(groups, place, other);
      isSame = equal === signatureLength;
      return !isSame;
    });
    if (!whole && nearest[place] === -1) uncompared += 1;
    // A text that is like this text is like the equal one, too.
    if (!isSame) table.add(place);
  }
  const near = new Map<number, NearText>();
  for (let place = 0; place < count; place += 1)
    if (nearest[place] !== -1)
      near.set(place, {
        nearest: nearest[place]!,
        similarity: resemblance(most[place]!),
        group: firstOf(groups, place),
      });
  return { near, uncompared };
}

/** The longest band of which texts that agree by `share` have one in common nearly always. */
function bandLength(share: number): number {
  let length = longestBand;
  const missed = (): number => (1 - share ** length) ** Math.floor(signatureLength / length);
  while (length > 1 && missed() > missedAtMost) length -= 1;
  return length;
}

/** Stops when fewer than `least` are possible. */
function equalBytes(signatures: Uint8Array, one: number, other: number, least: number): number {
  const [a, b] = [one * signatureLength, other * signatureLength];
  let left = signatureLength - least;
  for (let at = 0; at < signatureLength; at += 1) {
    if (signatures[a + at] === signatures[b + at]) continue;
    left -= 1;
    if (left < 0) return 0;
  }
  return least + left;
}

function firstOf(groups: Int32Array, place: number): number {
  let at = place;
  while (groups[at] !== at) {
    groups[at] = groups[groups[at]!]!;
    at = groups[at]!;
  }
  return at;
}

function join(groups: Int32Array, one: number, other: number): void {
  const [a, b] = [firstOf(groups, one), firstOf(groups, other)];
  groups[Math.max(a, b)] = Math.min(a, b);
}

/** Texts by the keys of their bands: chains in typed arrays. */
class BandTable {
  private readonly signatures: Uint8Array;
  private readonly bandLength: number;
  private readonly bands: number;
  private readonly size: number;
  private readonly heads: Int32Array;
  private readonly next: Int32Array;
  private readonly seenBy: Int32Array;

  constructor(signatures: Uint8Array, bandLength: number) {
    const count = signatures.length / signatureLength;
    this.signatures = signatures;
    this.bandLength = bandLength;
    this.bands = Math.floor(signatureLength / bandLength);
    this.size = 2 ** Math.ceil(Math.log2(count + 1));
    this.heads = new Int32Array(this.bands * this.size).fill(-1);
    this.next = new Int32Array(this.bands * count);
    this.seenBy = new Int32Array(count).fill(-1);
  }

  add(place: number): void {
    for (let band = 0; band < this.bands; band += 1) {
      const key = this.keyOf(place, band);
      this.next[place * this.bands + band] = this.heads[key]!;
      this.heads[key] = place;
    }
  }

  /** Each added text that has a band in common with this one, once, until `visit` answers false. False if there are too many. */
  eachLike(place: number, visit: (other: number) => boolean): boolean {
    let compared = 0;
    for (let band = 0; band < this.bands; band += 1) {
      let other = this.heads[this.keyOf(place, band)]!;
      for (; other !== -1; other = this.next[other * this.bands + band]!) {
        if (this.seenBy[other] === place) continue;
        this.seenBy[other] = place;
        if (compared === mostCompared) return false;
        compared += 1;
        if (!visit(other)) return true;
      }
    }
    return true;
  }

  private keyOf(place: number, band: number): number {
    const from = place * signatureLength + band * this.bandLength;
    let key = band;
    for (let at = from; at < from + this.bandLength; at += 1) key = Math.imul(key, 0x01000193) ^ this.signatures[at]!;
    return band * this.size + (scramble(key) & (this.size - 1));
  }
}
