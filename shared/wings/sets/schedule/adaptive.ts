/**
 * The default rule: for sites whose yield comes in bursts and falls as they are drained, and a budget that is known
 * beforehand. docs/benchmarks.md, "Rules of a page budget", says where it stays behind R1–R3.
 *
 * Index of a site = M^⅜ · R^⅝, a geometric mean of
 * - M, the mean of all its pages (the index of R2): patience with a site that has given much and rests;
 * - R, its recent rate (`adaptive-yield.ts`): follows a burst from page to page, leaves a site soon after it is drained.
 * A high index needs both.
 *
 * Rewards are heavy-tailed: one page with a thousand links says little about the next one. In R a reward counts at most
 * four times the mean of the set's pages that give anything (a truncated mean: Bubeck, Cesa-Bianchi, Lugosi 2013; the
 * bound is learned from all sites, so that the scale of rewards hardly matters).
 *
 * Exploration: sites keep what they have until they are visited, so looking first costs its pages and no delay. Every site
 * is looked at for 8 % of its equal share N / K. Then M and R are drawn to the mean of the sites' means, as if a pages with
 * this mean had been seen (empirical Bayes with a common gamma prior: learning across sites). Knowledge of a site serves
 * on its later pages, so a grows with the share: (N / K)² / 3000, at most 3 % of the share, so that dead sites stay
 * cheap. Nothing but rewards of finished pages is used.
 */
import { firstPages } from './first-pages.ts';
import { bestCandidates, type Rule } from './rule.ts';
import type { Schedule, ScheduledSite } from './schedule.ts';

/** Of M in the logarithm of the index. */
const patience = 3 / 8;
/** Pages of each site before sites are compared, as a part of its share; at least `fewestFirst`, at most half a share. */
const looking = 0.08;
const fewestFirst = 4;
/** In means of pages that give anything. */
const mostCounted = 4;
/** Square of the share at which the set's mean weighs as much as one page of the site. */
const ownEvidence = 3000;
/** Of the share: most pages as which the set's mean counts. */
const mostPrior = 0.03;
/** A page under way counts as this fraction of a page without a reward: grants spread, and the best site still gets several. */
const doubt = 0.5;
/** Of the share: pages of one grant where that is less than `grant`, for a short budget needs finer decisions. */
const step = 1 / 50;
/** Below any rate that matters; sites that gave nothing are distinguished by their pages. */
const tiny = 1e-3;

/** Of the set: pages that gave anything, and the sum of what they counted. */
interface SetMemory {
  readonly pages: number;
  readonly counted: number;
}

export const adaptive: Rule = {
  name: 'adaptive',

  learn(schedule, site, rewards) {
    let yields = yieldOf(site);
    let { pages, counted } = (schedule.memory as SetMemory | undefined) ?? { pages: 0, counted: 0 };
    for (const reward of rewards) {
      const bound = pages === 0 ? reward : Math.max(1, (mostCounted * counted) / pages);
      const counts = Math.min(reward, bound);
      yields = withReward(yields, counts);
      if (reward === 0) continue;
      pages += 1;
      counted += counts;
    }
    return { siteMemory: yields, memory: { pages, counted } satisfies SetMemory };
  },

  recall(schedule) {
    const sites = schedule.sites.map((site): ScheduledSite => {
      const { finished, reward } = site;
      return finished === 0 ? site : { ...site, memory: evenYield(reward / finished, finished) };
    });
    const giving = sites.filter(({ reward }) => reward > 0);
    const memory: SetMemory = {
      pages: giving.reduce((sum, { finished }) => sum + finished, 0),
      counted: giving.reduce((sum, { reward }) => sum + reward, 0),
    };
    return { ...schedule, sites, memory };
  },

  choose(schedule, left) {
    const { budget, options, sites } = schedule;
    const share = budget / sites.length;
    const target = Math.max(1, Math.min(Math.max(fewestFirst, Math.floor(looking * share)), Math.floor(share / 2)));
    const opening = firstPages(schedule, left, () => target, options.grant);
    if (opening === 'wait') return undefined;
    if (opening !== 'done') return opening;
    const indexes = bestCandidates(schedule, indexIn(schedule));
    const pages = Math.min(options.grant, Math.ceil(step * share));
    return indexes[0] && { site: indexes[0].site, pages, indexes };
  },
};

function indexIn({ budget, sites }: Schedule): (site: ScheduledSite) => number {
  const share = budget / sites.length;
  const prior = Math.min(share ** 2 / ownEvidence, mostPrior * share);
  const common = meanOfMeans(sites) + tiny;
  return site => {
    const { finished, granted, reward } = site;
    const dry = doubt * (granted - finished);
    const pages = finished + dry;
    const drawn = (rate: number): number => (rate * pages + common * prior) / (pages + prior);
    return drawn(reward / pages) ** patience * drawn(recentRate(yieldOf(site), finished, dry)) ** (1 - patience);
  };
}

function meanOfMeans(sites: readonly ScheduledSite[]): number {
  const means = sites.filter(({ finished }) => finished > 0).map(({ reward, finished }) => reward / finished);
  return means.reduce((sum, mean) => sum + mean, 0) / Math.max(1, means.length);
}

function yieldOf({ memory }: ScheduledSite): YieldMemory {
  return (memory as YieldMemory | undefined) ?? noYield;
}

/**
 * The memory of `adaptive` for a site's rewards: their recent rate as a mean over all finished pages, in which the weight of a
 * page that lies a pages back falls like a^-1.3. Bursts have no typical length, so neither has the memory: a sum of exponentials
 * whose scales double, of constant size (as windows of all lengths in FEWA and RAW-UCB; Seznec, Locatelli, Carpentier, Lazaric,
 * Valko 2019; Seznec, Ménard, Lazaric, Valko 2020).
 */

/** Discounted sums of rewards, one for each scale. */
export type YieldMemory = readonly number[];

/** From the last page alone to more pages than most sites have. */
const scales = Array.from({ length: 12 }, (_, octave) => 2 ** octave);
const decays = scales.map(scale => Math.exp(-1 / scale));
const forgetting = 1.3;
const weights = scales.map(scale => scale ** -forgetting);

const noYield: YieldMemory = scales.map(() => 0);

/** With the reward of the next page. */
function withReward(memory: YieldMemory, reward: number): YieldMemory {
  return memory.map((sum, octave) => sum * decays[octave]! + reward);
}

/** Of so many pages with the same reward. */
function evenYield(reward: number, pages: number): YieldMemory {
  return decays.map(decay => (reward * (1 - decay ** pages)) / (1 - decay));
}

/** The rate if `dry` further pages had given nothing; 0 without any page. */
function recentRate(memory: YieldMemory, pages: number, dry: number): number {
  let rewards = 0;
  let counts = 0;
  for (const [octave, decay] of decays.entries()) {
    rewards += weights[octave]! * memory[octave]! * decay ** dry;
    counts += (weights[octave]! * (1 - decay ** (pages + dry))) / (1 - decay);
  }
  return counts === 0 ? 0 : rewards / counts;
}
