import type { FilterName, WatchSettingName } from '../../../shared/domain/spec/fields/field-values.ts';
import { t } from '../words/language.ts';
import { attempt, pathWith, problemText } from './api.ts';
import { type Child, el } from './dom.ts';

/** A button that does `action`, once at a time. */
export function button(
  label: string,
  action: () => void | Promise<void>,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): HTMLButtonElement {
  const made = el('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', () => {
    // Not `disabled`: that would throw the focus away.
    if (made.getAttribute('aria-busy') === 'true') return;
    attempt(async () => {
      made.setAttribute('aria-busy', 'true');
      try {
        await action();
      } finally {
        made.removeAttribute('aria-busy');
      }
    });
  });
  return made;
}

/** A control with its label, and a hint that screen readers read with it. */
export function labelled<E extends HTMLElement>(label: string, control: E, hint?: string): HTMLElement {
  const id = control.id === '' ? freshId() : control.id;
  control.id = id;
  if (hint !== undefined) control.setAttribute('aria-describedby', `${id}-hint`);
  return el('div', { class: 'field' }, [
    el('label', { for: id }, label),
    control,
    hint === undefined ? undefined : el('p', { class: 'hint', id: `${id}-hint` }, hint),
  ]);
}

/** A filter of publications, whose sentence is that of the API and the command line. */
export function filterField(name: FilterName, control: HTMLElement, label = t(`field.filter.${name}`)): HTMLElement {
  control.title = t(`says.filter.${name}`);
  return labelled(label, control);
}

/** A setting of a watch or of its source, with the sentence of the API and the command line; `more` comes behind it. */
export function watchField(name: WatchSettingName, control: HTMLElement, more = ''): HTMLElement {
  return labelled(t(`field.watch.${name}`), control, `${t(`says.watch.${name}`)} ${more}`.trim());
}

/** The filters in the address of a view; empty: nothing. */
export function filtersIn<Name extends string>(names: readonly Name[], query: URLSearchParams) {
  return Object.fromEntries(names.map(name => [name, query.get(name) ?? ''])) as Readonly<Record<Name, string>>;
}

/** The choice in each control of a filter; a box that is not ticked says nothing. */
export function chosenIn<Name extends string>(controls: Readonly<Record<Name, HTMLInputElement | HTMLSelectElement>>) {
  const chosen = Object.entries<HTMLInputElement | HTMLSelectElement>(controls).map(([name, control]) => {
    if ('options' in control)
      return [
        name,
        Array.from(control.selectedOptions, each => each.value)
          .filter(Boolean)
          .join(','),
      ];
    const isBox = control.type === 'checkbox';
    return [name, isBox ? (control.checked ? 'true' : '') : control.value.trim()];
  });
  return Object.fromEntries(chosen) as Readonly<Record<Name, string>>;
}

/** A link that looks like a button, to a file of the app; `name` is what it is kept as, where the app does not say. */
export function downloadLink(
  text: string,
  segments: readonly (string | number)[],
  query: Readonly<Record<string, string | number | undefined>>,
  name: string | true = true,
): HTMLAnchorElement {
  return el('a', { href: pathWith(segments, query), download: name, class: 'button' }, text);
}

/** Links to views beside each other; those of a page are `tabs`, those of a tab `kinds`. */
export function viewLinks<Name extends string>(
  look: 'tabs' | 'kinds',
  label: string,
  names: readonly Name[],
  current: string,
  linkOf: (name: Name) => readonly [href: string, text: string],
): HTMLElement {
  const mark = look === 'tabs' ? 'page' : 'true';
  const links = names.map(name => {
    const [href, text] = linkOf(name);
    return el('li', {}, el('a', { href, 'aria-current': name === current ? mark : undefined }, text));
  });
  return el('nav', { class: look, 'aria-label': label }, el('ul', {}, links));
}

let ids = 0;

export function freshId(): string {
  ids += 1;
  return `c${ids}`;
}

