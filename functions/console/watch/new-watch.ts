import { ask } from '../page/api.ts';
import { labelled } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { attempt, say } from '../page/notices.ts';
import { hashOfWatch } from '../page/route.ts';
import { wholeNumber } from '../spec/spec-values.ts';
import { t } from '../words/language.ts';

/** The form of a new watch: addresses of sources; what there is at them is found by itself. */
export function newWatch(): HTMLElement {
  const sources = el('textarea', { rows: 6, required: true, spellcheck: false, autocomplete: 'off' });
  const delay = el('input', { inputmode: 'numeric', autocomplete: 'off', size: 8 });
  const interval = el('input', { inputmode: 'numeric', autocomplete: 'off', size: 8 });
  const contact = el('input', { autocomplete: 'off' });
  const archive = el('input', { type: 'checkbox' });
  const form = el(
    'form',
    { class: 'new-crawl', novalidate: true },
    labelled(t('field.sources'), sources, t('hint.sources')),
    el(
      'div',
      { class: 'grid' },
      labelled(t('interval'), interval, t('intervalHint')),
      labelled(t('field.delayMs'), delay),
      labelled(t('field.contact'), contact, t('hint.contact')),
    ),
    checked(labelled(t('field.archive'), archive)),
    el('p', { class: 'hint' }, t('newWatchHint')),
    el('p', { class: 'actions' }, el('button', { class: 'primary' }, t('startWatch'))),
  );
  form.addEventListener('submit', event => {
    event.preventDefault();
    attempt(async () => {
      const lines = sources.value.split('\n').map(line => line.trim());
      const body = {
        sites: lines.filter(line => line !== '').map(url => ({ url })),
        ...(delay.value.trim() === '' ? {} : { delayMs: wholeNumber(delay.value) }),
        ...(contact.value.trim() === '' ? {} : { contact: contact.value.trim() }),
        watch: {
          archive: archive.checked,
          ...(interval.value.trim() === '' ? {} : { interval: wholeNumber(interval.value) }),
        },
      };
      const { id } = await ask<{ readonly id: string }>(['watches'], { method: 'POST', body });
      location.hash = hashOfWatch(id, 'sources');
      say(t('watchStarted'));
    });
  });
  return el('div', {}, el('h1', { tabindex: -1 }, t('newWatch')), form);
}

function checked(field: HTMLElement): HTMLElement {
  field.classList.add('check');
  return field;
}
