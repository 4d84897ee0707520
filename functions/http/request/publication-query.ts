/** The filters for publications, and the choice of how classes are reported. */
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { parseSearch, type SearchQuery } from '../../../shared/wings/publications/search/search-query.ts';
import { languageTag } from '../../../shared/wings/publications/table/selected.ts';
import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { choice, type Field, field, text, toggle, wholeFrom } from './fields.ts';
import { Problem } from './problem.ts';
import { siteNumber } from './site-number.ts';

const mostQuery = 500;
const mostNumber = 1_000_000_000_000;

/** Throws `Problem`. */
export function publicationNumber(name: string, given: string): number {
  const number = /^[1-9]\d{0,11}$/.test(given) ? Number(given) : Number.NaN;
  if (number <= mostNumber) return number;
  const why = allowance('whole-number', { least: 1, most: mostNumber, of: 'number of a publication' });
  throw new Problem(400, [refusedValue(name, given, why)]);
}

/** None or one; of several the first counts. */
export const sourceField: Field<readonly number[]> = {
  ...{ says: 'Number of a source.', schema: wholeFrom(1) },
  read: (name, texts) => texts.slice(0, 1).map(given => siteNumber(given, name)),
};

/** A period of publication, and an organization. */
export const periodFields = {
  since: text('Published from this day or instant on (UTC).'),
  until: text('Published before this day or instant (UTC).'),
  organization: text('Publications that mention this organization of the list.'),
};

const confidence: Field<number> = {
  says: 'Less probable classes of a model are unclassified.',
  schema: { type: 'number', minimum: 0, maximum: 1, default: 0 },
  read: (name, [given = '0']) => {
    const value = /^\d*\.?\d+$/.test(given) ? Number(given) : Number.NaN;
    if (value <= 1) return value;
    throw new Problem(400, [refusedValue(name, given, allowance('share'))]);
  },
};

/** How classes are reported. */
export const judging = { confidence, nested: toggle('Mentions in longer names of other organizations count.') };

const tone = choice('Of this class towards an organization.', judgements);

export const mentionFields = {
  ...periodFields,
  source: sourceField,
  originals: toggle('Without copies of earlier publications.'),
};

const words = text('Words of title or text in any form; `"…"` as written, `-word` for none.', mostQuery);

export const publicationFields = {
  query: {
    ...words,
    read: (name: string, texts: readonly string[]): SearchQuery | undefined => {
      const given = words.read(name, texts) ?? '';
      return given.trim() === '' ? undefined : parseSearch(given);
    },
  },
  ...mentionFields,
  language: field('In this language (BCP 47): `en` has `en-GB` too.', { type: 'string' }, languageTag),
  cluster: field('Copies of this publication, and itself.', wholeFrom(1), publicationNumber),
  tone: {
    ...tone,
    read: (name: string, texts: readonly string[]) => texts.flatMap(given => tone.read(name, [given]) ?? []),
  },
  ...judging,
};
