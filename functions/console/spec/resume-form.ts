import { ask } from '../page/api.ts';
import { freshId, labelled } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { attempt, say } from '../page/notices.ts';
import { t } from '../words/language.ts';
import { wholeNumber } from './spec-values.ts';

const limits = ['limit', 'timeLimitSeconds', 'maxLevel'] as const;

/** Goes on with a crawl at rest; larger limits where they are given. */
export function resumeForm(live: LiveCrawl): HTMLElement {
  const inputs = limits.map(key =>
    el('input', { name: key, inputmode: 'numeric', autocomplete: 'off', id: freshId() }),
  );
  const form = el(
    'form',
    {},
    ...inputs.map((input, index) => labelled(t(`field.${limits[index]!}`), input)),
    el('p', { class: 'actions' }, el('button', { class: 'primary' }, t('resume'))),
  );
  const details = el(
    'details',
    { class: 'resume' },
    el('summary', {}, t('resumeWith')),
    el('p', { class: 'hint' }, t('resumeHint')),
    form,
  );
  form.addEventListener('submit', event => {
    event.preventDefault();
    attempt(async () => {
      const given = inputs.filter(({ value }) => value.trim() !== '');
      const body = Object.fromEntries(given.map(({ name, value }) => [name, wholeNumber(value)]));
      await ask(['crawls', live.id, 'resume'], { method: 'POST', body });
      details.open = false;
      form.reset();
      say(t('resumed'));
      await live.refresh();
      document.querySelector<HTMLElement>('h1')?.focus();
    });
  });
  return details;
}
