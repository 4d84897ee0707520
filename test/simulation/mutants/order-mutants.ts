/** Ways to pick pages that are wrong or depend on time. Each pick is made by a worker without memory of the site. */
import type { ChunkEntry, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { FetchWorker } from '../../../shared/steps/fetch/turn.ts';
import { learntPicks, type PicksPorts } from '../../../shared/wings/sets/order/page-picks.ts';
import type { Mutation } from '../simulation.ts';
import { sqliteState } from '../world/simulated-state.ts';
import { changed, onFetch, type Whole } from './mutants.ts';
import { StoreWithSeveralGrants } from './store-mutants.ts';

type PicksStore = PicksPorts['store'];

interface OtherPicks {
  readonly mostOf?: (worker: Whole<FetchWorker>, most: number) => number;
  readonly rowOf?: (row: SiteRow) => SiteRow;
  readonly entriesOf?: (entries: readonly ChunkEntry[]) => readonly ChunkEntry[];
}

function picking(
  change: (store: PicksStore) => Partial<PicksStore>,
  { mostOf = (_, most) => most, rowOf = row => row, entriesOf = entries => entries }: OtherPicks = {},
): Mutation {
  return onFetch(worker => {
    const { store: whole, objects } = worker.ports;
    const others = change(whole as unknown as PicksStore);
    const store = changed(whole, () => others) as unknown as PicksStore;
    const frontier: PicksPorts['frontier'] = {
      putChunk: async (crawl, site, phase, turn, entries) =>
        await whole.putChunk(crawl, site, phase, turn, entriesOf(entries)),
    };
    const { next } = learntPicks({ store, frontier, objects });
    return { picks: { next: async (row, most) => await next(rowOf(row), mostOf(worker, most)) } };
  });
}

/** No fault: memory of a site may change nothing. */
export const withoutMemory = picking(() => ({}));

export const picksByTheWorker = picking(() => ({}), { mostOf: ({ urlsPerTurn }, most) => Math.min(most, urlsPerTurn) });

/** The last turn was not learnt when the pick is made. */
export const learnsLate = picking(() => ({}), { rowOf: row => ({ ...row, turn: Math.max(1, row.turn - 1) }) });

/** The reason of a page says which pick of this process it belongs to. */
export function countsOwnPicks(): Mutation {
  let picks = 0;
  return picking(() => ({}), {
    entriesOf: entries => {
      picks += 1;
      return entries.map(entry => ({ ...entry, pick: { expected: picks } }));
    },
  });
}

/** A site may have several grants under way, so that pages of one are picked before the pages of the other are learnt. */
export const severalGrants: Mutation = {
  openState: sqliteState((...options) => new StoreWithSeveralGrants(...options)),
};

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
