import { ApiProblem, ask } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { hashOf } from '../page/route.ts';
import { t } from '../words/language.ts';

/** For a list without crawls: a button that crawls the bundled site. Undefined if the place has no such site. */
export async function tryExample(signal: AbortSignal): Promise<HTMLElement | undefined> {
  if (!(await hasExample(signal))) return undefined;
  return el('p', { class: 'actions' }, [
    button(t('tryExample'), crawlExample, { class: 'primary' }),
    ` ${t('tryExampleMeans')}`,
  ]);
}

async function hasExample(signal: AbortSignal): Promise<boolean> {
  try {
    await ask(['example'], { signal });
    return true;
  } catch (error) {
    // A deployed API knows no such path.
    if (error instanceof ApiProblem && error.status > 0) return false;
    throw error;
  }
}

async function crawlExample(): Promise<void> {
  const { url } = await ask<{ readonly url: string }>(['example'], { method: 'POST' });
  const spec = { sites: [{ url, name: t('exampleName') }], delayMs: 0 };
  const { id } = await ask<{ readonly id: string }>(['crawls'], { method: 'POST', body: spec });
  location.hash = hashOf(id, 'live');
}
