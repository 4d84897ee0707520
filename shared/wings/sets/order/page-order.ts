/**
 * The order of a site's pages that is learnt while they are read (docs/design/budgets.md, "Which page is next"): one regression with
 * hashed weights over what was known of each page when the first link to it was found. Only + − · / and square roots in a fixed
 * sequence, so every machine chooses the same pages.
 */

import { linkFeatureCount } from '../../../domain/html/link-features.ts';
import { NumberList } from '../../../domain/number-list.ts';

/** Every fifth page is the oldest known: what seems to give nothing is read too, late. */
const oldestEach = 5;
const rate = 0.3;

export class PageOrder {
  private picked = 0;
  private readonly weights = new Float32Array(linkFeatureCount);
  private readonly seen = new Float32Array(linkFeatureCount);
  private readonly features = new NumberList(1 << 8);
  /** By page, in the order in which they were found: where its features begin; behind the last page the end. */
  private readonly starts = new NumberList(1 << 6);
  /** Pages that were not picked, oldest first. */
  private readonly open = new NumberList(1 << 6);
  private rewards = 0;
  private rewardSum = 0;

  constructor() {
    this.starts.push(0);
  }

  get openCount(): number {
    return this.open.length;
  }

  /** The next page found; returns its number. `isOpen`: it may be picked. */
  add(features: Iterable<number>, isOpen = true): number {
    const page = this.starts.length - 1;
    for (const feature of features) this.features.push(feature);
    this.starts.push(this.features.length);
    if (isOpen) this.open.push(page);
    return page;
  }

  /** Learns how many new external links a page gave. */
  learn(page: number, reward: number): void {
    const root = Math.sqrt(reward);
    this.rewards += 1;
    this.rewardSum += root;
    const [start, end] = [this.starts.at(page), this.starts.at(page + 1)];
    if (start === end) return;
    let score = 0;
    for (let at = start; at < end; at += 1) score += this.weights[this.features.at(at)]!;
    const delta = root - this.rewardSum / this.rewards - score;
    for (let at = start; at < end; at += 1) {
      const feature = this.features.at(at);
      const times = this.seen[feature]! + 1;
      this.seen[feature] = times;
      this.weights[feature]! += (rate * delta) / Math.sqrt(times * (end - start));
    }
  }

  /** The next pages, at most `most`. */
  choose(most: number): number[] {
    const best = this.bestOf(most);
    const picks: number[] = [];
    const chosen = new Set<number>();
    let oldest = 0;
    let next = 0;
    while (picks.length < most && chosen.size < this.open.length) {
      const isOldest = (this.picked + picks.length) % oldestEach === oldestEach - 1;
      if (isOldest) while (chosen.has(this.open.at(oldest))) oldest += 1;
      else while (chosen.has(best[next]!)) next += 1;
      const page = isOldest ? this.open.at(oldest) : best[next]!;
      chosen.add(page);
      picks.push(page);
    }
    return picks;
  }

  /** Pages that may be picked, oldest first; valid until the next change. */
  openPages(): Uint32Array {
    return this.open.view();
  }

  /** Takes pages that were chosen. */
  take(pages: readonly number[]): void {
    this.picked += pages.length;
    this.drop(pages);
  }

  /** Forgets pages that need not be read; they count for nothing. */
  drop(pages: readonly number[]): void {
    const gone = Uint32Array.from(pages).sort();
    const open = this.open.view();
    let kept = 0;
    let next = 0;
    for (let at = 0; at < open.length; at += 1) {
      const page = open[at]!;
      if (page === gone[next]) {
        next += 1;
        continue;
      }
      open[kept] = page;
      kept += 1;
    }
    this.open.length = kept;
  }

  /** Pages of the largest scores, ties to the older. */
  private bestOf(most: number): readonly number[] {
    const best: number[] = [];
    const scores: number[] = [];
    // Some ten features of each of 100,000 pages: the loop reads arrays alone.
    const { weights } = this;
    const [features, starts, open] = [this.features.view(), this.starts.view(), this.open.view()];
    for (let at = 0; at < open.length; at += 1) {
      const page = open[at]!;
      const end = starts[page + 1]!;
      let score = 0;
      for (let feature = starts[page]!; feature < end; feature += 1) score += weights[features[feature]!]!;
      if (best.length === most && score <= scores[most - 1]!) continue;
      let place = best.length;
      while (place > 0 && scores[place - 1]! < score) place -= 1;
      best.splice(place, 0, page);
      scores.splice(place, 0, score);
      if (best.length > most) {
        best.pop();
        scores.pop();
      }
    }
    return best;
  }
}