/** A list to choose one of `items` from, each by its value and text; before them `none`, where nothing may be chosen. */
export function select<T>(
  items: readonly T[],
  optionOf: (item: T) => readonly [value: string, text: string],
  chosen: string,
  none?: string,
): HTMLSelectElement {
  const options = [...(none === undefined ? [] : [['', none] as const]), ...items.map(optionOf)];
  return el('select', {}, [
    ...options.map(([value, text]) => el('option', { value, selected: value === chosen }, text)),
  ]);
}

/** Does `change` with what a person chooses or types; a failure is shown, never lost. Gives the control. */
export function onChosen<E extends HTMLInputElement | HTMLSelectElement>(
  control: E,
  change: (value: string) => void | Promise<void>,
  signal?: AbortSignal,
): E {
  control.addEventListener('change', () => attempt(() => change(control.value), signal));
  return control;
}

/** A box to tick, with its text; `change` hears whether it is ticked. */
export function tickBox(
  text: string,
  isOn: boolean,
  change: (isOn: boolean) => void | Promise<void>,
  signal?: AbortSignal,
): HTMLElement {
  const box = el('input', { type: 'checkbox', checked: isOn });
  return el(
    'label',
    {},
    onChosen(box, () => change(box.checked), signal),
    ' ',
    text,
  );
}

/** A field for a file, which `use` gets as soon as a person has chosen it. */
export function fileInput(accept: string, use: (file: File) => Promise<void>, signal?: AbortSignal): HTMLInputElement {
  const input = el('input', { type: 'file', accept });
  const take = async (): Promise<void> => {
    const file = input.files?.[0];
    input.value = '';
    if (file !== undefined) await use(file);
  };
  return onChosen(input, take, signal);
}

/** Filters would fill the first screen of a phone: there they are behind their name, unless one of them is set. */
export function foldedOnPhones(name: string, content: HTMLElement, isOpen: boolean): HTMLElement {
  const open = isOpen || window.matchMedia('(min-width: 48rem)').matches;
  return el('details', { class: 'folded', open }, el('summary', {}, name), content);
}

/** Does `action` when the form is sent; a failure is shown, never lost. */
export function onSubmit(form: HTMLFormElement, action: () => void | Promise<void>, signal?: AbortSignal): void {
  form.addEventListener('submit', event => {
    event.preventDefault();
    attempt(action, signal);
  });
}

/** Asks before something that cannot be undone, in paragraphs; whether the person agreed. The focus returns to where it was. */
export async function confirmed(question: string, action: string, ...more: readonly Child[]): Promise<boolean> {
  const id = freshId();
  const dialog = el('dialog', { 'aria-labelledby': id }, [
    el('form', { method: 'dialog' }, [
      el('h2', { id }, question),
      ...more.map(text => el('p', {}, text)),
      el('p', { class: 'actions' }, [
        el('button', { value: 'no', autofocus: true }, t('cancel')),
        el('button', { value: 'yes', class: 'danger' }, action),
      ]),
    ]),
  ]);
  document.body.append(dialog);
  dialog.showModal();
  await new Promise(resolve => dialog.addEventListener('close', resolve, { once: true }));
  dialog.remove();
  return dialog.returnValue === 'yes';
}

interface FormDialog {
  readonly title: string;
  readonly content: readonly Child[];
  /** The word on the button that submits. */
  readonly action: string;
  /** Errors are reported in the dialog, which stays open. */
  submit(): Promise<void>;
}

/** Requests some values; the focus returns to where it was. */
export function openFormDialog({ title, content, action, submit }: FormDialog): void {
  const id = freshId();
  const failed = el('div', { role: 'alert', class: 'faults' });
  const cancel = el('button', { type: 'button' }, t('cancel'));
  const form = el('form', { novalidate: true }, [
    el('h2', { id }, title),
    ...content,
    failed,
    el('p', { class: 'actions' }, cancel, el('button', { class: 'primary' }, action)),
  ]);
  const dialog = el('dialog', { 'aria-labelledby': id }, form);
  const send = async (): Promise<void> => {
    try {
      await submit();
      dialog.close();
    } catch (error) {
      failed.replaceChildren(problemText(error));
      form.querySelector('input')?.focus();
    }
  };
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  onSubmit(form, send);
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector('input')?.select();
}
