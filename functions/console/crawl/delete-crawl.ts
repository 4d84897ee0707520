import { ApiProblem, ask } from '../page/api.ts';
import { confirmed } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { say } from '../page/notices.ts';
import { t } from '../words/language.ts';
import type { Word } from '../words/word.ts';

interface DeletionWords {
  readonly question: Word;
  readonly meaning: Word;
  readonly done: Word;
}

/** Deletes a crawl, or a watch, if the person agrees, and goes to the list. */
export async function deleteCrawl(id: string, { question, meaning, done }: DeletionWords): Promise<void> {
  if (!(await confirmed(t(question), t('delete'), el('p', {}, t(meaning))))) return;
  const isWhole = await isDeletedWhole(id);
  location.hash = '#/crawls';
  say(t(isWhole ? done : 'beingDeleted'));
}

/** False: it was too much for one request, and the account deletes the rest. */
async function isDeletedWhole(id: string): Promise<boolean> {
  try {
    const answer = await ask<{ readonly detail: string } | undefined>(['crawls', id], { method: 'DELETE' });
    return answer === undefined;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return true;
    throw error;
  }
}
