/**
 * The known ways to break the protocol (docs/design/README.md, "Known ways to break it"), made by wrapping what a step asks of the outside, so that the
 * product holds no switch for them.
 */

import type { Message, SiteRow, UrlClaim } from '../../../shared/domain/protocol/crawl-state.ts';
import { decodeTurnRecord, encodeTurnRecord } from '../../../shared/domain/turn/turn-record.ts';
import type { CrawlStore, Wake } from '../../../shared/ports/ports.ts';
import type { FetchRequest } from '../../../shared/ports/request-ports.ts';
import { fetchTurn } from '../../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../../shared/steps/fetch/turn.ts';
import { parseTurn } from '../../../shared/steps/parse/parse-turn.ts';
import type { KnownUrls, ParseWorker } from '../../../shared/steps/parse/parse-worker.ts';
import { budgeted } from '../../pure/steps/budgeted.ts';
import type { Mutation } from '../simulation.ts';
import { sqliteState } from '../world/simulated-state.ts';
import { StoreWithoutAttempt, StoreWithoutTurnTest } from './store-mutants.ts';

/**
 * The simulation hands each step the whole store, of which the step's type shows what it may use. A fault may use the
 * rest: no step of the product could, for example, claim a redirect while it fetches.
 */
export type Whole<Worker extends { readonly ports: object }> = Omit<Worker, 'ports'> & {
  readonly ports: Omit<Worker['ports'], 'store'> & { readonly store: CrawlStore };
};

type Changes = (store: CrawlStore) => Partial<CrawlStore>;

export function changed(store: CrawlStore, changes: Changes): CrawlStore {
  const others = changes(store);
  return new Proxy(store, {
    get: (target, name) => (Reflect.get(others, name) as unknown) ?? Reflect.get(target, name),
  });
}

export function onFetch(
  changes: (worker: Whole<FetchWorker>, message: Message) => Partial<FetchWorker['ports']>,
): Mutation {
  return {
    fetchTurn: async (worker, message) =>
      await fetchTurn(
        { ...worker, ports: budgeted({ ...worker.ports, ...changes(worker as Whole<FetchWorker>, message) }) },
        message,
      ),
  };
}

export function onParse(
  changes: (worker: Whole<ParseWorker>, message: Message) => Partial<ParseWorker['ports']>,
): Mutation {
  return {
    parseTurn: async (worker, message, deliveries) =>
      await parseTurn(
        { ...worker, ports: budgeted({ ...worker.ports, ...changes(worker as Whole<ParseWorker>, message) }) },
        message,
        deliveries,
      ),
  };
}

/** Changes what is read of the site row, first or always. */
export function seenAs(change: (row: SiteRow) => SiteRow): Changes {
  return store => ({
    readSite: async (crawl, site) => {
      const row = await store.readSite(crawl, site);
      return row === undefined ? undefined : change(row);
    },
  });
}

export const decidesOnFirstRead: Mutation = {
  openState: sqliteState((...options) => new StoreWithoutTurnTest(...options)),
  ...onFetch(({ ports: { store } }) => {
    let first: SiteRow | undefined;
    const readSite: CrawlStore['readSite'] = async (crawl, site) => (first ??= await store.readSite(crawl, site));
    return { store: changed(store, () => ({ readSite })) };
  }),
};

export const leaseWithoutAttempt: Mutation = {
  openState: sqliteState((...options) => new StoreWithoutAttempt(...options)),
};

export const neverLowers: Mutation = onParse(({ ports: { store } }) => ({
  store: changed(store, () => ({
    claimUrls: async (crawl, site, by, claims) => await store.claimUrls(crawl, site, { ...by, kind: 'link' }, claims),
  })),
}));

/** Hands the cache of the parsed site to `work` as soon as it is known. */
function withCache(work: (store: CrawlStore, known: () => KnownUrls | undefined) => CrawlStore): Mutation {
  return {
    parseTurn: async (worker, message) => {
      let known: KnownUrls | undefined;
      const site: ParseWorker['site'] = (crawl, number, origin) => {
        const opened = worker.site(crawl, number, origin);
        known = opened.known;
        return opened;
      };
      const store = work((worker as Whole<ParseWorker>).ports.store, () => known);
      return await parseTurn({ ports: budgeted({ ...worker.ports, store }), site }, message);
    },
  };
}

/** Believes that a level is still the one at which a URL was claimed. */
export const overlooksFalls: Mutation = onFetch(({ ports: { store } }) => ({
  store: changed(store, base => ({
    readLevels: async (crawl, site, identities, claimedAt) =>
      claimedAt === undefined ? await base.readLevels(crawl, site, identities) : identities.map(() => undefined),
  })),
}));

export const redirectsThroughCache: Mutation = withCache((store, known) =>
  changed(store, () => ({
    claimUrls: async (crawl, site, by, claims) => {
      const isKnown = (claim: UrlClaim): boolean => by.kind === 'redirect' && known()?.has(claim.identity) === true;
      const won = await store.claimUrls(
        crawl,
        site,
        by,
        claims.filter(claim => !isKnown(claim)),
      );
      return claims.map(claim => !isKnown(claim) && won.shift() === true);
    },
  })),
);

export const cachesBeforeCommit: Mutation = withCache((store, known) =>
  changed(store, () => ({
    claimUrls: async (crawl, site, by, claims) => {
      const won = await store.claimUrls(crawl, site, by, claims);
      if (by.kind === 'link') known()?.addAll(claims.map(({ identity }) => identity));
      return won;
    },
  })),
);

