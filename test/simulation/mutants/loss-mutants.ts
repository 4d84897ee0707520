/** Ways to break what becomes of a turn whose object is lost. */
import { lostTurnOf } from '../../../shared/domain/protocol/lost-turn.ts';
import type { CrawlStore } from '../../../shared/ports/ports.ts';
import type { Mutation } from '../simulation.ts';
import { changed, onFetch, onParse, seenAs } from './mutants.ts';

/** The loss is seen and written down nowhere. */
export const notesNoLoss: Mutation = onParse(({ ports: { store } }) => ({
  store: changed(store, () => ({ loseTurn: async () => undefined })),
}));

/** New entries are taken where a turn is lost. */
export const takesNewEntries: Mutation = onFetch(({ ports: { store } }) => ({
  store: changed(
    store,
    seenAs(({ lost: _, ...row }) => row),
  ),
}));

export const wakesNobodyForLoss: Mutation = onParse(({ ports: { store, queue } }) => {
  let isLost = false;
  return {
    store: changed(store, () => ({
      loseTurn: async (...loss) => {
        isLost = true;
        return await store.loseTurn(...loss);
      },
    })),
    queue: { send: async wakes => (isLost ? undefined : await queue.send(wakes)) },
  };
});

export const parsesNothingAgain: Mutation = onFetch(({ ports: { queue } }, { turn }) => ({
  queue: { send: async wakes => await queue.send(wakes.filter(wake => wake.kind === 'fetch' || wake.turn === turn)) },
}));

/** The turn is fetched again from its second entry on. */
export const takesTooFew: Mutation = onFetch(({ ports: { store } }) => ({
  store: changed(store, () => ({
    readTaken: async (...of) => {
      const taken = await store.readTaken(...of);
      const { from } = taken ?? {};
      return taken && from ? { ...taken, from: { turn: from.turn, offset: from.offset + 1 } } : taken;
    },
  })),
}));

/** A page that the lost turn had put into the next round is asked for once more, and answers by now. */
export const forgetsNextRound: Mutation = onFetch(({ ports: { store } }) => {
  let next: string | undefined;
  const readTaken: CrawlStore['readTaken'] = async (...of) => {
    const taken = await store.readTaken(...of);
    next = taken === undefined ? undefined : `${taken.phase.level}.${taken.phase.round + 1}`;
    return taken;
  };
  const readChunks: CrawlStore['readChunks'] = async (crawl, site, phase, cursor, most) =>
    `${phase.level}.${phase.round}` === next ? [] : await store.readChunks(crawl, site, phase, cursor, most);
  return { store: changed(store, () => ({ readTaken, readChunks })) };
});

/** Other turns are parsed while the lowest one is lost. */
export const passesLostTurn: Mutation = onParse(({ ports: { store } }) => ({
  store: changed(
    store,
    seenAs(row => {
      const pending = [...row.pending].filter(([turn]) => lostTurnOf(row, turn)?.state !== 'open');
      return { ...row, pending: new Map(pending) };
    }),
  ),
}));

/** A turn that lost its segment, and then the bodies that were fetched again, is parsed like one that never was. */
export const countsParsedAgain: Mutation = onParse(({ ports: { store } }) => ({
  store: changed(store, () => ({
    loseTurn: async (crawl, site, loss) =>
      await store.loseTurn(crawl, site, { ...loss, lost: { ...loss.lost, what: 'bodies' } }),
  })),
}));
