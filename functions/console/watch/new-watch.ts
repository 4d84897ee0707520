import { ApiProblem, ask } from '../page/api.ts';
import { labelled, onSubmit } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { say } from '../page/notices.ts';
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
  const form = el('form', { class: 'new-crawl', novalidate: true }, [
    labelled(t('field.sources'), sources, t('hint.sources')),
    el('div', { class: 'grid' }, [
      labelled(t('interval'), interval, t('intervalHint')),
      labelled(t('field.delayMs'), delay),
      labelled(t('field.contact'), contact, t('hint.contact')),
    ]),
    checked(labelled(t('field.archive'), archive)),
    el('p', { class: 'hint' }, t('newWatchHint')),
    el('p', { class: 'actions' }, el('button', { class: 'primary' }, t('startWatch'))),
  ]);
  onSubmit(form, async () => {
    const lines = sources.value.split('\n').map(line => line.trim());
    const body = {
      sites: lines.filter(line => line !== '').map(url => ({ url })),
      ...(delay.value.trim() !== '' && { delayMs: wholeNumber(delay.value) }),
      ...(contact.value.trim() !== '' && { contact: contact.value.trim() }),
    };
    const watch = {
      archive: archive.checked,
      ...(interval.value.trim() !== '' && { interval: wholeNumber(interval.value) }),
    };
    await begin(body, watch);
  });
  return el('div', {}, el('h1', { tabindex: -1 }, t('newWatch')), form);
}

/** Found entries wait for a person's choice, if the place can do that. */
async function begin(body: object, watch: object): Promise<void> {
  const post = async (start: boolean): Promise<string> => {
    const whole = { ...body, watch: { ...watch, start } };
    return (await ask<{ readonly id: string }>(['watches'], { method: 'POST', body: whole })).id;
  };
  try {
    location.hash = hashOfWatch(await post(false), 'found');
  } catch (error) {
    const startsAtOnce =
      error instanceof ApiProblem && error.refusals.some(({ code }) => code === 'watch-starts-at-once');
    if (!startsAtOnce) throw error;
    location.hash = hashOfWatch(await post(true), 'sources');
    say(t('watchStarted'));
  }
}

function checked(field: HTMLElement): HTMLElement {
  field.classList.add('check');
  return field;
}
