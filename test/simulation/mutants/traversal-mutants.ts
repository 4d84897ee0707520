/** Ways to break how pages are clicked through, each made by wrapping what the fetch step asks of the outside. */
import type { Traverser } from '../../../shared/ports/page-ports.ts';
import type { Mutation } from '../simulation.ts';
import { changed, onFetch } from './mutants.ts';

/** An open page goes on from where it is, though another worker went on meanwhile, or the slice before was not stored. */
export const goesOnWithAnOldPage: Mutation = {
  traverser: traverser => {
    const handedOut = new Map<string, string>();
    return {
      ...closing(traverser),
      goOn: async page => {
        const slice = await traverser.goOn({ ...page, after: handedOut.get(page.key) ?? page.after });
        if (slice.checkpoint !== undefined) handedOut.set(page.key, page.name);
        return slice;
      },
    };
  },
};

/** A checkpoint is stored without the addresses that were found before it. */
export const storesNoAddresses: Mutation = {
  traverser: traverser => ({
    ...closing(traverser),
    goOn: async page => {
      const slice = await traverser.goOn(page);
      return slice.result === undefined ? { ...slice, found: [] } : slice;
    },
  }),
};

/** A request for which the slice has no time is not answered, in place of waiting for the next slice. */
export const answersNothingAtTheEnd: Mutation = {
  traverser: traverser => ({
    ...closing(traverser),
    goOn: async page =>
      await traverser.goOn({
        ...page,
        answer: async request => {
          const answer = await page.answer(request);
          return answer === 'later' ? 'no-answer' : answer;
        },
      }),
  }),
};

/** Addresses that turns of the page's own phase claim are known as soon as these are parsed. */
export const knowsWhatIsClaimedMeanwhile: Mutation = onFetch(({ ports: { store } }) => ({
  store: changed(store, base => ({
    readTaken: async () => undefined,
    readLevels: async (...args) => {
      const standings = await base.readLevels(...args);
      return standings.map(standing => standing && { ...standing, turn: 0 });
    },
  })),
}));

/** The page is asked for again with each visit. */
export const asksForThePageAgain: Mutation = onFetch(({ ports: { objects } }) => ({
  objects: {
    get: name => objects.get(name),
    remove: name => objects.remove(name),
    list: prefix => objects.list(prefix),
    put: async (name, parts) => {
      if (!/^traversals\/.*\/page$/.test(name)) await objects.put(name, parts);
    },
  },
}));

function closing(traverser: Traverser): Pick<Traverser, 'close'> {
  return { close: async () => await traverser.close() };
}