/** The claims are made for the pages of a turn as they stand in its record, so another order of that is one of these. */
export const claimsContentsOutOfOrder: Mutation = onParse(({ ports: { objects } }) => ({
  objects: {
    ...objects,
    put: async (name, parts) => await objects.put(name, parts),
    get: async name => {
      const record = decodeTurnRecord(await objects.get(name));
      return Buffer.concat(encodeTurnRecord({ ...record, entries: record.entries.toReversed() }));
    },
  },
}));

export const asksForChunksFirst: Mutation = onFetch(({ ports: { store } }) => {
  const early = new Map<string, Awaited<ReturnType<CrawlStore['readChunks']>>>();
  let reads = 0;
  return {
    store: changed(store, () => ({
      readSite: async (crawl, site) => {
        const before = await store.readSite(crawl, site);
        reads += 1;
        if (before === undefined || reads > 1) return before;
        const { level, round } = before.phase;
        for (const phase of [
          { level, round: round + 1 },
          { level: level + 1, round: 0 },
        ])
          early.set(
            `${phase.level}.${phase.round}`,
            await store.readChunks(crawl, site, phase, { turn: 0, offset: 0 }, 50),
          );
        return before;
      },
      readChunks: async (crawl, site, phase, cursor, most) => {
        const seen = cursor.turn === 0 && cursor.offset === 0 ? early.get(`${phase.level}.${phase.round}`) : undefined;
        return seen?.slice(0, most) ?? (await store.readChunks(crawl, site, phase, cursor, most));
      },
    })),
  };
});

export const parsesInAnyOrder: Mutation = onParse(({ ports: { store } }, { turn }) => ({
  store: changed(
    store,
    seenAs(row => ({ ...row, pending: new Map([...row.pending].filter(([pending]) => pending >= turn)) })),
  ),
}));

const claimsOnFetch = onFetch(({ ports, rules }, message) => {
  const { store, fetcher } = ports;
  let level = 0;
  return {
    store: changed(store, () => ({
      readChunks: async (crawl, site, phase, cursor, most) => {
        level = phase.level;
        return await store.readChunks(crawl, site, phase, cursor, most);
      },
    })),
    fetcher: {
      ...fetcher,
      fetch: async (request: FetchRequest) => {
        const answer = await fetcher.fetch(request);
        const crawl = await store.readCrawl(message.crawl);
        if (answer.kind === 'answered' && answer.location !== undefined && crawl !== undefined) {
          const target = new URL(answer.location, request.address);
          const identity = rules(crawl).normalize(target);
          const by = { turn: message.turn, level, kind: 'redirect' } as const;
          const isInside = target.origin === new URL(request.address).origin && request.purpose === 'page';
          const claim = { identity, address: target.href, foundOn: '' };
          if (isInside) await store.claimUrls(message.crawl, message.site, by, [claim]);
        }
        return answer;
      },
    },
  };
});

const deliveredBefore = new Set<string>();

/**
 * A turn that was fetched by a process that died is fetched again, and may then be cut shorter: which is why only its
 * commit says what it held. Here it is cut to one page.
 */
export const claimsRedirectsOnFetch: Mutation = {
  fetchTurn: async (worker, message) => {
    const urlsPerTurn = deliveredBefore.has(message.id) ? 1 : worker.urlsPerTurn;
    deliveredBefore.add(message.id);
    if (message.turn === 1) deliveredBefore.clear();
    return await claimsOnFetch.fetchTurn!({ ...worker, urlsPerTurn }, message);
  },
};

/** robots.txt is had from wherever it is redirected to, under the token of the host that was asked first. */
export const followsRobotsAnywhere: Mutation = onFetch(({ ports: { fetcher } }) => ({
  fetcher: {
    ...fetcher,
    fetch: async request => {
      let answer = await fetcher.fetch(request);
      for (let { address } = request; request.purpose === 'robots' && answer.kind === 'answered'; ) {
        if (answer.location === undefined) break;
        address = new URL(answer.location, address).href;
        answer = await fetcher.fetch({ ...request, address });
      }
      return answer;
    },
  },
}));

export const acknowledgesTwin: Mutation = {
  fetchTurn: async (worker, message) => {
    await fetchTurn(worker, message);
    return { kind: 'done' };
  },
};

export const waitsWithoutTest: Mutation = onFetch(({ ports: { store } }) => ({
  store: changed(store, () => ({
    leaveTurn: async (lease, exit) => await store.leaveTurn(lease, exit.patch.waiting ? { ...exit, demand: {} } : exit),
  })),
}));

const nobody = seenAs(row => ({ ...row, doneBy: '', parsedBy: { turn: 0, message: '' } }));

export const repairsNothing: Mutation = {
  ...onFetch(({ ports: { store } }) => ({ store: changed(store, nobody) })),
  ...onParse(({ ports: { store } }) => ({ store: changed(store, nobody) })),
};

export const sendsNoNextParse: Mutation = onParse(({ ports: { queue } }) => ({
  queue: { send: async (wakes: readonly Wake[]) => await queue.send(wakes.filter(({ kind }) => kind !== 'parse')) },
}));

/** Every message of a turn that is over takes itself for the one that committed it just now. */
export const oldMessageGoesOn: Mutation = onFetch(({ ports: { store } }, { id, turn }) => ({
  store: changed(
    store,
    seenAs(row => (row.turn < turn ? row : { ...row, turn, doneBy: id })),
  ),
}));
