import { percentEncoded } from '../url/scope.ts';
import type { RobotsRule } from './parse-robots.ts';

/** A matching rule and its length: the octets of its pattern (RFC 9309 2.2.2). */
interface RuleMatch {
  readonly rule: RobotsRule;
  readonly length: number;
}

/** All rules of one kind, indexed to find the longest match of a path. */
export interface RuleIndex {
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
  const prefixes = new Map<string, RobotsRule>();
  const wildcards: WildcardRule[] = [];
  for (const rule of rules) {
    const pattern = reading.pattern(rule.pattern);
    if (pattern.includes('*') || pattern.endsWith('$'))
      wildcards.push(splitPattern(pattern, { rule, length: pattern.length }));
    else addFirst(prefixes, escapeWildcards(pattern), rule);
  }
  wildcards.sort((a, b) => b.length - a.length || a.rule.line - b.rule.line);
  const matchOf = (rule: RobotsRule | undefined): RuleMatch | undefined =>
    rule && { rule, length: reading.pattern(rule.pattern).length };
  const lengths = [...new Set([...prefixes.keys()].map(prefix => prefix.length))].sort((a, b) => b - a);
  return {
    longest: path =>
      longerOf(
        matchOf(longestPrefix(prefixes, lengths, path)),
        wildcards.find(wildcard => matchesWildcard(wildcard, path)),
      ),
  };
}

function addFirst(prefixes: Map<string, RobotsRule>, prefix: string, rule: RobotsRule): void {
  if (!prefixes.has(prefix)) prefixes.set(prefix, rule);
}

function splitPattern(pattern: string, match: RuleMatch): WildcardRule {
  const anchored = pattern.endsWith('$');
  const body = anchored ? pattern.slice(0, -1) : pattern;
  const [head = '', ...parts] = body.replace(/\*+/g, '*').split('*').map(escapeWildcards);
  return { ...match, head, parts, anchored };
}

function longestPrefix(
  prefixes: ReadonlyMap<string, RobotsRule>,
  lengths: readonly number[],
  path: string,
): RobotsRule | undefined {
  for (const length of lengths) {
    const rule = length <= path.length ? prefixes.get(path.slice(0, length)) : undefined;
    if (rule !== undefined) return rule;
  }
  return undefined;
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

/**
 * The forms in which paths and patterns are compared, octet by octet (RFC 9309 2.2.2).
 *
 * The RFC and google/robotstxt, whose recorded cases are our bar, read escapes differently. For the RFC `%62` equals
 * `b`, `%3A` equals `:` and a blank equals `%20`. Google compares the text as written. We read the whole file in both
 * ways, and do not fetch a page that one of them forbids. A reading treats Allow and Disallow lines alike.
 */
export interface Reading {
  /** The form of an address's path and query. `*` and `$` in it are escaped: they are no wildcards (RFC 9309 2.2.3). */
  path(pathAndQuery: string): string;
  /** The form of a rule's pattern, `*` and `$` kept. */
  pattern(pattern: string): string;
}

const rfcReading: Reading = {
  path: path => escapeWildcards(canonical(path)),
  pattern: canonical,
};

/** Escapes of the marks `-._~` are decoded here too: `/%7Ejoe` and `/~joe` are one path (RFC 3986 2.3). */
const googleReading: Reading = {
  path: path => escapeWildcards(decodeEscapes(path, isMark)),
  pattern: pattern => encodeNonAscii(decodeEscapes(pattern, isMark)),
};

export const readings: readonly Reading[] = [rfcReading, googleReading];

/** Escapes literal `*` and `$` of an address or a pattern as RFC 9309 2.2.3 says. */
function escapeWildcards(text: string): string {
  return /[*$]/.test(text) ? text.replaceAll('*', '%2A').replaceAll('$', '%24') : text;
}

/**
 * One spelling for each octet. Characters that RFC 3986 allows in a path or a query are written as themselves, all
 * others as escapes. `%2F` and `%3F` stay escapes in the path, because they are no delimiters there, and `%2A` and
 * `%24`, which are no wildcards.
 */
function canonical(text: string): string {
  const queryStart = text.indexOf('?');
  if (queryStart === -1) return canonicalPart(text, isPathCharacter);
  const path = canonicalPart(text.slice(0, queryStart), isPathCharacter);
  return `${path}?${canonicalPart(text.slice(queryStart + 1), isQueryCharacter)}`;
}

function canonicalPart(text: string, isAllowed: (character: string) => boolean): string {
  const decoded = decodeEscapes(text, isAllowed);
  // Characters that neither RFC 3986 nor a browser's address allows; a URL parser escapes most of them.
  return encodeNonAscii(decoded.replace(/[\0-\x20"<>[\\\]^`{|}\x7f]/g, percentEncoded));
}

/** Decodes the escapes that `decodes` accepts and writes the others in upper case. */
function decodeEscapes(text: string, decodes: (character: string) => boolean): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9A-Fa-f]{2}/g, escaped => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return decodes(character) ? character : escaped.toUpperCase();
  });
}

function encodeNonAscii(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text.replace(/[\u0080-\uffff]+/g, characters => encodeURIComponent(characters.toWellFormed()));
}

function isMark(character: string): boolean {
  return '-._~'.includes(character);
}

/** RFC 3986 3.3 without the wildcards. By RFC 9309 2.2.2 a reserved character equals its escape. */
function isPathCharacter(character: string): boolean {
  return /[\w\-.~!&'()+,;=:@]/.test(character);
}

/** RFC 3986 3.4. */
function isQueryCharacter(character: string): boolean {
  return character === '/' || character === '?' || isPathCharacter(character);
}
