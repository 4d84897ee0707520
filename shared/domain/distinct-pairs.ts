/** Members are numbers below this, groups are numbers below 2^27: so a pair fits in one double. */
const mostMembers = 2 ** 26;
/**
 * Size of the cache of recent pairs, a power of two. Most pages of a site link to the same addresses, so most pairs are
 * in the cache.
 */
const fresh = 256;

/**
 * Counts the distinct members of each group. Groups and members are numbers, in any order. Space: eight bytes a pair,
 * outside of the heap.
 */
export class DistinctPairs {
  private pairs = new Float64Array(64);
  /** Pairs plus 1, each at the place that its hash gives. */
  private readonly latest = new Float64Array(fresh);
  private length = 0;

  add(group: number, member: number): void {
    if (member >= mostMembers) throw new Error(`a site has more than the ${mostMembers} addresses that can be counted`);
    const pair = group * mostMembers + member;
    const place = (group * 31 + member) & (fresh - 1);
    if (this.latest[place] === pair + 1) return;
    this.latest[place] = pair + 1;
    if (this.length === this.pairs.length) this.makeRoom();
    this.pairs[this.length] = pair;
    this.length += 1;
  }

  /** The number of distinct members of each group below `groups`. */
  counts(groups: number): Uint32Array {
    this.leaveOutEqual();
    const counts = new Uint32Array(groups);
    for (let at = 0; at < this.length; at += 1) counts[Math.floor(this.pairs[at]! / mostMembers)]! += 1;
    return counts;
  }

  private makeRoom(): void {
    this.leaveOutEqual();
    if (this.length * 2 < this.pairs.length) return;
    const larger = new Float64Array(this.pairs.length * 2);
    larger.set(this.pairs);
    this.pairs = larger;
  }

  private leaveOutEqual(): void {
    const sorted = this.pairs.subarray(0, this.length).sort();
    let kept = 0;
    for (let at = 0; at < sorted.length; at += 1)
      if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at]!;
    this.length = kept;
  }
}
