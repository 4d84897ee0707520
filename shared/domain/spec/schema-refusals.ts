import type { z } from 'zod';
import { allowance, fromMessage, type Refusal, refusal, refusedValue } from '../refusal/refusal.ts';
import { fieldPath, type SpecPath } from './fields/field-path.ts';
import { nearestName } from './fields/nearest-name.ts';

/** Gives the name of a field in its source: `--delay`, `ORBWEAVER_DELAY`, `crawl.yaml: delayMs`. */
export type FieldName = (path: SpecPath) => string;

/** The faults that a schema found in some values. */
export interface SchemaFaults {
  readonly issues: readonly z.core.$ZodIssue[];
  /** The value that was checked. */
  readonly values: unknown;
  readonly nameOf: FieldName;
  /** The keys that the object at a path may have. */
  readonly keysAt: (path: SpecPath) => readonly string[];
}

/** Further ones are only counted: a million wrong lines are one mistake. */
const mostRefusals = 10;

/** A refusal for each fault of a value, the first ten. Messages of the schema are those of `asMessage`. */
export function schemaRefusals(faults: SchemaFaults): readonly Refusal[] {
  return firstRefusals(firstOfEachValue(faults.issues).flatMap(issue => refusalsOf(issue, faults)));
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

function refusalsOf(issue: z.core.$ZodIssue, { values, nameOf, keysAt }: SchemaFaults): readonly Refusal[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => unknownKey(nameOf([...issue.path, key]), key, keysAt(issue.path)));
  }
  if (issue.code === 'invalid_key') {
    const [cause] = issue.issues;
    return [refusedValue(nameOf(issue.path), issue.path.at(-1), fromMessage(cause?.message ?? issue.message))];
  }
  return [refusedValue(nameOf(issue.path), valueAt(values, issue.path), fromMessage(issue.message))];
}

/** Refuses an unknown key. `allowed`: the known keys. */
export function unknownKey(field: string, key: string, allowed: readonly string[]): Refusal {
  // `http2` was a setting of the previous version.
  if (key === 'http2') return refusedValue(field, undefined, allowance('http2-gone'));
  const nearest = nearestName(key, allowed);
  const names = nearest === undefined ? allowed : undefined;
  return refusedValue(field, key, allowance('unknown-setting', { names, nearest }));
}

function valueAt(values: unknown, path: SpecPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    values,
  );
}
