import { el } from './dom.ts';
import { t } from './language.ts';
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
  const texts = sentences.map(sentence => withLine(sentence));
  if (place === null || [...place.children].map(child => child.textContent).join('\n') === texts.join('\n')) return;
  place.replaceChildren(...texts.map(text => el('p', {}, text)));
  if (texts.length > 0) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

function fieldNamed(fields: readonly FormField[], sentence: string): FormField | undefined {
  const name = /^[\w.[\]]+/.exec(sentence)?.[0].replaceAll(/\[\d+\]/g, '') ?? '';
  return fields
    .filter(({ path }) => name === path || name.startsWith(`${path}.`))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Lists are typed one a line: `sites[2]` is line 3. */
function withLine(sentence: string): string {
  const index = /^\w+\[(\d+)\]/.exec(sentence)?.[1];
  return index === undefined ? sentence : `${t('line', { line: Number(index) + 1 })} ${sentence}`;
}
