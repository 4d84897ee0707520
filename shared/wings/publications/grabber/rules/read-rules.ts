import { readXPath, type XPath } from '../../../../domain/html/xpath/xpath.ts';
import type { SpecPath } from '../../../../domain/spec/fields/field-path.ts';
import { isMapping } from '../../../../domain/spec/fields/is-mapping.ts';
import { type FieldName, readBySchema } from '../../../../domain/spec/schema-refusals.ts';
import { createMatcher } from '../../../../domain/url/matching-addresses.ts';
import { type FieldData, type RulesData, rulesSchema } from './rules-schema.ts';

/** A page type of a source: which pages are of it, and where on them each field is. */
export interface PageType {
  readonly name: string;
  /** Whether an address is one of the type; absent if the rule names no pattern. */
  readonly isAddress?: (address: string) => boolean;
  /** An expression that must hold on the page. */
  readonly match?: XPath;
  readonly fields: ReadonlyMap<string, FieldRule>;
}

export interface FieldRule {
  readonly xpath: XPath;
  /** The parts that are left out of the elements that `xpath` selects; asked from each of them. */
  readonly drop: readonly XPath[];
  /** Parts the values, where all of them are wanted. */
  readonly join?: string;
  /** The value is a date. */
  readonly date?: { readonly language?: string; readonly zone?: string };
}

/** Rules in the order in which they are tried. */
export type GrabberRules = readonly PageType[];

/**
 * Rules of a source from what their file says. `nameOf` names a field of the file. Throws `BadInput` with a sentence for
 * each fault, the first ten.
 */
export function readRules(value: unknown, nameOf: FieldName): GrabberRules {
  return readRulesData(value, nameOf).types.map(pageTypeOf);
}

/** The same as plain data, which `readRules` takes too. Throws as `readRules`. */
export function readRulesData(value: unknown, nameOf: FieldName): RulesData {
  return readBySchema(rulesSchema, withFieldSettings(value), path => nameOf(asWritten(path, value)));
}

function pageTypeOf({ name, address, match, fields }: RulesData['types'][number]): PageType {
  return {
    name,
    ...(address !== undefined && { isAddress: createMatcher([address]) }),
    ...(match !== undefined && { match: readXPath(match) }),
    fields: new Map(Object.entries(fields).map(([field, data]) => [field, fieldRuleOf(data)])),
  };
}

function fieldRuleOf({ xpath, drop = [], join, date }: FieldData): FieldRule {
  const { language, zone } = date ?? {};
  return {
    xpath: readXPath(xpath),
    drop: drop.map(readXPath),
    ...(join !== undefined && { join }),
    ...(date !== undefined && {
      date: { ...(language === undefined ? {} : { language }), ...(zone === undefined ? {} : { zone }) },
    }),
  };
}

/** A field may be an expression alone. */
function withFieldSettings(value: unknown): unknown {
  const types = memberOf(value, 'types');
  if (!Array.isArray(types)) return value;
  return { ...(value as object), types: types.map(withFields) };
}

function withFields(type: unknown): unknown {
  const fields = memberOf(type, 'fields');
  if (!isMapping(fields)) return type;
  const full = Object.entries(fields).map(([name, field]) => [
    name,
    typeof field === 'string' ? { xpath: field } : field,
  ]);
  return { ...(type as object), fields: Object.fromEntries(full) };
}

/** The path of a value in the file, where an expression may stand for its field. */
function asWritten(path: SpecPath, value: unknown): SpecPath {
  const isExpression = path.length === 5 && path[4] === 'xpath';
  const field = path.slice(0, 4).reduce(memberOf, value);
  return isExpression && typeof field === 'string' ? path.slice(0, 4) : path;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
