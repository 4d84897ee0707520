import { ask, attempt, say } from '../page/api.ts';
import { button, labelled } from '../page/controls.ts';
import { el, section } from '../page/dom.ts';
import { fileText } from '../page/file-text.ts';
import { t } from '../words/language.ts';
import { toList } from './back-to-list.ts';
import { checkParts } from './list-check.ts';
import type { WatchCheck } from './organization-types.ts';

/** Endings of files of lists. */
export const listFiles = '.csv,.tsv,.txt,.json,.yaml,.yml';

/** A list of a file: what it will do is shown first, then it takes the place of the list of now. */
export function importPart(id: string, signal: AbortSignal): HTMLElement {
  const file = el('input', { type: 'file', accept: listFiles });
  const preview = el('div', { tabindex: -1 });
  file.addEventListener('change', () =>
    attempt(async () => {
      preview.replaceChildren();
      const chosen = file.files?.[0];
      if (chosen === undefined) return;
      const text = await fileText(chosen);
      if (text === undefined) return;
      const body = { text, format: formatOf(chosen.name) };
      const check = await ask<WatchCheck>(['watches', id, 'organizations', 'check'], { method: 'POST', body, signal });
      const use = button(
        t('useList'),
        async () => {
          await ask(['watches', id, 'organizations'], { method: 'PUT', body });
          toList(id, 'listIsSet');
        },
        { class: 'primary' },
      );
      preview.replaceChildren(...(await checkParts(undefined, check)), el('p', { class: 'actions' }, use));
      preview.focus();
      say(t('listNotSetYet'));
    }, signal),
  );
  return section(t('importList'), [labelled(t('organizationFile'), file, t('organizationFileHint')), preview]);
}

export function formatOf(name: string): string {
  if (/\.json$/i.test(name)) return 'json';
  return /\.ya?ml$/i.test(name) ? 'yaml' : 'csv';
}
