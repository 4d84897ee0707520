import type { z } from 'zod';
import { type Allowance, allowance, BadInput, type Refusal, refusal, refusedValue } from '../refusal/refusal.ts';
import { fieldPath, type SpecPath, valueAt } from './fields/field-path.ts';
import { nearestName } from './fields/nearest-name.ts';

/** Gives the name of a field in its source: `--delay`, `ORBWEAVER_DELAY`, `crawl.yaml: delayMs`. */
export type FieldName = (path: SpecPath) => string;

/** Further ones are only counted: a million wrong lines are one mistake. */
const mostRefusals = 10;

/** The value as a schema reads it. Throws `BadInput` with a sentence for each fault, the first ten. */
export function readBySchema<T>(schema: z.ZodType<T>, values: unknown, nameOf: FieldName): T {
  const { data, error } = schema.safeParse(values);
  if (error === undefined) return data;
  throw new BadInput(schemaRefusals(schema, error.issues, values, nameOf));
}

/** A refusal for each fault that a schema found in a value, the first ten. */
export function schemaRefusals(
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  values: unknown,
  nameOf: FieldName,
): readonly Refusal[] {
  const refusals = firstOfEachValue(issues).flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => unknownKey(nameOf([...issue.path, key]), key, keysAt(schema, issue.path)))
      : [refusalOf(issue, values, nameOf)],
  );
  return firstRefusals(refusals);
}

/** Keeps the first fault of each value, because others mostly follow from it. Unknown keys all count. */
function firstOfEachValue(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ code, path }) => {
    const value = `${code === 'unrecognized_keys'} ${fieldPath(path)}`;
    const isFirst = !seen.has(value);
    seen.add(value);
    return isFirst;
  });
}

function firstRefusals(refusals: readonly Refusal[]): readonly Refusal[] {
  const more = refusals.length - mostRefusals;
  if (more <= 0) return refusals;
  const rest = more === 1 ? refusal('more-fault') : refusal('more-faults', { count: more });
  return [...refusals.slice(0, mostRefusals), rest];
}

function refusalOf(issue: z.core.$ZodIssue, values: unknown, nameOf: FieldName): Refusal {
  if (issue.code !== 'invalid_key')
    return refusedValue(nameOf(issue.path), valueAt(values, issue.path), allowanceOf(issue));
  return refusedValue(nameOf(issue.path), issue.path.at(-1), allowanceOf(issue.issues[0] ?? issue));
}

/** The keys that the object at a path may have. */
function keysAt(schema: z.core.$ZodType, path: SpecPath): readonly string[] {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { readonly def: Partial<PartsOfSchema> };
  const wrapped = def.innerType ?? def.in;
  if (wrapped !== undefined) return keysAt(wrapped, path);
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(def.shape ?? {});
  const member = def.element ?? def.valueType ?? def.shape?.[String(key)];
  return member === undefined ? [] : keysAt(member, rest);
}

/** Schemas within a schema: of an optional value, of one that is changed when it is read, of a list, a record, an object. */
interface PartsOfSchema extends Record<'innerType' | 'in' | 'element' | 'valueType', z.core.$ZodType> {
  readonly shape: Readonly<Record<string, z.core.$ZodType>>;
}

/** By the kind of value that zod expected. */
const expectedValues: Readonly<Record<string, Allowance>> = {
  string: allowance('text'),
  array: allowance('list', { of: 'values' }),
  object: allowance('mapping', { of: 'of names to values' }),
  record: allowance('mapping', { of: 'of names to values' }),
  boolean: allowance('true-false'),
  number: allowance('number'),
  int: allowance('number'),
  nonoptional: allowance('needed'),
};

/** The allowance of a value with a fault: as the schema's `asMessage` says it, or by the kind of the fault. */
export function allowanceOf(issue: z.core.$ZodIssue): Allowance {
  if (issue.message.startsWith('{"code":')) return JSON.parse(issue.message) as Allowance;
  if (issue.code === 'invalid_value') return allowance('one-of', { names: issue.values.map(String) });
  if (issue.code === 'too_small') return allowance('least-size', { least: Number(issue.minimum) });
  if (issue.code === 'too_big') return allowance('most-size', { most: Number(issue.maximum) });
  const expected = issue.code === 'invalid_type' ? expectedValues[issue.expected] : undefined;
  return expected ?? allowance('other-shape', { why: issue.message });
}

/** Refuses an unknown key. `allowed`: the known keys. */
export function unknownKey(field: string, key: string, allowed: readonly string[]): Refusal {
  // `http2` was a setting of the previous version.
  if (key === 'http2') return refusedValue(field, undefined, allowance('http2-gone'));
  const nearest = nearestName(key, allowed);
  const names = nearest === undefined ? allowed : undefined;
  return refusedValue(field, key, allowance('unknown-setting', { names, nearest }));
}
