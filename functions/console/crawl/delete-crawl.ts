import { ask, say, unlessRefused } from '../page/api.ts';
import { confirmed } from '../page/controls.ts';
import { t } from '../words/language.ts';
import type { Word } from '../words/word.ts';

interface DeletionWords {
  readonly question: Word;
  readonly meaning: Word;
  readonly done: Word;
}

/** Deletes a crawl, or a watch, if the person agrees, and goes to the list. */
export async function deleteCrawl(id: string, { question, meaning, done }: DeletionWords): Promise<void> {
  if (!(await confirmed(t(question), t('delete'), t(meaning)))) return;
  const isWhole = await isDeletedWhole(id);
  location.hash = '#/crawls';
  say(t(isWhole ? done : 'beingDeleted'));
}

/** False: it was too much for one request, and the account deletes the rest. */
async function isDeletedWhole(id: string): Promise<boolean> {
  return (await unlessRefused(ask<object | undefined>(['crawls', id], { method: 'DELETE' }), 404)) === undefined;
}
