/** Values of fields that many schemas have, each with what it says of a value that it refuses. */
import * as z from 'zod';
import { allowance, asMessage } from '../../refusal/refusal.ts';
import fields from './fields-en.json' with { type: 'json' };

/** A setting: its sentence, and its label in the form, are in `fields-en.json` and `fields-ru.json`. */
export type FieldName = keyof typeof fields;
type Within<Holder extends string> = FieldName extends infer Name
  ? Name extends `${Holder}.${infer Field}`
    ? Field
    : never
  : never;
/** A filter of publications: `since` has its words at `filter.since`. */
export type FilterName = Within<'filter'>;
/** A setting of a watch, or of one of its sources. */
export type WatchSettingName = Within<'watch'>;

/** `unit` says what is counted. */
export function wholeNumber(least: number, most: number, unit: string) {
  const error = asMessage(allowance('whole-number', { least, most, of: unit }));
  return z.int({ error }).min(least, { error }).max(most, { error });
}

/** One of some names. */
export function oneOf<const Name extends string>(names: readonly Name[]) {
  return z.enum(names, { error: asMessage(allowance('one-of', { names })) });
}

/** Numbers of one answer of a list. */
export function limitOf(most: number, usual: number) {
  const error = asMessage(allowance('range', { least: 1, most }));
  return z.int({ error }).min(1, { error }).max(most, { error }).default(usual);
}

export const trueFalse = z.boolean({ error: asMessage(allowance('true-false')) });

/** `none`: what is said of no list, or of too short a one; `long`: of too long a one. Both are messages. */
export function boundedList<Item extends z.ZodType>(
  item: Item,
  [least, most]: readonly [number, number],
  none: string,
  long = none,
) {
  const list = z.array(item, { error: none }).max(most, { error: long });
  return least === 0 ? list : list.min(least, { error: none });
}

/** The sentence of a setting; `within`: what holds it (`sites.`, `watch.`). */
const saysOf = (name: string, within: string): string => fields[`${within}${name}` as FieldName].says;

/** The same schemas with their sentences. */
export function described<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape, within: string): Shape {
  const all = Object.entries(shape).map(([name, schema]) => [name, schema.describe(saysOf(name, within))]);
  return Object.fromEntries(all) as Shape;
}

type Optional<Shape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends z.ZodType ? z.ZodOptional<Shape[Name]> : never;
};

/** Settings that may be absent, with their sentences and their `usual` values; `within`: the setting that holds them. */
export function settingsOf<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
  usual: object,
  within = '',
) {
  const settings = Object.entries(shape).map(([name, schema]) => {
    const known = schema === trueFalse ? false : (Object(usual) as Record<string, unknown>)[name];
    const isShown = known !== undefined && (Array.isArray(known) || !(known instanceof Object));
    const description = saysOf(name, within);
    return [name, schema.optional().meta({ ...(isShown && { default: known }), description })];
  });
  return Object.fromEntries(settings) as Optional<Shape>;
}
