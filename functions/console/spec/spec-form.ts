import { presets } from '../../../shared/domain/spec/resolve/presets.ts';
import { say } from '../page/api.ts';
import { fileInput, freshId, labelled, select } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { fileText } from '../page/file-text.ts';
import { named, number, t } from '../words/language.ts';
import type { Word } from '../words/word.ts';
import { listText } from './list-file.ts';
import { type FieldGroup, fieldGroups, purposes, type SpecField, usualFields } from './spec-fields.ts';
import { type FieldSchema, schemaAt } from './spec-schema.ts';
import {
  anyNumber,
  isTime,
  lines,
  numberAt,
  type SiteEntry,
  siteEntries,
  siteLines,
  withValue,
  words,
} from './spec-values.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLFieldSetElement;

/** A setting in the form. */
export interface FormField {
  readonly path: string;
  readonly element: HTMLElement;
  readonly control: Control;
  /** Undefined: not given, so the default counts. */
  value(): unknown;
  /** Puts a value of a spec into the field. False: the field cannot show it as it is. */
  take(value: unknown): boolean;
  /** Nothing is given any more. */
  clear(): void;
}

/** The fields of a spec: `sites`, the six that matter for a purpose, and folded groups of all others. */
export function specFields(schema: FieldSchema): {
  readonly fields: readonly FormField[];
  readonly elements: readonly HTMLElement[];
} {
  const sites = sitesField();
  const groups = fieldGroups.map(group => fieldGroup(group, schema));
  const fields = [sites, ...groups.flatMap(group => group.fields)];
  showOptionsOfRule(fields);
  const main = el('div', { class: 'grid' });
  const show = (paths: readonly string[]): void => {
    const shown = paths.flatMap(path => fields.filter(field => field.path === path));
    for (const group of groups) group.show(shown);
    main.replaceChildren(...shown.map(({ element }) => element));
  };
  show(usualFields);
  const chooser = purposeChooser(fields, show);
  const elements = [
    sites.element,
    chooser,
    el('div', { class: 'group' }, main),
    ...groups.map(({ element }) => element),
  ];
  return { fields, elements };
}

/** Shows the fields of the chosen purpose and fills them by its preset; values of the purpose before, left as they were, go. */
function purposeChooser(fields: readonly FormField[], show: (paths: readonly string[]) => void): HTMLElement {
  let filled: readonly { readonly field: FormField; readonly value: string }[] = [];
  const choose = ({ name, fields: paths }: (typeof purposes)[number]): void => {
    for (const { field, value } of filled) if (JSON.stringify(field.value()) === value) field.clear();
    const values = presets[name] as Readonly<Record<string, unknown>>;
    filled = fields.flatMap(field => {
      const isFree = values[field.path] !== undefined && field.value() === undefined;
      return isFree && field.take(values[field.path]) ? [{ field, value: JSON.stringify(field.value()) }] : [];
    });
    show(paths);
  };
  const choices = purposes.map(purpose => {
    const control = el('input', { type: 'radio', name: 'preset', id: freshId() });
    control.addEventListener('change', () => choose(purpose));
    const texts = [
      el('strong', {}, t(`purpose.${purpose.name}`)),
      el('span', { class: 'hint' }, t(`purpose.${purpose.name}.for`)),
    ];
    return el('div', { class: 'purpose' }, control, el('label', { for: control.id }, ...texts));
  });
  return el('fieldset', { class: 'group purposes' }, el('legend', {}, t('purpose')), ...choices);
}

/** The values of the form, as the body of a request. */
export function specOf(fields: readonly FormField[]): Readonly<Record<string, unknown>> {
  return fields.reduce<Readonly<Record<string, unknown>>>((spec, field) => {
    const value = field.element.hidden ? undefined : field.value();
    return value === undefined ? spec : withValue(spec, field.path, value);
  }, {});
}

/** More than the app accepts in a request. So the app names its limit, and no request is larger than needed. */
const mostSites = 1_001;

