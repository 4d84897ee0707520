import type { z } from 'zod';
import { allowance, BadInput, fromMessage, type Refusal, refusal, refusedValue } from '../refusal/refusal.ts';
import { type CrawlSpec, crawlSpecSchema, siteKeys, specKeys } from './crawl-spec-schema.ts';
import { fieldPath, type SpecPath } from './field-path.ts';
import { nearestName } from './nearest-name.ts';
import { normalizationKeys } from './normalization-schema.ts';
import { ruleOptionKeys } from './rule-options-schema.ts';
import { traverseOptionKeys } from './traverse-options-schema.ts';

/** Names a field as its source does: `--delay`, `ORBWEAVER_DELAY`, `crawl.yaml: delayMs`. */
export type FieldName = (path: SpecPath) => string;

/** What one source gives, and how that source names its fields. */
export interface SpecLayer {
  readonly spec: CrawlSpec;
  readonly nameOf: FieldName;
}

/** More are counted, not named: a list of a million wrong lines is one mistake. */
const mostRefusals = 10;

/** Checks what one source gives. Throws `BadInput` with a refusal for each fault (the first ten). */
export function readSpec(values: unknown, nameOf: FieldName): SpecLayer {
  const result = crawlSpecSchema.safeParse(values);
  if (result.success) return { spec: result.data, nameOf };
  const issues = firstOfEachValue(result.error.issues);
  throw new BadInput(firstRefusals(issues.flatMap(issue => refusalsOf(issue, values, nameOf))));
}

/** What else is wrong with a value mostly follows from the first fault. Unknown keys are faults of their own. */
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

function refusalsOf(issue: z.core.$ZodIssue, values: unknown, nameOf: FieldName): readonly Refusal[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => unknownKey(nameOf([...issue.path, key]), key, keysAt(issue.path)));
  }
  if (issue.code === 'invalid_key') {
    const [cause] = issue.issues;
    return [refusedValue(nameOf(issue.path), issue.path.at(-1), fromMessage(cause?.message ?? issue.message))];
  }
  return [refusedValue(nameOf(issue.path), valueAt(values, issue.path), fromMessage(issue.message))];
}

/** A key that nothing goes by. `allowed`: those there are. */
export function unknownKey(field: string, key: string, allowed: readonly string[]): Refusal {
  const nearest = nearestName(key, allowed);
  const names = nearest === undefined ? allowed : undefined;
  return refusedValue(field, key, allowance('unknown-setting', { names, nearest }));
}

function keysAt(path: SpecPath): readonly string[] {
  if (path[0] === 'sites') return siteKeys;
  if (path[0] === 'ruleOptions') return ruleOptionKeys;
  if (path[0] === 'traverseOptions') return traverseOptionKeys;
  return path[0] === 'normalization' ? normalizationKeys : specKeys;
}

function valueAt(values: unknown, path: SpecPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    values,
  );
}
