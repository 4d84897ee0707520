import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';

/** Rules as a person edits them. Pure. */

export const ruleFields = ['text', 'title', 'published', 'authors', 'section'] as const;
export type RuleField = (typeof ruleFields)[number];

/** The rules in a text; undefined for an empty one. Throws `SyntaxError`. */
export function readRuleText(text: string): unknown {
  return text.trim() === '' ? undefined : JSON.parse(text);
}

export function ruleText(rules: unknown): string {
  return JSON.stringify(rules, null, 2);
}

/**
 * The rules with a field of their first page type taken from a way. A page is of the type if its text is there. Further
 * conditions of this text stay.
 */
export function withField(rules: unknown, field: RuleField, xpath: string): RulesData {
  const given = Object(rules) as Partial<RulesData>;
  const [first, ...others] = Array.isArray(given.types) ? given.types : [];
  const { name = 'article', fields = {}, ...rest } = Object(first) as Partial<RulesData['types'][number]>;
  const match = field === 'text' || (rest.match === undefined && rest.address === undefined) ? { match: xpath } : {};
  const type = { name, ...rest, ...match, fields: { ...fields, [field]: { xpath } } };
  return { types: [type, ...others] } as RulesData;
}
