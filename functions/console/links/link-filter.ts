import type { LinkKind, linkStatuses } from '../../../shared/domain/link-rows.ts';
import type { linkTypes } from '../../../shared/domain/link-type.ts';
import { chosenIn, labelled, onSubmit, select } from '../page/controls.ts';
import { el, shownText } from '../page/dom.ts';
import { named, t } from '../words/language.ts';
import type { LinkSites } from './link-sites.ts';

const types: typeof linkTypes = ['html', 'script', 'click'];
const statuses: typeof linkStatuses = ['waiting', 'node', 'redirect', 'duplicate', 'skipped'];

export const linkFilters = ['site', 'text', 'domain', 'level', 'status', 'type'] as const;
/** As typed; empty: all. */
export type LinkFilter = Readonly<Record<(typeof linkFilters)[number], string>>;

/** The choices of the form. */
interface FilterOf {
  readonly kind: LinkKind;
  readonly sites: LinkSites;
  /** Pages of the crawl were loaded in a browser. */
  readonly withTypes: boolean;
}

/** `onChange` gets what was chosen: at once from a list, else when the form is sent. */
export function filterForm(
  { kind, sites, withTypes }: FilterOf,
  { site, text, domain, level, status, type }: LinkFilter,
  onChange: (filter: LinkFilter) => void,
): HTMLElement {
  const inputs = {
    site: siteChoice(sites, site),
    domain: el('input', { value: domain, autocomplete: 'off', maxlength: 200, size: 16, spellcheck: false }),
    text: el('input', { value: text, type: 'search', autocomplete: 'off', maxlength: 200 }),
    level: el('input', { value: level, inputmode: 'numeric', size: 6, autocomplete: 'off' }),
    status: select(statuses, each => [each, named('status', each)], kind === 'internal' ? status : '', t('any')),
    type: select(types, each => [each, t(`linkType.${each}`)], withTypes ? type : '', t('any')),
  };
  const form = el('form', { class: 'filter', role: 'search', 'aria-label': t('filter') }, [
    labelled(t('textContains'), inputs.text),
    kind === 'external' ? labelled(t('domain'), inputs.domain) : undefined,
    sites.isWhole && sites.names.size < 2
      ? undefined
      : labelled(t('site'), inputs.site, sites.isWhole ? undefined : t('chooseSite')),
    labelled(t('level'), inputs.level),
    kind === 'internal' ? labelled(t('status'), inputs.status) : undefined,
    withTypes ? labelled(t('linkType'), inputs.type) : undefined,
    el('div', { class: 'field' }, el('button', {}, t('filter'))),
  ]);
  const change = (): void =>
    onChange({ ...chosenIn(inputs), text: inputs.text.value, ...(kind !== 'external' && { domain: '' }) });
  onSubmit(form, () => change());
  for (const each of form.querySelectorAll('select')) each.addEventListener('change', change);
  return form;
}

/** Sites by their names. Where there are very many, the form has the site alone whose links are shown. */
function siteChoice({ names, isWhole }: LinkSites, site: string): HTMLSelectElement {
  const nameOf = (number: number): string => shownText(names.get(number) ?? `№ ${number}`);
  const listed = isWhole ? [...names.keys()] : [site].filter(each => each !== '').map(Number);
  return select(listed, number => [String(number), nameOf(number)], site, t('any'));
}
