/** Ways to pick pages that are wrong or depend on time. Each pick is made by a worker without memory of the site. */
import type { FetchWorker } from '../../../shared/steps/fetch/turn.ts';
import { learntPicks, type PicksPorts } from '../../../shared/wings/sets/order/page-picks.ts';
import type { Mutation } from '../simulation.ts';
import { changed, onFetch, type Whole } from './mutants.ts';

type PicksStore = PicksPorts['store'];

function picking(
  change: (store: PicksStore) => Partial<PicksStore>,
  mostOf: (worker: Whole<FetchWorker>, most: number) => number = (_, most) => most,
): Mutation {
  return onFetch(worker => {
    const { store: whole, objects } = worker.ports;
    const others = change(whole as unknown as PicksStore);
    const store = changed(whole, () => others) as unknown as PicksStore;
    const { next } = learntPicks({ store, frontier: whole, objects });
    return { picks: { next: async (row, most) => await next(row, mostOf(worker, most)) } };
  });
}

/** No fault: memory of a site may change nothing. */
export const withoutMemory = picking(() => ({}));

export const picksByTheWorker = picking(
  () => ({}),
  ({ urlsPerTurn }, most) => Math.min(most, urlsPerTurn),
);

export const picksWithoutLevels = picking(store => ({
  readLevels: async (crawl, site, identities) =>
    (await store.readLevels(crawl, site, identities)).map(standing => standing && { ...standing, level: 1_000 }),
}));

/** The pages of the last pick count as if they had given nothing, if the worker makes its first pick after a restart. */
export function forgetsRewards(): Mutation {
  let calls = 0;
  return picking(store => ({
    readRewards: async (crawl, site, skip) => {
      calls += 1;
      const rewards = await store.readRewards(crawl, site, skip);
      return calls % 3 === 0 ? rewards.map(() => 0) : rewards;
    },
  }));
}
