import { ask, say } from '../page/api.ts';
import type { Crawl } from '../page/api-types.ts';
import { button, labelled, openFormDialog } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { t } from '../words/language.ts';
import { isTime, numberAt, words } from './spec-values.ts';

type Change = 'limit' | 'siteLimit' | 'timeLimitSeconds' | 'maxLevel' | 'delayMs';

/** A limit of each site is none beside a limit of pages in all. */
function changesOf({ limit, siteCount = 1 }: Crawl): readonly Change[] {
  const ofEach: readonly Change[] = limit === undefined && siteCount > 1 ? ['siteLimit'] : [];
  return ['limit', ...ofEach, 'timeLimitSeconds', 'maxLevel', 'delayMs'];
}

/** Continues a crawl at rest, with other limits and another delay where they are given. */
export function resumeButton(live: LiveCrawl): HTMLElement {
  return button(t('resumeWith'), () => {
    const inputs = changesOf(live.current()).map(key =>
      el('input', { name: key, inputmode: isTime(key) ? undefined : 'numeric', autocomplete: 'off' }),
    );
    const hosts = el('input', { name: 'allowHosts', autocomplete: 'off' });
    const retry = el('input', { type: 'checkbox' });
    const again = labelled(t('retryFailed'), retry);
    again.classList.add('check');
    const isFinished = live.current().state === 'finished';
    openFormDialog({
      title: t('resumeTitle'),
      content: [
        el('p', { class: 'hint' }, t('resumeHint')),
        ...inputs.map(input => labelled(t(`field.${input.name as Change}`), input)),
        labelled(t('field.allowHosts'), hosts),
        isFinished ? again : undefined,
      ],
      action: t('resume'),
      async submit() {
        const given = inputs.filter(({ value }) => value.trim() !== '');
        const body = Object.fromEntries(given.map(({ name, value }) => [name, numberAt(name, value)]));
        const allowHosts = words(hosts.value);
        const isAgain = retry.checked || (isFinished && allowHosts.length > 0);
        const more = { ...(isAgain && { retryFailed: true }), ...(allowHosts.length > 0 && { allowHosts }) };
        await ask(['crawls', live.id, 'resume'], { method: 'POST', body: { ...body, ...more } });
        say(t('resumed'));
        await live.refresh();
      },
    });
  });
}
