import fieldsEn from '../../../shared/domain/spec/fields/fields-en.json' with { type: 'json' };
import fieldsRu from '../../../shared/domain/spec/fields/fields-ru.json' with { type: 'json' };
import en from './words-en.json' with { type: 'json' };
import ru from './words-ru.json' with { type: 'json' };

/** A text, or one for each plural category of `count` (Unicode CLDR). */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
type OfFields = `${'field' | 'says'}.${keyof typeof fieldsEn}`;
export type Word = keyof typeof en | OfFields;

/** The texts of the page. English says which words there are; another language has the same ones. */
export const dictionaries: Readonly<Record<'en' | 'ru', Readonly<Record<Word, Text>>>> = {
  en: { ...en, ...ofFields(fieldsEn, en.quotationMarks) },
  ru: { ...ru, ...ofFields(fieldsRu, ru.quotationMarks) },
};

/** Labels and sentences of settings, the same that the command line and the API have; a sentence names other settings by their labels. */
function ofFields(fields: typeof fieldsRu, [open, close]: string): Readonly<Record<OfFields, string>> {
  const nameOf = (name: string): string => fields[name as keyof typeof fields]?.label ?? name;
  const named = (says: string): string =>
    says.replaceAll(/`([^`]*?)(: \w+)?`/g, (_, name: string, value = '') => `${open}${nameOf(name)}${value}${close}`);
  const words = Object.entries(fields).flatMap(([name, { label, says }]) => [
    [`field.${name}`, label],
    [`says.${name}`, named(says)],
  ]);
  return Object.fromEntries(words) as Record<OfFields, string>;
}
