import { t } from '../words/language.ts';
import { ApiProblem } from './api.ts';
import { el } from './dom.ts';
import { told } from './told.ts';

/*
 * Reports of an action: a change politely (`status`), a failure at once (`alert`). Both notices are in
 * the document from the start, so that screen readers notice what appears in them.
 */

function notice(id: 'said' | 'failed'): HTMLElement {
  return document.getElementById(id)!;
}

/** Says what now holds, with a control to go on from there. */
export function say(text: string, control?: HTMLElement): void {
  notice('failed').replaceChildren();
  notice('said').replaceChildren(text, ...(control === undefined ? [] : [' ', control]));
}

/** Says what went wrong. */
function complain(error: unknown): void {
  notice('said').textContent = '';
  notice('failed').replaceChildren(problemText(error));
}

export function clearNotices(): void {
  notice('said').textContent = '';
  notice('failed').replaceChildren();
}

/** The text about an error, for people. */
export function problemText(error: unknown): HTMLElement {
  if (!(error instanceof ApiProblem)) return el('p', {}, String(error));
  if (error.status === 0) return el('p', {}, t('noAnswer'));
  return el('div', {}, ...error.refusals.map(refused => told('p', refused)));
}

/** A site without a graph, or a crawl without a fragment, is nothing to be alarmed about. */
export async function partOrNotice(part: () => Promise<HTMLElement>): Promise<HTMLElement> {
  try {
    return await part();
  } catch (error) {
    if (!(error instanceof ApiProblem && (error.status === 404 || error.status === 409))) throw error;
    return el('div', { class: 'notice' }, problemText(error));
  }
}

/** Does `action` on behalf of a control; a failure is reported, never lost. */
export function attempt(action: () => void | Promise<void>, signal?: AbortSignal): void {
  const done = async () => await action();
  done().catch((error: unknown) => {
    if (signal?.aborted !== true) complain(error);
  });
}
