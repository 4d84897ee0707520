/** The forms of a page with method GET: their fields, as they are sent if nobody chooses anything. */
import { detached } from '../../../domain/url/detached-string.ts';
import { resolvedAddress } from '../addresses.ts';
import { type Attributes, onOneLine } from '../markup/read-markup.ts';

export interface FormOption {
  readonly value: string;
  readonly text: string;
}

export interface FormField {
  readonly name: string;
  /** As the form is sent if nobody chooses anything. */
  readonly value: string;
  readonly options: readonly FormOption[];
  /** How a date is written in it; absent: it is no field for a date. */
  readonly format?: DateFormat;
  /** The first day that it admits, YYYY-MM-DD. */
  readonly min?: string;
}

/** A form that sends no words and nothing of its visitors'. */
export interface GetForm {
  readonly action: string;
  readonly fields: readonly FormField[];
}

export type DateFormat = 'YYYY-MM-DD' | 'YYYY-MM' | 'DD.MM.YYYY' | 'DD/MM/YYYY';

const mostForms = 20;
const mostFields = 30;
const mostOptions = 500;

/** Gathers the forms of a page while its tags are read. */
export class FormReader {
  readonly #forms: { readonly action: string; readonly fields: FormField[] }[] = [];
  #open: { readonly action: string; readonly fields: FormField[]; isOther: boolean; hasWords: boolean } | undefined;
  #select: { readonly name: string; readonly options: FormOption[]; chosen: string | undefined } | undefined;
  #option: { readonly value: string | undefined; readonly isChosen: boolean; text: string } | undefined;

  open(name: string, attributes: Attributes): void {
    if (name === 'form') this.#begin(attributes);
    else if (this.#open === undefined) return;
    else if (name === 'input') this.#input(attributes);
    else if (name === 'select') this.#beginSelect(attributes);
    else if (name === 'option') this.#beginOption(attributes);
    else if (name === 'textarea') this.#open.isOther = true;
  }

  text(text: string): void {
    if (this.#option !== undefined && this.#option.text.length < 100) this.#option.text += text.slice(0, 100);
  }

  close(name: string): void {
    if (this.#open === undefined) return;
    if (name === 'option') this.#endOption();
    else if (name === 'select') this.#endSelect();
    else if (name === 'form') this.#end();
  }

  /** `base`: the address against which those of the page count. */
  finish(base: string): readonly GetForm[] {
    this.#end();
    return this.#forms.flatMap(({ action, fields }) => {
      const address = resolvedAddress(action === '' ? base : action, base);
      return address === undefined ? [] : [{ action: address, fields }];
    });
  }

  #begin(attributes: Attributes): void {
    this.#end();
    if (!/^(?:get)?$/i.test(attributes.get('method')?.trim() ?? '')) return;
    this.#open = {
      action: detached(attributes.get('action')?.trim() ?? ''),
      fields: [],
      isOther: false,
      hasWords: false,
    };
  }

  #input(attributes: Attributes): void {
    const type = (attributes.get('type') ?? 'text').toLowerCase();
    const value = attributes.get('value') ?? '';
    const isSwitch = type === 'checkbox' || type === 'radio';
    const isChecked = [...attributes.names].includes('checked');
    const format = formatOf(type, attributes);
    const min = attributes.get('min') ?? '';
    if (format !== undefined)
      this.#add({
        ...this.#plain(attributes, value),
        format,
        ...(/^\d{4}-\d\d(?:-\d\d)?$/.test(min) && { min: detached(min) }),
      });
    else if (type === 'hidden' || type === 'submit' || (isSwitch && isChecked))
      this.#add(this.#plain(attributes, value));
    else if (type === 'text' || type === 'search') {
      this.#open!.hasWords = true;
      this.#add(this.#plain(attributes, value));
    } else if (!isSwitch && !/^(?:button|reset|image)$/.test(type)) this.#open!.isOther = true;
  }

  #plain(attributes: Attributes, value: string): FormField {
    return { name: detached(attributes.get('name') ?? ''), value: detached(value), options: [] };
  }

  #add(field: FormField): void {
    if (field.name !== '' && this.#open!.fields.length < mostFields) this.#open!.fields.push(field);
  }

  #beginSelect(attributes: Attributes): void {
    this.#endSelect();
    this.#select = { name: detached(attributes.get('name') ?? ''), options: [], chosen: undefined };
  }

  #beginOption(attributes: Attributes): void {
    this.#endOption();
    if (this.#select === undefined) return;
    const isChosen = [...attributes.names].includes('selected');
    this.#option = { value: attributes.get('value'), isChosen, text: '' };
  }

  #endOption(): void {
    if (this.#option === undefined || this.#select === undefined) return;
    const text = onOneLine(this.#option.text);
    const value = detached(this.#option.value ?? text);
    if (this.#select.options.length < mostOptions) this.#select.options.push({ value, text: detached(text) });
    if (this.#option.isChosen) this.#select.chosen ??= value;
    this.#option = undefined;
  }

  #endSelect(): void {
    this.#endOption();
    if (this.#select === undefined) return;
    const { name, options, chosen } = this.#select;
    this.#select = undefined;
    this.#add({ name, options, value: chosen ?? options[0]?.value ?? '' });
  }

  #end(): void {
    this.#endSelect();
    const form = this.#open;
    this.#open = undefined;
    if (form === undefined || form.isOther || this.#forms.length >= mostForms) return;
    const hasSelect = form.fields.some(({ options }) => options.length > 0);
    // Without a word a search over selects lists what is chosen.
    if (!form.hasWords || hasSelect) this.#forms.push(form);
  }
}

function formatOf(type: string, attributes: Attributes): DateFormat | undefined {
  if (type === 'date') return 'YYYY-MM-DD';
  if (type === 'month') return 'YYYY-MM';
  if (type !== 'text') return undefined;
  const shown = [attributes.get('value'), attributes.get('placeholder')].map(each => each?.trim() ?? '');
  const isLike = (pattern: RegExp): boolean => shown.some(each => pattern.test(each));
  if (isLike(/^(?:\d\d|[дdtj]{2})\.(?:\d\d|[мm]{2})\.(?:\d{4}|[гyja]{4})$/i)) return 'DD.MM.YYYY';
  if (isLike(/^(?:\d\d|[дdtj]{2})\/(?:\d\d|[мm]{2})\/(?:\d{4}|[гyja]{4})$/i)) return 'DD/MM/YYYY';
  return isLike(/^(?:\d{4}|[гyja]{4})-(?:\d\d|[мm]{2})-(?:\d\d|[дdtj]{2})$/i) ? 'YYYY-MM-DD' : undefined;
}
