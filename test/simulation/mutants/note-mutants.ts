/** Ways to break what is written down of tries to parse. */

import type { Mutation } from '../simulation.ts';
import { changed, onParse, seenAs } from './mutants.ts';

export const writesNothingDown: Mutation = onParse(({ ports: { store } }) => ({
  store: changed(store, () => ({ noteParse: async () => undefined })),
}));

/** As if each death at a page were its second. */
export const blamesAtFirstDeath: Mutation = onParse(({ ports: { store } }) => ({
  store: changed(
    store,
    seenAs(row => {
      const { parseNote } = row;
      if (parseNote?.page === undefined) return row;
      return { ...row, parseNote: { ...parseNote, deaths: { ...parseNote.deaths, [parseNote.page]: 1 } } };
    }),
  ),
}));
