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
  // A large crawl is deleted in parts: an answer with a body says that more is left.
  while ((await deletedPart(id)) === 'more');
  location.hash = '#/crawls';
  say(t(done));
}

async function deletedPart(id: string): Promise<'more' | 'all'> {
  try {
    const answer = await ask<{ readonly detail: string } | undefined>(['crawls', id], { method: 'DELETE' });
    return answer === undefined ? 'all' : 'more';
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return 'all';
    throw error;
  }
}