function sitesField(): FormField {
  const control = el('textarea', { rows: 5, spellcheck: false, autocomplete: 'off', required: true });
  const element = labelled(t('field.sites'), control, t('hint.sites'));
  element.append(listUpload(control));
  return made(
    'sites',
    control,
    element,
    () => siteEntries(control.value).slice(0, mostSites),
    value => {
      control.value = siteLines(value as readonly SiteEntry[]);
      return true;
    },
    () => (control.value = ''),
  );
}

/** A thousand sites, more than a form takes, have shorter lists. */
const mostListBytes = 1_000_000;

/** Takes the sites of a file into the field, where they can be looked at and changed. */
function listUpload(control: HTMLTextAreaElement): HTMLElement {
  const input = fileInput('.csv,.tsv,.txt,text/plain,text/csv', async file => {
    if (file.size > mostListBytes) return say(t('listTooLarge', { name: file.name }));
    const text = await fileText(file);
    if (text === undefined) return;
    control.value = listText(text);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    say(t('listTaken', { count: siteEntries(control.value).length }));
  });
  return el('label', { class: 'upload' }, t('listFile'), ' ', input);
}

function fieldGroup({ heading, fields }: FieldGroup, schema: FieldSchema) {
  const known = fields.flatMap(field => {
    const its = schemaAt(schema, field.path);
    return its === undefined ? [] : [specField(field, its)];
  });
  const grid = el('div', { class: 'grid' });
  const purpose = el('span', { class: 'hint' }, t(`${heading}.for` as Word));
  const element = el('details', { class: 'group' }, el('summary', {}, t(heading), ' ', purpose), grid);
  /** `elsewhere`: fields that are shown above the groups. */
  const show = (elsewhere: readonly FormField[]): void => {
    const own = known.filter(field => !elsewhere.includes(field));
    grid.replaceChildren(...own.map(field => field.element));
    element.hidden = own.length === 0;
  };
  return { fields: known, element, show };
}

function specField(field: SpecField, schema: FieldSchema): FormField {
  const label = t(`field.${field.path}` as Word);
  switch (field.kind) {
    case 'number':
    case 'text':
      return textField(field, schema, label);
    case 'lines':
    case 'words':
      return listField(field, label);
    case 'choice':
      return choiceField(field, schema, label);
    case 'choices':
      return choicesField(field, schema, label);
    case 'switch':
      return switchField(field, label);
  }
}

function textField({ path, kind }: SpecField, schema: FieldSchema, label: string): FormField {
  const isNumber = kind === 'number';
  const control = el('input', {
    autocomplete: 'off',
    inputmode: isNumber && !isTime(path) ? (path === 'nearDuplicates' ? 'decimal' : 'numeric') : undefined,
    maxlength: isNumber ? 15 : schema.maxLength,
    placeholder: placeholderOf(path, schema),
  });
  const value = () => {
    const typed = control.value.trim();
    if (typed === '') return undefined;
    if (isTime(path)) return numberAt(path, typed);
    return isNumber ? anyNumber(typed) : typed;
  };
  const take = (given: unknown): boolean => {
    control.value = String(given);
    return true;
  };
  return made(path, control, labelled(label, control, rangeHint(schema)), value, take, () => (control.value = ''));
}

const limits = new Set(['limit', 'siteLimit', 'maxLevel', 'timeLimitSeconds', 'patternLimit']);

/** The value that counts where nothing is typed; undefined if nothing does. */
function placeholderOf(path: string, { default: value }: FieldSchema): string | undefined {
  if (limits.has(path)) return t('noLimit.short');
  return value === undefined || value === '' ? undefined : String(value);
}

/** The range is worth saying where somebody could meet its end. */
function rangeHint({ minimum, maximum }: FieldSchema): string | undefined {
  if (minimum === undefined || maximum === undefined || maximum >= 1_000_000) return undefined;
  return t('range', { least: number(minimum, 1), most: number(maximum) });
}

/** Fields whose lines are regular expressions. */
const expressions: readonly string[] = ['include', 'exclude', 'traverse'];

