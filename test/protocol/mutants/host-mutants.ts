/** Ways to break a site of several hosts. */
import type { HostState } from '../../../shared/domain/protocol/crawl-state.ts';
import { fetchTurn } from '../../../shared/steps/fetch/fetch-turn.ts';
import type { Mutation } from '../simulation.ts';
import { changed, onFetch } from './mutants.ts';

/** Takes entries as they come, under the token of the site's first host. */
export const asksAllHostsUnderOne: Mutation = {
  fetchTurn: async (worker, message) =>
    await fetchTurn(
      {
        ...worker,
        rules: crawl => {
          const rules = worker.rules(crawl);
          return { ...rules, bounds: (...at) => ({ ...rules.bounds(...at), hasHosts: false }) };
        },
      },
      message,
    ),
};

/** Goes by what is known of the host that was asked last, whichever it was. */
export const takesHostsForOne: Mutation = onFetch(({ ports: { store } }, { crawl, site }) => ({
  hosts: { readHost: async (_crawl, number, origin) => lastOf.get(`${number} ${origin}`) ?? lastOf.get(String(site)) },
  store: changed(store, () => ({
    leaveTurn: async (lease, exit) => {
      const left = await store.leaveTurn(lease, exit);
      const { host } = exit.patch;
      if (left && host?.robots !== undefined && lease.crawl === crawl) lastOf.set(String(site), host);
      return left;
    },
  })),
}));

const lastOf = new Map<string, HostState>();
