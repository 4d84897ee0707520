import type { LinkKind, linkStatuses } from '../../../shared/domain/link-rows.ts';
import type { linkTypes } from '../../../shared/domain/link-type.ts';
import { labelled, select } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { named, t } from '../words/language.ts';

const types: typeof linkTypes = ['html', 'script', 'click'];
const statuses: typeof linkStatuses = ['waiting', 'node', 'redirect', 'duplicate', 'skipped'];

/** As typed; empty: all. */
export type LinkFilter = Readonly<Record<'site' | 'text' | 'level' | 'status' | 'type', string>>;

/** The filter that the address of the view has. */
export function filterOf(query: URLSearchParams): LinkFilter {
  const value = (name: string): string => query.get(name) ?? '';
  return {
    site: value('site'),
    text: value('text'),
    level: value('level'),
    status: value('status'),
    type: value('type'),
  };
}

export function filterForm(
  kind: LinkKind,
  { site, text, level, status, type }: LinkFilter,
  withTypes: boolean,
  onChange: (filter: LinkFilter) => void,
): HTMLElement {
  const inputs = {
    site: el('input', { value: site, inputmode: 'numeric', size: 6, autocomplete: 'off' }),
    text: el('input', { value: text, type: 'search', autocomplete: 'off', maxlength: 200 }),
    level: el('input', { value: level, inputmode: 'numeric', size: 6, autocomplete: 'off' }),
    status: select(
      [{ value: '', text: t('any') }, ...statuses.map(value => ({ value, text: named('status', value) }))],
      kind === 'internal' ? status : '',
    ),
    type: select(
      [{ value: '', text: t('any') }, ...types.map(value => ({ value, text: t(`linkType.${value}`) }))],
      withTypes ? type : '',
    ),
  };
  const form = el(
    'form',
    { class: 'filter', role: 'search', 'aria-label': t('filter') },
    labelled(t('textContains'), inputs.text),
    labelled(t('siteNumber'), inputs.site),
    labelled(t('level'), inputs.level),
    kind === 'internal' ? labelled(t('status'), inputs.status) : undefined,
    withTypes ? labelled(t('linkType'), inputs.type) : undefined,
    el('div', { class: 'field' }, el('button', {}, t('filter'))),
  );
  form.addEventListener('submit', event => {
    event.preventDefault();
    onChange({
      site: inputs.site.value.trim(),
      text: inputs.text.value,
      level: inputs.level.value.trim(),
      status: inputs.status.value,
      type: inputs.type.value,
    });
  });
  return form;
}
