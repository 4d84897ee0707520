import { splitNames } from '../../../shared/domain/spec/decode-setting.ts';
import { ask, pagesOf } from '../page/api.ts';
import { button, confirmed, labelled, onSubmit, select } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { hashOfWatch } from '../page/route.ts';
import { t } from '../words/language.ts';
import { toList } from './back-to-list.ts';
import type { Alias, ListPage, Organization } from './organization-types.ts';

const atOnce = 1_000;

/** The form of one organization: `asked` is `new`, or its id behind `=`. */
export async function organizationEditor(
  id: string,
  asked: string,
  list: ListPage | undefined,
  signal: AbortSignal,
): Promise<HTMLElement> {
  const known = asked === 'new' ? undefined : await organizationOf(id, asked.slice(1), signal);
  if (asked !== 'new' && known === undefined)
    return el('div', {}, backLink(id), el('p', { class: 'notice' }, t('organizationGone')));
  const number = el('input', { required: true, maxlength: 100, autocomplete: 'off', value: known?.id ?? '' });
  if (known !== undefined) number.readOnly = true;
  const name = el('input', { required: true, maxlength: 300, autocomplete: 'off', value: known?.name ?? '' });
  const rows = el('ol', { class: 'aliases' });
  const aliases: AliasRow[] = [];
  const add = (alias: Alias | undefined): AliasRow => {
    const row = aliasRow(alias, () => {
      aliases.splice(aliases.indexOf(row), 1);
      row.element.remove();
    });
    aliases.push(row);
    rows.append(row.element);
    return row;
  };
  for (const alias of known?.aliases ?? []) add(alias);
  const suggested = new URLSearchParams(location.hash.split('?')[1] ?? '').get('add');
  if (suggested !== null) add({ text: suggested, certainty: 'certain', require: [], exclude: [], notFollowedBy: [] });
  const form = el('form', { class: 'organization', novalidate: true }, [
    el('h2', {}, known === undefined ? t('newOrganization') : t('organization')),
    labelled(t('listId'), number, t('listIdHint')),
    labelled(t('organizationName'), name, t('organizationNameHint')),
    el('h3', {}, t('organizationNames')),
    el('p', { class: 'hint' }, t('aliasHint')),
    rows,
    el('p', { class: 'actions' }, [button(t('addAlias'), () => add(undefined).focus())]),
    el('p', { class: 'actions' }, el('button', { class: 'primary' }, t('saveOrganization'))),
  ]);
  const digest = list?.digest ?? '';
  onSubmit(
    form,
    async () => {
      const body = { digest, name: name.value.trim(), aliases: aliases.map(row => row.value()).filter(isGiven) };
      await ask(['watches', id, 'organizations', number.value.trim()], { method: 'PUT', body });
      toList(id, 'organizationSaved');
    },
    signal,
  );
  return el('div', {}, backLink(id), form, known === undefined ? undefined : removal(id, known, digest));
}

function backLink(id: string): HTMLElement {
  return el('p', {}, el('a', { href: hashOfWatch(id, 'organizations') }, `← ${t('watchTab.organizations')}`));
}

/** Pages of the list up to the one that has it. */
async function organizationOf(id: string, asked: string, signal: AbortSignal): Promise<Organization | undefined> {
  for await (const page of pagesOf<ListPage>(['watches', id, 'organizations'], { limit: atOnce }, signal)) {
    const found = page.organizations.find(each => each.id === asked);
    if (found !== undefined) return found;
  }
  return undefined;
}

function removal(id: string, { id: organization, name }: Organization, digest: string): HTMLElement {
  const remove = async (): Promise<void> => {
    const question = t('removeOrganizationQuestion', { name });
    if (!(await confirmed(question, t('removeOrganization'), t('removeOrganizationMeans')))) return;
    await ask(['watches', id, 'organizations', organization], { method: 'DELETE', query: { digest } });
    toList(id, 'organizationRemoved');
  };
  return el('p', { class: 'actions' }, button(t('removeOrganization'), remove, { class: 'danger' }));
}

interface AliasRow {
  readonly element: HTMLElement;
  value(): Readonly<Record<string, unknown>>;
  focus(): void;
}

function isGiven(alias: Readonly<Record<string, unknown>>): boolean {
  return alias['text'] !== '';
}

const wordLists = ['require', 'exclude', 'notFollowedBy'] as const;
const days = ['validFrom', 'validTo'] as const;

/** A name with its conditions; these are folded away where there are none. */
function aliasRow(alias: Alias | undefined, remove: () => void): AliasRow {
  const text = el('input', { value: alias?.text ?? '', maxlength: 300, autocomplete: 'off' });
  const certainties = ['certain', 'needs-evidence'] as const;
  const certainty = select(certainties, each => [each, t(`certainty.${each}`)], alias?.certainty ?? 'certain');
  const known = String(alias?.caseSensitive ?? '');
  const letters = select(['', 'true', 'false'] as const, each => [each, t(`letterCase.${each || 'usual'}`)], known);
  const words = wordLists.map(key => ({
    key,
    input: el('input', { value: (alias?.[key] ?? []).join('|'), autocomplete: 'off' }),
  }));
  const dates = days.map(key => ({ key, input: el('input', { type: 'date', value: alias?.[key] ?? '' }) }));
  const isPlain = words.every(({ input }) => input.value === '') && dates.every(({ input }) => input.value === '');
  const conditions = el('details', { open: !isPlain || letters.value !== '' }, [
    el('summary', {}, t('aliasConditions')),
    el('div', { class: 'grid' }, [
      labelled(t('letterCase'), letters),
      ...words.map(({ key, input }) => labelled(t(`condition.${key}`), input, t('conditionHint'))),
      ...dates.map(({ key, input }) => labelled(t(`condition.${key}`), input)),
    ]),
  ]);
  const element = el('li', {}, [
    el('div', { class: 'filter level' }, [
      labelled(t('aliasText'), text),
      labelled(t('certainty'), certainty),
      el('div', { class: 'field' }, button(t('removeAlias'), remove)),
    ]),
    conditions,
  ]);
  const value = (): Readonly<Record<string, unknown>> => ({
    ...{ text: text.value.trim(), certainty: certainty.value },
    ...(letters.value !== '' && { caseSensitive: letters.value === 'true' }),
    ...Object.fromEntries(words.map(({ key, input }) => [key, splitNames(input.value, '|')])),
    ...Object.fromEntries(dates.filter(({ input }) => input.value !== '').map(({ key, input }) => [key, input.value])),
  });
  return { element, value, focus: () => text.focus() };
}
