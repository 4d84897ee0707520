import { button, labelled, onSubmit } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { t } from '../words/language.ts';

const mostFound = 8;

/** A node as it is searched for. */
interface Searched {
  readonly id: string;
  /** The texts of which a person types a part, whatever the case. */
  readonly texts: readonly string[];
  readonly shown: string;
}

/** A field for a part of a name or address, and under it buttons for the first nodes that have it. */
export function nodeSearch(nodes: readonly Searched[], choose: (id: string) => void): HTMLElement {
  const input = el('input', { type: 'search', autocomplete: 'off', maxlength: 200 });
  const found = el('div', { class: 'found', role: 'status' });
  const search = (): void => {
    const part = input.value.trim().toLowerCase();
    const fits = part === '' ? [] : nodes.filter(({ texts }) => texts.some(text => text.toLowerCase().includes(part)));
    const buttons = fits
      .slice(0, mostFound)
      .map(({ id, shown }) => button(shown, () => choose(id), { class: 'small' }));
    const more = fits.length > mostFound ? t('moreFound', { count: fits.length - mostFound }) : undefined;
    found.replaceChildren(...(part !== '' && fits.length === 0 ? [t('nothingFound')] : buttons), more ?? '');
  };
  input.addEventListener('input', search);
  const form = el('form', { role: 'search', 'aria-label': t('findNode') }, labelled(t('findNode'), input), found);
  onSubmit(form, () => found.querySelector('button')?.click());
  return form;
}
