/**
 * The order of a site's pages that is learnt while they are read (docs/design/budgets.md, "Which page is next"): one regression with
 * hashed weights over what was known of each page when the first link to it was found. Only + − · / and square roots in a fixed
 * sequence, so every machine chooses the same pages.
 */

import { linkFeatureCount, mostLinkFeatures } from '../../../domain/html/link-features.ts';
import { NumberList } from '../../../domain/number-list.ts';
import type { PickReason } from '../../../domain/protocol/crawl-state.ts';

/** Every fifth page is the oldest known: what seems to give nothing is read too, late. */
const oldestEach = 5;
const rate = 0.3;
/** Least and most pages of a pick, and the pages of the site that were read for each of them. */
const [fewest, readEach] = [10, 20];
export const mostAtOnce = 200;
/** Fills the place of features that a page does not have. Its weight is 0 for ever. */
const noFeature = linkFeatureCount;

/** A page that comes next, and why. */
export interface PickedPage extends PickReason {
  readonly page: number;
}

export class PageOrder {
  private picked = 0;
  private readonly weights = new Float32Array(linkFeatureCount + 1);
  private readonly seen = new Float32Array(linkFeatureCount);
  /** Of each page, in the order in which they were found, `mostLinkFeatures` numbers. */
  private features = new Uint16Array(64 * mostLinkFeatures);
  private pages = 0;
  /** Pages that were not picked, oldest first. */
  private readonly open = new NumberList(1 << 6);
  private rewards = 0;
  private rewardSum = 0;

  get openCount(): number {
    return this.open.length;
  }

  /**
   * Pages of the next pick: ten, or a twentieth of the pages that were read. A pick waits for all pages of the pick before and
   * goes through all known pages, so many small picks would make a large site slow.
   */
  get atOnce(): number {
    return Math.max(fewest, Math.min(mostAtOnce, Math.floor(this.rewards / readEach)));
  }

  /** The next page found; returns its number. `isOpen`: it may be picked. */
  add(features: readonly number[], isOpen = true): number {
    const page = this.pages;
    const start = page * mostLinkFeatures;
    if (start === this.features.length) {
      const larger = new Uint16Array(2 * start);
      larger.set(this.features);
      this.features = larger;
    }
    for (let place = 0; place < mostLinkFeatures; place += 1)
      this.features[start + place] = features[place] ?? noFeature;
    this.pages += 1;
    if (isOpen) this.open.push(page);
    return page;
  }

  /** Learns how many new external links a page gave. */
  learn(page: number, reward: number): void {
    const root = Math.sqrt(reward);
    this.rewards += 1;
    this.rewardSum += root;
    const start = page * mostLinkFeatures;
    const own = this.features.subarray(start, start + mostLinkFeatures).filter(feature => feature !== noFeature);
    const delta = root - this.rewardSum / this.rewards - scoreOf(this.weights, this.features, page);
    for (const feature of own) {
      const times = this.seen[feature]! + 1;
      this.seen[feature] = times;
      this.weights[feature]! += (rate * delta) / Math.sqrt(times * own.length);
    }
  }

  /** The next pages, at most `most`. */
  choose(most: number): PickedPage[] {
    const best = this.bestOf(most);
    const picks: PickedPage[] = [];
    const chosen = new Set<number>();
    let oldest = 0;
    let next = 0;
    while (picks.length < most && chosen.size < this.open.length) {
      const isOldest = (this.picked + picks.length) % oldestEach === oldestEach - 1;
      if (isOldest) while (chosen.has(this.open.at(oldest))) oldest += 1;
      else while (chosen.has(best[next]!)) next += 1;
      const page = isOldest ? this.open.at(oldest) : best[next]!;
      chosen.add(page);
      picks.push({ page, expected: this.expectedOf(page), ...(isOldest && { isOldest }) });
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
    const open = this.open.view();
    let kept = 0;
    let next = 0;
    for (const page of Uint32Array.from(pages).sort()) {
      const at = open.indexOf(page, next);
      if (at < 0) continue;
      open.copyWithin(kept, next, at);
      kept += at - next;
      next = at + 1;
    }
    open.copyWithin(kept, next);
    this.open.length -= next - kept;
  }

  private expectedOf(page: number): number {
    const mean = this.rewards === 0 ? 0 : this.rewardSum / this.rewards;
    const root = Math.max(0, mean + scoreOf(this.weights, this.features, page));
    return Number((root * root).toPrecision(6));
  }

  /** Pages of the largest scores, ties to the older. */
  private bestOf(most: number): readonly number[] {
    const best: number[] = [];
    const scores: number[] = [];
    // Of 100,000 pages: the loop reads arrays alone.
    const { weights, features } = this;
    const open = this.open.view();
    for (let at = 0; at < open.length; at += 1) {
      const page = open[at]!;
      const score = scoreOf(weights, features, page);
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

/** The sum of a page's weights. Written out, since a loop takes half as long again. */
function scoreOf(weights: Float32Array, features: Uint16Array, page: number): number {
  const at = page * mostLinkFeatures;
  return (
    weights[features[at]!]! +
    weights[features[at + 1]!]! +
    weights[features[at + 2]!]! +
    weights[features[at + 3]!]! +
    weights[features[at + 4]!]! +
    weights[features[at + 5]!]! +
    weights[features[at + 6]!]! +
    weights[features[at + 7]!]! +
    weights[features[at + 8]!]! +
    weights[features[at + 9]!]! +
    weights[features[at + 10]!]!
  );
}
