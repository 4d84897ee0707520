/** Ways to break a site of several hosts. */
import type { HostState, Lease } from '../../../shared/domain/protocol/crawl-state.ts';
import { decodeTurnRecord, encodeTurnRecord } from '../../../shared/domain/turn/turn-record.ts';
import type { CrawlStore } from '../../../shared/ports/ports.ts';
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
      for (const host of exit.patch.hosts ?? [])
        if (left && host.robots !== undefined && lease.crawl === crawl) lastOf.set(String(site), host);
      return left;
    },
  })),
}));

const lastOf = new Map<string, HostState>();

/** The host of a message's first token of this process is the turn's own. */
function besideOnly(
  changes: (store: CrawlStore, isBeside: (lease: Pick<Lease, 'host'>) => boolean) => Partial<CrawlStore>,
): Mutation {
  return onFetch(({ ports: { store } }) => {
    let own: string | undefined;
    const isBeside = ({ host }: Pick<Lease, 'host'>): boolean => own !== undefined && host !== own;
    const noting: Partial<CrawlStore> = {
      takeToken: async take => {
        const answer = await store.takeToken(take);
        if (answer.kind === 'taken') own ??= take.host;
        return answer;
      },
    };
    return {
      store: changed(store, () => ({
        ...noting,
        ...changes(
          changed(store, () => noting),
          isBeside,
        ),
      })),
    };
  });
}

/** Asks further hosts of the site without their tokens. */
export const takesNoTokenBeside: Mutation = besideOnly((store, isBeside) => ({
  takeToken: async take =>
    isBeside(take) ? { kind: 'taken', nextAllowedAt: 0, lastDelayMs: 0 } : await store.takeToken(take),
  returnToken: async (lease, token) => isBeside(lease) || (await store.returnToken(lease, token)),
}));

/** Gives tokens of further hosts back as if these had not been asked. */
export const forgetsStartsBeside: Mutation = besideOnly((store, isBeside) => ({
  returnToken: async (lease, token) =>
    await store.returnToken(lease, isBeside(lease) ? { ...token, nextAllowedAt: 0 } : token),
}));

/** Goes on behind an entry that has no result. */
export const countsBehindGap: Mutation = onFetch(({ ports: { store } }) => ({
  store: changed(store, () => ({
    leaveTurn: async (lease, exit) => {
      const { cursor, phase } = exit.patch;
      if (cursor === undefined || phase === undefined) return await store.leaveTurn(lease, exit);
      const next = await store.readChunks(lease.crawl, lease.site, phase, cursor, 2);
      const skipped = next[1]?.cursor ?? cursor;
      return await store.leaveTurn(lease, { ...exit, patch: { ...exit.patch, cursor: skipped } });
    },
  })),
}));

/** Stores pages host by host, as they came. */
export const recordsHostByHost: Mutation = onFetch(({ ports: { objects } }) => ({
  objects: {
    ...objects,
    put: async (name, parts) => {
      if (!name.startsWith('bodies/')) return await objects.put(name, parts);
      const record = decodeTurnRecord(Buffer.concat(parts));
      const hostOfEntry = ({ entry }: (typeof record.entries)[number]): string => new URL(entry.address).host;
      const entries = [...record.entries].sort((a, b) => (hostOfEntry(a) < hostOfEntry(b) ? -1 : 1));
      await objects.put(name, encodeTurnRecord({ ...record, entries }));
    },
  },
}));
