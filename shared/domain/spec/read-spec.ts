import { BadInput } from '../refusal/refusal.ts';
import {
  type CrawlSpec,
  crawlSpecSchema,
  ruleOptionKeys,
  siteKeys,
  specKeys,
  traverseOptionKeys,
} from './crawl-spec-schema.ts';
import type { SpecPath } from './fields/field-path.ts';
import { normalizationKeys } from './normalization-schema.ts';
import { type FieldName, schemaRefusals } from './schema-refusals.ts';

/** The values of one source, and its names of the fields. */
export interface SpecLayer {
  readonly spec: CrawlSpec;
  readonly nameOf: FieldName;
}

/** Checks the values of one source. Throws `BadInput` with a refusal for each fault (the first ten). */
export function readSpec(values: unknown, nameOf: FieldName): SpecLayer {
  const result = crawlSpecSchema.safeParse(values);
  if (result.success) return { spec: result.data, nameOf };
  throw new BadInput(schemaRefusals({ issues: result.error.issues, values, nameOf, keysAt }));
}

function keysAt(path: SpecPath): readonly string[] {
  if (path[0] === 'sites') return siteKeys;
  if (path[0] === 'ruleOptions') return ruleOptionKeys;
  if (path[0] === 'traverseOptions') return traverseOptionKeys;
  return path[0] === 'normalization' ? normalizationKeys : specKeys;
}
