import type { ChoiceRow } from '../../http/routes/choice-routes.ts';
import { askList } from '../page/api.ts';
import type { ChoicePage } from '../page/api-types.ts';

const rowsOfPage = 1_000;
/** A log that is longer is read on at the next look. */
const pagesOfLook = 20;

/** The newest choice of the log, which is read from its start and, at each look, from where the last one ended. */
export function newestChoice(id: string, signal: AbortSignal): { look(): Promise<ChoiceRow | undefined> } {
  let cursor: string | undefined;
  let newest: ChoiceRow | undefined;
  return {
    async look() {
      for (let pages = 0; pages < pagesOfLook; pages += 1) {
        const page = await askList<ChoicePage>(['crawls', id, 'choices'], { limit: rowsOfPage, cursor }, signal);
        newest = page.choices.at(-1) ?? newest;
        if (page.next === undefined) break;
        cursor = page.next;
      }
      return newest;
    },
  };
}
