/** The filters for publications, and the choice of how classes are reported. */
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { FilterName } from '../../../shared/domain/spec/fields/field-values.ts';
import fields from '../../../shared/domain/spec/fields/fields-en.json' with { type: 'json' };
import { parseSearch, type SearchQuery } from '../../../shared/wings/publications/search/search-query.ts';
import { languageTag, readShare } from '../../../shared/wings/publications/table/selected.ts';
import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { choice, day, type Field, field, siteNumber, text, toggle, wholeFrom } from './fields.ts';
import { Problem } from './problem.ts';

const mostQuery = 500;
const mostNumber = 1_000_000_000_000;

/** Throws `Problem`. */
export function publicationNumber(name: string, given: string): number {
  const number = /^[1-9]\d{0,11}$/.test(given) ? Number(given) : Number.NaN;
  if (number <= mostNumber) return number;
  const why = allowance('whole-number', { least: 1, most: mostNumber, of: 'number of a publication' });
  throw new Problem(400, [refusedValue(name, given, why)]);
}

/** The sentence of a filter, in all doors. */
export function filterSays(name: FilterName): string {
  return fields[`filter.${name}`].says;
}

/** Repeated, or with commas between. */
export const sourceNumbers: Field<readonly number[]> = {
  ...{ says: filterSays('source'), schema: wholeFrom(1) },
  read: (name, texts) => texts.flatMap(each => each.split(',')).map(each => siteNumber(each, name)),
};

/** A period of publication, organizations, and sources. */
export const periodFields = {
  since: day(filterSays('since')),
  until: day(filterSays('until')),
  organization: {
    ...{ says: filterSays('organization'), schema: { type: 'string' } },
    read: (_: string, texts: readonly string[]) => texts,
  },
  source: sourceNumbers,
};

const confidence: Field<number> = {
  says: filterSays('confidence'),
  schema: { type: 'number', minimum: 0, maximum: 1, default: 0 },
  read: (name, [given = '0']) => readShare(name, given),
};

/** How classes are reported. */
export const judging = { confidence, nested: toggle(filterSays('nested')) };

const tone = choice(filterSays('tone'), judgements);

export const mentionFields = {
  ...periodFields,
  originals: toggle(filterSays('originals')),
};

const words = text(filterSays('query'), mostQuery);

export const publicationFields = {
  query: {
    ...words,
    read: (name: string, texts: readonly string[]): SearchQuery | undefined => {
      const given = words.read(name, texts) ?? '';
      return given.trim() === '' ? undefined : parseSearch(given);
    },
  },
  ...mentionFields,
  language: field(filterSays('language'), { type: 'string' }, languageTag),
  cluster: field('Copies of this publication, and itself.', wholeFrom(1), publicationNumber),
  tone: {
    ...tone,
    read: (name: string, texts: readonly string[]) => texts.flatMap(given => tone.read(name, [given]) ?? []),
  },
  ...judging,
};
