import { ask } from '../page/api.ts';
import type { Crawl } from '../page/api-types.ts';
import { button, labelled } from '../page/controls.ts';
import { startFaultWords } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import { openFormDialog } from '../page/form-dialog.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { say } from '../page/notices.ts';
import { shownText } from '../page/shown-text.ts';
import { t } from '../words/language.ts';

/** Allows the private host of a start page, and continues the crawl. */
function allowButton(
  live: LiveCrawl,
  { number, name, address }: Fault,
  host: string,
  done: () => Promise<void>,
): HTMLElement {
  const title = t('allowHostOf', { name: shownText(name) });
  const open = (): void =>
    openFormDialog({
      title,
      content: [el('p', {}, t('allowHostMeans', { host }))],
      action: t('allowHost'),
      async submit() {
        const body = { starts: [{ number, url: address }], allowHosts: [host] };
        await ask(['crawls', live.id, 'resume'], { method: 'POST', body });
        await live.refresh();
        await done();
      },
    });
  return button(t('allowHost'), open, { class: 'small', 'aria-label': `${t('allowHost')} (${shownText(name)})` });
}

type Fault = NonNullable<Crawl['startFaults']>[number];

/** Requests the right start address of a site that gave no page, and continues the crawl. */
export function mendButton(live: LiveCrawl, fault: Fault, done: () => Promise<void> = live.refresh): HTMLElement {
  if (fault.reason === 'private-address' && fault.host !== undefined) return allowButton(live, fault, fault.host, done);
  const name = shownText(fault.name);
  const title = t('mendStartOf', { name });
  const open = (): void => {
    const input = el('input', { autocomplete: 'off', inputmode: 'url', required: true, value: fault.address });
    openFormDialog({
      title,
      content: [el('p', {}, startFaultWords(fault)), labelled(t('address'), input, t('mendStartMeans'))],
      action: t('mendAndTry'),
      async submit() {
        const starts = [{ number: fault.number, url: input.value.trim() }];
        await ask(['crawls', live.id, 'resume'], { method: 'POST', body: { starts } });
        say(t('startMended'));
        await live.refresh();
        await done();
      },
    });
  };
  return button(t('mendStart'), open, { class: 'small', 'aria-label': `${t('mendStart')} (${name})` });
}
