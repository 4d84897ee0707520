import { language } from '../words/language.ts';
import { inRussian } from '../words/sentences-ru.ts';
import { el } from './dom.ts';

/** A sentence of the app in the language of the page, as far as it is translated. */
export function toldText(sentence: string): string {
  return (language() === 'ru' ? inRussian(sentence) : undefined) ?? sentence;
}

/** The same as an element, which says where the sentence is English still. */
export function told(tag: 'p' | 'li', sentence: string, before = ''): HTMLElement {
  const text = toldText(sentence);
  const isEnglish = text === sentence && language() !== 'en';
  return el(tag, { lang: isEnglish ? 'en' : undefined }, `${before}${text}`);
}
