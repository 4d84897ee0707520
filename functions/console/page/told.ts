import { language, named } from '../words/language.ts';
import { inRussian, type ToldRefusal } from '../words/refusals-ru.ts';
import { el } from './dom.ts';

/** A refusal of the app in the language of the page; in English where the page does not know its code. */
export function toldText(refused: ToldRefusal): string {
  return (language() === 'ru' ? inRussian(refused) : undefined) ?? refused.message;
}

/** A sentence that begins with the spec's name of a field begins with what the page calls the field. */
function withLabel(text: string, field = ''): string {
  const [name = ''] = field.split('[');
  const label = named('field', name);
  return label === name || !text.startsWith(`${field}: `) ? text : `${label}: ${text.slice(field.length + 2)}`;
}

/** The same as an element, which says where the sentence is English still. */
export function told(tag: 'p' | 'li', refused: ToldRefusal, before = ''): HTMLElement {
  const text = toldText(refused);
  const isEnglish = text === refused.message && language() !== 'en';
  return el(tag, { lang: isEnglish ? 'en' : undefined }, `${before}${withLabel(text, refused.field)}`);
}
