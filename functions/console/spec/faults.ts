import { told } from '../page/told.ts';
import { t } from '../words/language.ts';
import type { ToldRefusal } from '../words/refusals-ru.ts';
import type { FormField } from './spec-form.ts';

/** Shows each refusal beside its field and removes those shown before. Returns the refusals of none of the fields. */
export function showFaults(fields: readonly FormField[], refusals: readonly ToldRefusal[]): readonly ToldRefusal[] {
  const byPath = Map.groupBy(refusals, refused => fieldOf(fields, refused)?.path ?? '');
  for (const field of fields) tellFaults(field, byPath.get(field.path) ?? []);
  return byPath.get('') ?? [];
}

function tellFaults({ control }: FormField, refusals: readonly ToldRefusal[]): void {
  const place = document.getElementById(`${control.id}-faults`);
  const items = refusals.map(refused => told('p', refused, lineOf(control, refused)));
  const textsOf = (elements: Iterable<Element>): string => [...elements].map(each => each.textContent).join('\n');
  if (place === null || textsOf(place.children) === textsOf(items)) return;
  place.replaceChildren(...items);
  if (items.length > 0) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

/** `sites[2].url` and `sites: number` belong to `sites`. */
function fieldOf(fields: readonly FormField[], { field = '' }: ToldRefusal): FormField | undefined {
  const name = field.replaceAll(/\[\d+\]/g, '').split(':')[0]!;
  return fields
    .filter(({ path }) => name === path || name.startsWith(`${path}.`))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Where lists are typed one a line, `sites[2]` is the third line that is not empty. */
function lineOf(control: FormField['control'], { field = '' }: ToldRefusal): string {
  const index = /^\w+\[(\d+)\]/.exec(field)?.[1];
  if (index === undefined || !(control instanceof HTMLTextAreaElement)) return '';
  const filled = [...control.value.split('\n').entries()].filter(([, text]) => text.trim() !== '');
  return `${t('line', { line: (filled[Number(index)]?.[0] ?? Number(index)) + 1 })} `;
}
