import type { Context } from 'hono';
import { allowance, BadInput, oneOf, type Refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { nearestName } from '../../../shared/domain/spec/fields/nearest-name.ts';
import { type PageSize, pageSize, positionAt } from '../../../shared/place/pages.ts';
import { readTime } from '../../../shared/wings/publications/search/read-time.ts';
import type { HttpEnv } from './http-env.ts';
import { Problem } from './problem.ts';

/** Parameters of a query, each said once: what OpenAPI prints of it, and how it is read. */

export interface Field<Value> {
  readonly says: string;
  /** JSON Schema of one value. */
  readonly schema: object;
  readonly required?: true;
  /** `texts`: each value that the query has for `name`, without empty ones. Throws `Problem`, `BadInput`. */
  read(name: string, texts: readonly string[]): Value;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

/** The values of a query. Throws a `Problem` with a refusal for each fault, a name that is no field among them. */
export function readQuery<F extends Fields>(context: Context<HttpEnv>, fields: F): ValuesOf<F> {
  const names = Object.keys(fields);
  const others = Object.keys(context.req.queries()).filter(name => !names.includes(name));
  const refusals: Refusal[] = others.slice(0, mostUnknown).map(name => unknownParameter(name, names));
  const values = Object.entries(fields).map(([name, field]) => {
    const texts = (context.req.queries(name) ?? []).filter(text => text !== '');
    try {
      return [name, field.read(name, texts)];
    } catch (error) {
      if (!(error instanceof Problem || error instanceof BadInput)) throw error;
      refusals.push(...error.refusals);
      return [name, undefined];
    }
  });
  if (refusals.length > 0) throw new Problem(400, refusals);
  return Object.fromEntries(values) as ValuesOf<F>;
}

/** Further names are not reported. */
const mostUnknown = 10;

function unknownParameter(name: string, names: readonly string[]): Refusal {
  if (names.length === 0) return refusedValue('', name, allowance('no-parameters'));
  return refusedValue('', name, allowance('unknown-parameter', { names, nearest: nearestName(name, names) }));
}

/** A value that may be absent; of several the first counts. */
export function field<Value>(
  says: string,
  schema: object,
  read: (name: string, text: string) => Value,
): Field<Value | undefined> {
  return { says, schema, read: (name, [text]) => (text === undefined ? undefined : read(name, text)) };
}

/** One of some names; `usual` where none is given. */
export function choice<Name extends string>(says: string, names: readonly Name[]): Field<Name | undefined>;
export function choice<Name extends string>(says: string, names: readonly Name[], usual: NoInfer<Name>): Field<Name>;
export function choice<Name extends string>(
  says: string,
  names: readonly Name[],
  usual?: Name,
): Field<Name | undefined> {
  const schema = usual === undefined ? { enum: names } : { enum: names, default: usual };
  return { says, schema, read: (name, [text]) => (text === undefined ? usual : oneOf(name, text, names)) };
}

/** A switch; not given, it is off. */
export function toggle(says: string): Field<boolean> {
  const read = (name: string, [given = 'false']: readonly string[]): boolean => {
    if (given === 'true' || given === 'false') return given === 'true';
    throw new BadInput([refusedValue(name, given, allowance('true-false'))]);
  };
  return { says, schema: { type: 'boolean' }, read };
}

/** A text that `read` is to accept. */
export function checked(says: string, read: (name: string, given: string) => unknown): Field<string | undefined> {
  return field(says, { type: 'string' }, (name, given) => {
    read(name, given);
    return given;
  });
}

/** A day, an instant or how long ago, as people write it. */
export function day(says: string): Field<string | undefined> {
  return checked(says, readTime);
}

/** A text of any length, or of at most so many UTF-16 units. */
export function text(says: string, most = Number.POSITIVE_INFINITY): Field<string | undefined> {
  const isBounded = Number.isFinite(most);
  return field(says, { type: 'string', ...(isBounded && { maxLength: most }) }, (name, given) => {
    if (given.length <= most) return given;
    throw new Problem(400, [refusedValue(name, given.length, allowance('text-length', { most }))]);
  });
}

/** A text that has to be there. */
export function neededText(says: string): Field<string> {
  const read = (name: string, [given]: readonly string[]): string => {
    if (given === undefined) throw new BadInput([refusedValue(name, given, allowance('text'))]);
    return given;
  };
  return { says, schema: { type: 'string' }, required: true, read };
}

/** A part of a list: `limit` entries from `cursor` on, the `next` of an earlier answer. */
export function part<Position>(
  size: PageSize,
  start: Position,
  isPosition: (value: unknown) => value is Position,
): { readonly cursor: Field<Position>; readonly limit: Field<number> } {
  return { cursor: cursor(start, isPosition), limit: amount('Entries of one answer.', size) };
}

export function cursor<Position>(start: Position, isPosition: (value: unknown) => value is Position): Field<Position> {
  return {
    says: 'The `next` of an earlier answer.',
    schema: { type: 'string' },
    read: (_, [given]) => positionAt(given, start, isPosition),
  };
}

export function amount(says: string, size: PageSize): Field<number> {
  const schema = { type: 'integer', minimum: 1, maximum: size.most, default: size.usual };
  return { says, schema, read: (name, [given]) => pageSize(given, size, name) };
}

export function wholeFrom(least: 0 | 1): object {
  return { type: 'integer', minimum: least };
}

export const sourceNumber = field('Of this source, by its number.', wholeFrom(1), (name, given) =>
  siteNumber(given, name),
);
export const site = field('Number of a site.', wholeFrom(1), (_, given) => siteNumber(given));
/** Of what `sort` names. */
export const order = (says: string) => choice(says, ['asc', 'desc']);

/** A site's number as an address or a question gives it. Throws `Problem`. */
export function siteNumber(text: string, field = 'site'): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new Problem(400, [refusedValue(field, text, allowance('site-number'))]);
}
