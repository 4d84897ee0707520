import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import { ask } from '../page/api.ts';
import { button, labelled, onSubmit, watchField } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { say } from '../page/notices.ts';
import { pageText } from '../page/shown-text.ts';
import { t } from '../words/language.ts';
import { foundParts } from './found-parts.ts';
import type { Findings } from './watch-types.ts';

/** An address is looked at, what was found is shown with switches, and a button adds the source with what is on. */
export function addSourceForm(id: string, added: () => Promise<void>): HTMLElement {
  const address = el('input', { type: 'url', required: true, autocomplete: 'off', size: 40, maxlength: 2_048 });
  const interval = el('input', { autocomplete: 'off', size: 8 });
  const send = el('button', {}, t('seekSource'));
  const found = el('div', { class: 'found-source', tabindex: -1 });
  const form = el('form', { class: 'filter level' }, [
    labelled(t('address'), address, t('addSourceHint')),
    watchField('interval', interval),
    el('div', { class: 'field' }, send),
  ]);
  const clear = (): void => {
    found.replaceChildren();
    address.focus();
  };
  const add = async (url: string, on: readonly object[]): Promise<void> => {
    const fixed = interval.value.trim() === '' ? {} : { interval: decodeDuration(interval.value) };
    const body = { address: url, on, ...fixed };
    const { entries } = await ask<{ entries: number }>(['watches', id, 'sources'], { method: 'POST', body });
    form.reset();
    clear();
    await added();
    say(t('sourceAdded', { count: entries }));
  };
  onSubmit(form, async () => {
    if (send.getAttribute('aria-busy') === 'true') return;
    send.setAttribute('aria-busy', 'true');
    found.replaceChildren();
    say(t('sourceSought'));
    try {
      const body = { address: address.value.trim() };
      const findings = await ask<Findings>(['watches', id, 'findings'], { method: 'POST', body });
      found.replaceChildren(...chosenParts(findings, on => add(body.address, on), clear));
      say(t('sourceFound'));
      found.focus();
    } finally {
      send.removeAttribute('aria-busy');
    }
  });
  return el('div', {}, form, found);
}

function chosenParts(
  findings: Findings,
  add: (on: readonly object[]) => Promise<void>,
  leave: () => void,
): readonly HTMLElement[] {
  const on = new Set(findings.entries.filter(entry => entry.on));
  const turn = (entry: Findings['entries'][number], isOn: boolean): void =>
    void (isOn ? on.add(entry) : on.delete(entry));
  return [
    el('h3', {}, pageText(findings.title ?? findings.address)),
    el('p', { class: 'hint' }, t('foundHint')),
    ...foundParts(findings, turn),
    el('p', { class: 'actions' }, [
      button(t('addFound'), () => add([...on].map(({ address, kind }) => ({ address, kind }))), { class: 'primary' }),
      button(t('cancel'), leave),
    ]),
  ];
}
