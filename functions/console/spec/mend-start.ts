import { ask, say } from '../page/api.ts';
import type { Crawl } from '../page/api-types.ts';
import { button, labelled, openFormDialog } from '../page/controls.ts';
import { startFaultWords } from '../page/crawl-words.ts';
import { el, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { t } from '../words/language.ts';

type Fault = NonNullable<Crawl['startFaults']>[number];

/**
 * Continues the crawl of a site that gave no page: from another start address, which is requested; where the host of the
 * start page is private, with the leave to ask it.
 */
export function mendButton(live: LiveCrawl, fault: Fault, done: () => Promise<void> = live.refresh): HTMLElement {
  const { number, address, reason } = fault;
  const host = reason === 'private-address' ? fault.host : undefined;
  const name = shownText(fault.name);
  const label = t(host === undefined ? 'mendStart' : 'allowHost');
  const open = (): void => {
    const { startFaults = [] } = live.current();
    const others = startFaults.filter(each => host !== undefined && each.reason === reason && each.number !== number);
    const also = el('input', { type: 'checkbox' });
    const alsoOthers = labelled(t('allowOthers', { hosts: others.map(other => other.host).join(', ') }), also);
    alsoOthers.classList.add('check');
    const input = el('input', { autocomplete: 'off', inputmode: 'url', required: true, value: address });
    openFormDialog({
      title: t(host === undefined ? 'mendStartOf' : 'allowHostOf', { name }),
      content:
        host === undefined
          ? [el('p', {}, startFaultWords(fault)), labelled(t('address'), input, t('mendStartMeans'))]
          : [el('p', {}, t('allowHostMeans', { host })), others.length > 0 ? alsoOthers : undefined],
      action: t(host === undefined ? 'mendAndTry' : 'allowHost'),
      async submit() {
        const more = also.checked ? others : [];
        const starts = [
          { number, url: input.value.trim() },
          ...more.map(each => ({ number: each.number, url: each.address })),
        ];
        const allowHosts = [host, ...more.map(each => each.host)];
        const body = { starts, ...(host !== undefined && { allowHosts }) };
        await ask(['crawls', live.id, 'resume'], { method: 'POST', body });
        if (host === undefined) say(t('startMended'));
        await live.refresh();
        await done();
      },
    });
  };
  return button(label, open, { class: 'small', 'aria-label': `${label} (${name})` });
}
