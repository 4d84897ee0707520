import { told } from '../page/told.ts';
import { t } from '../words/language.ts';
import type { FormField } from './spec-form.ts';

/**
 * Shows each of the app's sentences beside the field it names (`sites[2].url: "x" is refused; …`) and removes those
 * shown before. Returns the sentences that name none of the fields.
 */
export function showFaults(fields: readonly FormField[], sentences: readonly string[]): readonly string[] {
  const byPath = Map.groupBy(sentences, sentence => fieldNamed(fields, sentence)?.path ?? '');
  for (const field of fields) tellFaults(field, byPath.get(field.path) ?? []);
  return byPath.get('') ?? [];
}

function tellFaults({ control }: FormField, sentences: readonly string[]): void {
  const place = document.getElementById(`${control.id}-faults`);
  const items = sentences.map(sentence => told('p', sentence, lineOf(control, sentence)));
  const textsOf = (elements: Iterable<Element>): string => [...elements].map(each => each.textContent).join('\n');
  if (place === null || textsOf(place.children) === textsOf(items)) return;
  place.replaceChildren(...items);
  if (items.length > 0) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

function fieldNamed(fields: readonly FormField[], sentence: string): FormField | undefined {
  const name = /^[\w.[\]]+/.exec(sentence)?.[0].replaceAll(/\[\d+\]/g, '') ?? '';
  return fields
    .filter(({ path }) => name === path || name.startsWith(`${path}.`))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Where lists are typed one a line, `sites[2]` is the third line that is not empty. */
function lineOf(control: FormField['control'], sentence: string): string {
  const index = /^\w+\[(\d+)\]/.exec(sentence)?.[1];
  if (index === undefined || !(control instanceof HTMLTextAreaElement)) return '';
  const filled = [...control.value.split('\n').entries()].filter(([, text]) => text.trim() !== '');
  return `${t('line', { line: (filled[Number(index)]?.[0] ?? Number(index)) + 1 })} `;
}
