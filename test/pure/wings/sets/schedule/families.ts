/** Families of made-up target sets, the same for the same seed. None was made after a real site. */
import type { RewardSequence } from '../../../../../shared/wings/sets/simulate/replay.ts';
import { Random } from '../../../../simulation/world/random.ts';

type Family = (seed: number, sites: number) => RewardSequence[];

export const families = {
  /** Each site holds a heavy-tailed number of links, found at a rate that falls exponentially. */
  drained: family(random => {
    const links = Math.min(5000, 50 * pareto(random, 0.8));
    const scale = 5 + 300 * random.next() ** 2;
    return pages(random, page => (links / scale) * Math.exp(-page / scale));
  }),
  /** Four of five give nothing at all. */
  'mostly dead': family(random => {
    const dead = random.next() < 0.8;
    const rate = Math.min(50, 2 * pareto(random, 1.2));
    const scale = 20 + 400 * random.next();
    return pages(random, page => (dead ? 0 : rate * Math.exp(-page / scale)));
  }),
  /** The rate falls like a power of the pages. */
  'slowing down': family(random => {
    const rate = Math.min(100, 2 * pareto(random, 1));
    const power = 0.3 + random.next();
    return pages(random, page => rate * (1 + page / 5) ** -power);
  }),
  /** A few bursts of heavy-tailed length and height anywhere. */
  bursty: family(random => {
    const bursts = Array.from({ length: Math.floor(5 * random.next()) }, () => ({
      from: Math.floor(1000 * random.next()),
      length: Math.min(100, 3 * pareto(random, 0.8)),
      height: Math.min(300, 3 * pareto(random, 1)),
    }));
    return pages(random, page =>
      bursts.reduce((sum, { from, length, height }) => sum + (page >= from && page < from + length ? height : 0), 0.1),
    );
  }),
};

export function flat(count: number, reward: number): number[] {
  return Array.from({ length: count }, () => reward);
}

function family(site: (random: Random) => RewardSequence): Family {
  return (seed, sites) => {
    const random = new Random(seed);
    return Array.from({ length: sites }, () => site(random));
  };
}

/** 100 to 3,100 pages with rewards around their rates. */
function pages(random: Random, rateOf: (page: number) => number): number[] {
  const count = 100 + Math.floor(3000 * random.next());
  return Array.from({ length: count }, (_, page) => around(random, rateOf(page)));
}

/** A whole number with the given mean, exponentially distributed. */
function around(random: Random, mean: number): number {
  return Math.floor(-mean * Math.log(1 - random.next()) + random.next());
}

function pareto(random: Random, shape: number): number {
  return (1 - random.next()) ** (-1 / shape);
}
