import en from './words-en.json' with { type: 'json' };
import ru from './words-ru.json' with { type: 'json' };

/** A text, or one for each plural category of `count` (Unicode CLDR). */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Word = keyof typeof en;

/** The texts of the page. English says which words there are; another language has the same ones. */
export const dictionaries: Readonly<Record<'en' | 'ru', Readonly<Record<Word, Text>>>> = { en, ru };
