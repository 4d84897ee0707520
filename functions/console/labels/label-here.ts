import { askList, attempt, say } from '../page/api.ts';
import { el } from '../page/dom.ts';
import type { ViewContext } from '../page/route.ts';
import { t } from '../words/language.ts';
import { isNextKey, onKeys } from './label-keys.ts';
import { labelPanel } from './label-panel.ts';

interface ShownPublication {
  readonly version: number;
  readonly latestVersion: number;
  readonly title: string;
  readonly text: string;
}

/** A fold in the list of publications: opened, it has the sentences that mention an organization, and its labels. */
export function labelHere(
  { route, signal }: ViewContext,
  publication: number,
  organization: string,
): HTMLDetailsElement {
  const summary = el('summary', {}, t('labelHere'));
  const fold = el('details', { class: 'label-here' }, summary);
  const load = async (): Promise<void> => {
    const { version, latestVersion, title, text } = await askList<ShownPublication>(
      ['watches', route.id, 'publications', publication],
      {},
      signal,
    );
    const panel = await labelPanel({
      ...{ route, signal, publication, version, latestVersion, organization },
      fields: [
        { field: 'title', text: title },
        { field: 'text', text: text ?? '' },
      ],
      next: () => openBehind(fold),
    });
    fold.append(panel ?? el('p', { class: 'hint' }, t('labelNobody')));
    if (document.activeElement === summary) panel?.focus();
  };
  const loadOnce = (): void => {
    fold.removeEventListener('toggle', loadOnce);
    attempt(load, signal);
  };
  fold.addEventListener('toggle', loadOnce);
  return fold;
}

/** The key `n` opens the first fold of the list where none is open. */
export function keysOfList(signal: AbortSignal): void {
  const isOpen = (): boolean => document.querySelector('details.label-here[open]') !== null;
  onKeys(key => (isNextKey(key) && !isOpen() ? async () => openBehind(undefined) : undefined), signal);
}

/** Opens the fold behind the fold that is left, with the focus in the panel, so that the next key labels. */
function openBehind(left: HTMLDetailsElement | undefined): void {
  const folds = [...document.querySelectorAll<HTMLDetailsElement>('details.label-here')];
  const next = folds[left === undefined ? 0 : folds.indexOf(left) + 1];
  if (next === undefined) {
    say(t('labelListEnd'));
    return;
  }
  if (left !== undefined) left.open = false;
  next.open = true;
  (next.querySelector<HTMLElement>('.labelling') ?? next.querySelector('summary')!).focus();
  next.scrollIntoView({ block: 'nearest' });
}