function listField({ path, kind }: SpecField, label: string): FormField {
  const isLines = kind === 'lines';
  const control = isLines ? el('textarea', { rows: 2, spellcheck: false }) : el('input', { autocomplete: 'off' });
  const read = isLines ? lines : words;
  const value = () => {
    const given = read(control.value);
    return given.length === 0 ? undefined : given;
  };
  return made(
    path,
    control,
    labelled(
      label,
      control,
      isLines ? t(expressions.includes(path) ? 'hint.lines' : 'hint.oneALine') : t('hint.words'),
    ),
    value,
    given => {
      const text = (given as readonly string[]).join(isLines ? '\n' : ', ');
      if (String(read(text)) !== String(given)) return false;
      control.value = text;
      return true;
    },
    () => (control.value = ''),
  );
}

function choiceField({ path, words: own }: SpecField, schema: FieldSchema, label: string): FormField {
  const standard = String(schema.default ?? '');
  const choices = schema.enum ?? own ?? [];
  // Without a default, nothing is chosen until somebody chooses.
  const none = standard === '' ? t('notChosen') : undefined;
  const control = select(choices, each => [each, named(path, each)], standard, none);
  const value = () => (control.value === standard ? undefined : control.value);
  const set = (given: string): void => {
    control.value = given;
    control.dispatchEvent(new Event('change'));
  };
  const take = (given: unknown): boolean => {
    const isKnown = choices.some(choice => choice === given);
    if (isKnown) set(String(given));
    return isKnown;
  };
  return made(path, control, labelled(label, control), value, take, () => set(standard));
}

function choicesField({ path, words: own }: SpecField, schema: FieldSchema, label: string): FormField {
  const standard = Array.isArray(schema.default) ? schema.default.map(String) : [];
  const boxes = (schema.items?.enum ?? own ?? []).map(value =>
    el('input', { type: 'checkbox', name: path, value, id: freshId(), checked: standard.includes(value) }),
  );
  const control = el('fieldset', { class: 'choices', id: freshId() }, [
    el('legend', {}, label),
    ...boxes.map(box => el('span', { class: 'check' }, box, el('label', { for: box.id }, box.value))),
  ]);
  const value = () => {
    const chosen = boxes.filter(box => box.checked).map(box => box.value);
    return String(chosen) === String(standard) ? undefined : chosen;
  };
  const set = (names: readonly string[]): void => {
    for (const box of boxes) box.checked = names.includes(box.value);
  };
  const take = (given: unknown): boolean => {
    const names = given as readonly string[];
    const areKnown = names.every(name => boxes.some(box => box.value === name));
    if (areKnown) set(names);
    return areKnown;
  };
  return made(path, control, el('div', { class: 'field wide' }, control), value, take, () => set(standard));
}

function switchField({ path }: SpecField, label: string): FormField {
  const control = el('input', { type: 'checkbox', id: freshId() });
  const element = el('div', { class: 'field check' }, control, el('label', { for: control.id }, label));
  const value = () => (control.checked ? true : undefined);
  const take = (given: unknown): boolean => {
    control.checked = given === true;
    return control.checked;
  };
  return made(path, control, element, value, take, () => (control.checked = false));
}

/** A field with the place where its faults are reported. */
function made(
  path: string,
  control: Control,
  element: HTMLElement,
  value: () => unknown,
  take: (value: unknown) => boolean,
  clear: () => void,
): FormField {
  if (control.id === '') control.id = freshId();
  control.name = path;
  const [says, faults] = [`${control.id}-says`, `${control.id}-faults`];
  // Start addresses have another hint.
  if (path !== 'sites') element.append(el('p', { class: 'hint', id: says }, t(`says.${path}` as Word)));
  element.append(el('div', { class: 'faults', id: faults }));
  const described = [control.getAttribute('aria-describedby'), path === 'sites' ? undefined : says, faults];
  control.setAttribute('aria-describedby', described.filter(Boolean).join(' '));
  return { path, control, element, value, take, clear };
}

/** Options that the chosen rule does not read are not shown. */
function showOptionsOfRule(fields: readonly FormField[]): void {
  const rule = fields.find(({ path }) => path === 'rule')?.control;
  if (!(rule instanceof HTMLSelectElement)) return;
  const rulesOf = new Map(fieldGroups.flatMap(group => group.fields.map(({ path, rules }) => [path, rules] as const)));
  const show = (): void => {
    for (const { path, element } of fields) element.hidden = rulesOf.get(path)?.includes(rule.value) === false;
  };
  rule.addEventListener('change', show);
  show();
}
