import { defined } from '../../../domain/defined.ts';
import { allowance, BadInput, oneOf, readAll, refusedValue } from '../../../domain/refusal/refusal.ts';
import { readPeriod } from '../search/read-time.ts';
import type { SearchQuery } from '../search/search-query.ts';
import type { PublicationQuery } from '../store/publication-store.ts';
import type { MentioningQuery } from './mentioning-rows.ts';
import { judgements } from './tone-table.ts';

type Given<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The filters for publications, as each door takes them; what is absent selects nothing. Instants are as people write them. */
export type Selection = Given<{
  words: SearchQuery;
  source: readonly number[];
  since: string;
  until: string;
  originals: boolean;
  cluster: number;
  language: string;
  /** Ids; none: any. Alerts of earlier versions have one. */
  organization: string | readonly string[];
  /** Judgements; none: of any class. */
  tone: readonly string[];
  /** A number, or as people write it. */
  confidence: number | string;
  nested: boolean;
}>;

/** `nameOf`: what the door calls a field. Throws `BadInput`. */
export function selected(given: Selection, nameOf: (field: string) => string = field => field): MentioningQuery {
  const { words, source = [], originals, cluster, organization = [], tone = [], confidence = 0, nested } = given;
  const { period, language, classes, ...read } = readAll({
    period: () => readPeriod([nameOf('since'), given.since], [nameOf('until'), given.until]),
    language: () => (given.language === undefined ? undefined : languageTag(nameOf('language'), given.language)),
    classes: () => tone.map(each => oneOf(nameOf('tone'), each, judgements)),
    confidence: () => readShare(nameOf('confidence'), String(confidence)),
  });
  return {
    ...{ ...read, ...period, isNested: nested === true },
    ...(originals === true && { isOriginal: true }),
    ...(source.length !== 0 && { sources: source }),
    ...(organization.length !== 0 && { organizations: [organization].flat() }),
    ...defined({ words, cluster, language }),
    ...(classes.length !== 0 && { judgements: judgements.filter(each => classes.includes(each)) }),
  };
}

/** A number from 0 to 1, with decimals. Throws `BadInput`. */
export function readShare(field: string, text: string): number {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 1) return value;
  throw new BadInput([refusedValue(field, text, allowance('share'))]);
}

/** A tag in small letters. Throws `BadInput` where the text is none. */
export function languageTag(field: string, text: string): string {
  if (/^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(text)) return text.toLowerCase();
  throw new BadInput([refusedValue(field, text, allowance('language-tag'))]);
}

/** The query as the store of publications has it; undefined where mentions decide. */
export function withoutMentions(query: MentioningQuery): PublicationQuery | undefined {
  const { confidence: _, isNested: __, organizations, judgements: classes, ...rest } = query;
  return organizations === undefined && classes === undefined ? rest : undefined;
}
