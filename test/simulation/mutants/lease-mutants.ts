/** Ways to break what becomes of a message that meets a lease, or that its sender does not outlive. */
import type { Handled, Message } from '../../../shared/domain/protocol/crawl-state.ts';
import type { CrawlStore, Wake } from '../../../shared/ports/ports.ts';
import { fetchTurn } from '../../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../../shared/steps/fetch/turn.ts';
import type { Mutation } from '../simulation.ts';
import { changed, onFetch, type Whole } from './mutants.ts';

export const dropsOnOthersLease: Mutation = onFetch(({ ports: { store, queue } }, { crawl }) => {
  let isOthers = false;
  return {
    queue: { send: async wakes => (isOthers ? undefined : await queue.send(wakes)) },
    store: changed(store, () => ({
      takeToken: async take => {
        const answer = await store.takeToken(take);
        isOthers = answer.kind === 'refused' && answer.why === 'leased' && answer.row.lease?.crawl !== crawl;
        return answer;
      },
      moveDue: async (...due) => !isOthers && (await store.moveDue(...due)),
    })),
  };
});

/** Handles the message, and tells whether another message has the lease of its turn. */
async function fetchBeside(worker: FetchWorker, message: Message): Promise<{ handled: Handled; isTaken: boolean }> {
  const { store } = (worker as Whole<FetchWorker>).ports;
  let isTaken = false;
  const takeToken: CrawlStore['takeToken'] = async take => {
    const answer = await store.takeToken(take);
    const lease = answer.kind === 'refused' && answer.why === 'leased' ? answer.row.lease : undefined;
    const isTurns = lease?.crawl === take.crawl && lease.site === take.site && lease.turn === take.turn;
    isTaken = isTurns && lease.message !== take.message;
    return answer;
  };
  const ports = { ...worker.ports, store: changed(store, () => ({ takeToken })) };
  return { handled: await fetchTurn({ ...worker, ports }, message), isTaken };
}

/** Trusts whoever has the lease of the turn to go on. */
export const dropsOnTurnsLease: Mutation = {
  fetchTurn: async (worker, message) => {
    const { handled, isTaken } = await fetchBeside(worker, message);
    return isTaken ? { kind: 'done' } : handled;
  },
};

/**
 * Stays with the queue while another message has the lease of its turn, and sends one more for the time after. At most
 * `most` in all, for each of them does the same.
 */
export function sendsBesidesStaying(most: number): Mutation {
  let sent = 0;
  return {
    fetchTurn: async (worker, message) => {
      const { handled, isTaken } = await fetchBeside(worker, message);
      const { kind, crawl, site, turn } = message;
      if (isTaken && handled.kind === 'put-back' && sent < most) {
        sent += 1;
        await worker.ports.queue.send([{ kind, crawl, site, turn, delayMs: handled.delayMs }]);
      }
      return handled;
    },
  };
}

/** Moves `due`, then sends: between the two its own message is superseded by one that is not there. */
export const movesDueBeforeSending: Mutation = onFetch(({ ports: { store, queue } }) => {
  const held: Wake[] = [];
  return {
    queue: {
      send: async wakes => {
        held.push(...wakes.filter(({ due }) => due !== undefined));
        await queue.send(wakes.filter(({ due }) => due === undefined));
      },
    },
    store: changed(store, () => ({
      moveDue: async (...due) => {
        const isMoved = await store.moveDue(...due);
        if (isMoved) await queue.send(held.splice(0));
        return isMoved;
      },
      leaveTurn: async (lease, exit) => {
        const isLeft = await store.leaveTurn(lease, exit);
        if (isLeft) await queue.send(held.splice(0));
        return isLeft;
      },
    })),
  };
});
