/**
 * What `adaptive` remembers of a site's rewards: their recent rate as a mean over all finished pages, in which the weight
 * of a page that lies a pages back falls like a^-1.3. Bursts have no typical length, so neither has the memory: a sum of
 * exponentials whose scales double, of constant size (as windows of all lengths in FEWA and RAW-UCB; Seznec, Locatelli,
 * Carpentier, Lazaric, Valko 2019; Seznec, Ménard, Lazaric, Valko 2020).
 */

/** Discounted sums of rewards, one for each scale. */
export type YieldMemory = readonly number[];

/** From the last page alone to more pages than most sites have. */
const scales = Array.from({ length: 12 }, (_, octave) => 2 ** octave);
const decays = scales.map(scale => Math.exp(-1 / scale));
const forgetting = 1.3;
const weights = scales.map(scale => scale ** -forgetting);

export const noYield: YieldMemory = scales.map(() => 0);

/** With the reward of the next page. */
export function withReward(memory: YieldMemory, reward: number): YieldMemory {
  return memory.map((sum, octave) => sum * decays[octave]! + reward);
}

/** The rate if `dry` further pages had given nothing; 0 without any page. */
export function recentRate(memory: YieldMemory, pages: number, dry: number): number {
  let rewards = 0;
  let counts = 0;
  for (const [octave, decay] of decays.entries()) {
    rewards += weights[octave]! * memory[octave]! * decay ** dry;
    counts += (weights[octave]! * (1 - decay ** (pages + dry))) / (1 - decay);
  }
  return counts === 0 ? 0 : rewards / counts;
}
