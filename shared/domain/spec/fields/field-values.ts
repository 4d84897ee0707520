/** Values of fields that many schemas have, each with what it says of a value that it refuses. */
import * as z from 'zod';
import { allowance, asMessage } from '../../refusal/refusal.ts';
import fields from './fields-en.json' with { type: 'json' };

/** A setting: its sentence, and its label in the form, are in `fields-en.json` and `fields-ru.json`. */
export type FieldName = keyof typeof fields;
/** A filter of publications: `since` has its words at `filter.since`. */
export type FilterName = FieldName extends infer Name
  ? Name extends `filter.${infer Filter}`
    ? Filter
    : never
  : never;

/** `unit` says what is counted. */
export function wholeNumber(least: number, most: number, unit: string) {
  const error = asMessage(allowance('whole-number', { least, most, of: unit }));
  return z.int({ error }).min(least, { error }).max(most, { error });
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

/** A setting that may be absent, with its `usual` value. */
export function setting<Schema extends z.ZodType>(schema: Schema, description: string, usual?: unknown) {
  return schema.optional().meta({ ...(usual !== undefined && { default: usual }), description });
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
    const { says } = fields[`${within}${name}` as FieldName];
    return [name, setting(schema, says, Array.isArray(known) || !(known instanceof Object) ? known : undefined)];
  });
  return Object.fromEntries(settings) as Optional<Shape>;
}
