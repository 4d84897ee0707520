/** What narrows publications down, and how classes are reported. */
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import { parseSearch } from '../../../shared/wings/publications/search/search-query.ts';
import type { PublicationQuery } from '../../../shared/wings/publications/store/publication-store.ts';
import type { MentioningQuery } from '../../../shared/wings/publications/table/mentioning-rows.ts';
import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { choice, type Field, field, text, toggle, type ValuesOf, wholeFrom } from './fields.ts';
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

export const sourceField = field('Number of a source.', wholeFrom(1), (name, given) => siteNumber(given, name));

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

export const publicationFields = {
  query: text('Words of title or text in any form; `"…"` as written, `-word` for none.', mostQuery),
  ...mentionFields,
  cluster: field('Copies of this publication, and itself.', wholeFrom(1), publicationNumber),
  tone: {
    ...tone,
    read: (name: string, texts: readonly string[]) => texts.flatMap(given => tone.read(name, [given]) ?? []),
  },
  ...judging,
};
export type PublicationFields = ValuesOf<typeof publicationFields>;

/** Which publications a request requests. Throws `BadInput`. */
export function queryOf({ query, source, since, until, originals, cluster }: PublicationFields): PublicationQuery {
  return {
    ...(query !== undefined && query.trim() !== '' && { words: parseSearch(query) }),
    ...defined({ source, cluster }),
    ...readPeriod(['since', since], ['until', until]),
    ...(originals && { isOriginal: true }),
  };
}

/** What publications shall say of organizations; undefined if that is not requested. Throws `BadInput`. */
export function mentioningOf(fields: PublicationFields): MentioningQuery | undefined {
  const { organization, tone: tones, confidence: least, nested } = fields;
  if (organization === undefined && tones.length === 0) return undefined;
  const { source, ...query } = queryOf(fields);
  return {
    ...query,
    ...{ confidence: least, isNested: nested },
    ...(source !== undefined && { sources: [source] }),
    ...defined({ organization }),
    ...(tones.length !== 0 && { judgements: judgements.filter(each => tones.includes(each)) }),
  };
}
