import { escapeWildcards, type Reading } from './octets.ts';
import type { RobotsRule } from './parse-robots.ts';

/** A matching rule and its length: the octets of its pattern (RFC 9309 2.2.2). */
interface RuleMatch {
  readonly rule: RobotsRule;
  readonly length: number;
}

/** All rules of one kind, indexed to find the longest match of a path. */
interface RuleIndex {
  /** The longest rule that matches `path`, which is in the form of the reading; of equally long ones the first. */
  longest(path: string): RuleMatch | undefined;
}

interface WildcardRule extends RuleMatch {
  readonly head: string;
  /** The literal text after each `*` (several `*` in a row count as one). */
  readonly parts: readonly string[];
  /** Whether the pattern ends in `$`. */
  readonly anchored: boolean;
}

/**
 * Plain prefixes, nearly all rules of the Web, take one look-up for each distinct length. Patterns with `*` or `$` are
 * tried from the longest down, without backtracking, so that no pattern takes exponential time.
 */
export function buildRuleIndex(rules: readonly RobotsRule[], reading: Pick<Reading, 'pattern'>): RuleIndex {
  const prefixes = new Map<string, RuleMatch>();
  const wildcards: WildcardRule[] = [];
  for (const rule of rules) {
    const pattern = reading.pattern(rule.pattern);
    const match = { rule, length: pattern.length };
    if (pattern.includes('*') || pattern.endsWith('$')) wildcards.push(splitPattern(pattern, match));
    else addFirst(prefixes, escapeWildcards(pattern), match);
  }
  wildcards.sort((a, b) => b.length - a.length || a.rule.line - b.rule.line);
  const lengths = [...new Set([...prefixes.keys()].map(prefix => prefix.length))].sort((a, b) => b - a);
  return {
    longest: path => longerOf(longestPrefix(prefixes, lengths, path), longestWildcard(wildcards, path)),
  };
}

function addFirst(prefixes: Map<string, RuleMatch>, prefix: string, match: RuleMatch): void {
  if (!prefixes.has(prefix)) prefixes.set(prefix, match);
}

function splitPattern(pattern: string, match: RuleMatch): WildcardRule {
  const anchored = pattern.endsWith('$');
  const body = anchored ? pattern.slice(0, -1) : pattern;
  const [head = '', ...parts] = body.replace(/\*+/g, '*').split('*').map(escapeWildcards);
  return { ...match, head, parts, anchored };
}

function longestPrefix(
  prefixes: ReadonlyMap<string, RuleMatch>,
  lengths: readonly number[],
  path: string,
): RuleMatch | undefined {
  for (const length of lengths) {
    const match = length <= path.length ? prefixes.get(path.slice(0, length)) : undefined;
    if (match !== undefined) return match;
  }
  return undefined;
}

function longestWildcard(wildcards: readonly WildcardRule[], path: string): RuleMatch | undefined {
  return wildcards.find(wildcard => matchesWildcard(wildcard, path));
}

/** Taking the first place of each part leaves the most room for the next ones, so no backtracking is needed. */
function matchesWildcard({ head, parts, anchored }: WildcardRule, path: string): boolean {
  if (!path.startsWith(head)) return false;
  let end = head.length;
  for (const [index, part] of parts.entries()) {
    if (anchored && index === parts.length - 1) return path.length - part.length >= end && path.endsWith(part);
    const found = path.indexOf(part, end);
    if (found === -1) return false;
    end = found + part.length;
  }
  return !anchored || end === path.length;
}

function longerOf(a: RuleMatch | undefined, b: RuleMatch | undefined): RuleMatch | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.length === b.length) return a.rule.line <= b.rule.line ? a : b;
  return a.length > b.length ? a : b;
}
