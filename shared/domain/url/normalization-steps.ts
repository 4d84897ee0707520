import { hostsByIp } from './ip-to-host.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { withoutSessionIds } from './parameters/session-ids.ts';
import { parameterName, withoutPathParams } from './parameters/written-parameter.ts';
import { percentEncoded } from './scope.ts';
import type { UrlParts } from './url-parts.ts';

/** One rule; `change` returns its argument if the rule does not apply. */
interface NormalizationStep {
  readonly rule: keyof NormalizationRules;
  readonly change: (parts: UrlParts) => UrlParts;
}

/**
 * The active rules beyond the URL standard, in an order that makes a second pass needless: first escapes, which can
 * hide letters and names of parameters; then letters; then rules that drop parts; then rules for the remainder. Throws
 * an Error of one sentence if `ipToHost` is not a map from IP addresses to domains.
 */
export function normalizationSteps(rules: NormalizationRules): readonly NormalizationStep[] {
  const hosts = hostsByIp(rules.ipToHost);
  const isDropped = createNameMatcher(rules.dropParams.map(name => asWritten(name, rules)));
  const steps: (NormalizationStep & { on: boolean })[] = [
    { rule: 'ipToHost', on: hosts.size > 0, change: u => ({ ...u, hostname: hosts.get(u.hostname) ?? u.hostname }) },
    { rule: 'fragment', on: rules.fragment, change: u => ({ ...u, fragment: undefined }) },
    { rule: 'escapesUpper', on: rules.escapesUpper, change: uniformEscapes },
    { rule: 'lowerCase', on: rules.lowerCase, change: lowerCase },
    { rule: 'dropParams', on: rules.dropParams.length > 0, change: u => dropParams(u, isDropped) },
    { rule: 'sessionIds', on: rules.sessionIds === true, change: withoutSessionIds },
    { rule: 'doubleSlash', on: rules.doubleSlash, change: u => ({ ...u, path: u.path.replace(/\/{2,}/g, '/') }) },
    { rule: 'trailingSlash', on: rules.trailingSlash, change: u => ({ ...u, path: withTrailingSlash(u.path) }) },
    { rule: 'dropFinalSlash', on: rules.dropFinalSlash, change: u => ({ ...u, path: withoutFinalSlash(u.path) }) },
    { rule: 'emptyParams', on: rules.emptyParams, change: u => changeParams(u, params => params.filter(hasValue)) },
    {
      rule: 'bareParams',
      on: rules.bareParams === true,
      change: u => changeParams(u, params => params.filter(parameter => parameter.includes('='))),
    },
    { rule: 'sortParams', on: rules.sortParams, change: u => changeParams(u, sortedByName) },
    { rule: 'emptyQuery', on: rules.emptyQuery, change: u => (u.query === '' ? { ...u, query: undefined } : u) },
  ];
  return steps.filter(step => step.on);
}

/** A name as the rules before `dropParams` spell it. */
function asWritten(name: string, { escapesUpper, lowerCase }: NormalizationRules): string {
  const uniform = escapesUpper ? withUniformEscapes(name, 'query') : name;
  return lowerCase ? lowered(uniform) : uniform;
}

function uniformEscapes({ path, query, fragment, ...parts }: UrlParts): UrlParts {
  return {
    ...parts,
    path: withUniformEscapes(path, 'path'),
    query: query === undefined ? undefined : withUniformEscapes(query, 'query'),
    fragment: fragment === undefined ? undefined : withUniformEscapes(fragment, 'fragment'),
  };
}

/** The URL parser returns ASCII. */
function lowerCase(parts: UrlParts): UrlParts {
  const { path, query, fragment } = parts;
  return {
    ...parts,
    path: lowered(path),
    query: query === undefined ? undefined : lowered(query),
    fragment: fragment === undefined ? undefined : lowered(fragment),
  };
}

function lowered(text: string): string {
  return text.toLowerCase();
}

function dropParams(parts: UrlParts, isDropped: (name: string) => boolean): UrlParts {
  const kept = changeParams(parts, params => params.filter(parameter => !isDropped(parameterName(parameter))));
  return { ...kept, path: withoutPathParams(parts.path, parameter => isDropped(parameterName(parameter))) };
}

function changeParams(parts: UrlParts, change: (params: string[]) => string[]): UrlParts {
  if (parts.query === undefined) return parts;
  return { ...parts, query: change(parts.query.split('&')).join('&') };
}

/** `name=` and the empty parameter between `&&` have no value. A parameter without `=` is all value (`?article300`). */
function hasValue(parameter: string): boolean {
  const equals = parameter.indexOf('=');
  return equals < 0 ? parameter !== '' : equals < parameter.length - 1;
}

/** Stable. A query is ASCII after the URL parser, so comparing strings compares bytes. */
function sortedByName(params: string[]): string[] {
  return params.toSorted((a, b) => {
    const [nameA, nameB] = [parameterName(a), parameterName(b)];
    return nameA < nameB ? -1 : nameA > nameB ? 1 : 0;
  });
}

function withTrailingSlash(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last === '' || last.includes('.') ? path : `${path}/`;
}

function withoutFinalSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Makes a test whether a parameter's name is in the list: exact names, and prefixes written with `*` at the end. */
function createNameMatcher(list: readonly string[]): (name: string) => boolean {
  const names = new Set(list.filter(entry => !entry.endsWith('*')));
  const prefixes = list.filter(entry => entry.endsWith('*')).map(entry => entry.slice(0, -1));
  return name => names.has(name) || prefixes.some(prefix => name.startsWith(prefix));
}

/**
 * RFC 3986 section 2.3, and the marks of RFC 2396 section 2.3. The marks have no meaning in http addresses; half of the
 * encoders in use escape them (`rawurlencode` of PHP), the others do not (`encodeURIComponent`).
 */
const plain = /[A-Za-z0-9._~!'()*-]/;
/** Characters that a path or a query may not hold (RFC 3986 section 3.3), although browsers leave some of them. */
const forbidden = /[\0-\x20"<>[\\\]^`{|}\x7f]/g;
const hexDigit = /[0-9A-Fa-f]/;

/** The path in one spelling, so that prefixes match every spelling of an address. */
export function uniformPath(path: string): string {
  return withUniformEscapes(path, 'path').replace(/\/{2,}/g, '/');
}

/**
 * Writes percent-escapes of a path, query or fragment uniformly (RFC 3986 sections 6.2.2.1 and 6.2.2.2): in upper case;
 * only for characters that need one, and for all that an address must not hold. So `tags[]` and `tags%5B%5D` are equal.
 * A second call changes nothing: an escaped hex digit behind a stray `%` stays, because it would form a new escape
 * (`%%32e` must not become `%2e`).
 */
function withUniformEscapes(text: string, part: 'path' | 'query' | 'fragment'): string {
  const escaped = text.replace(forbidden, percentEncoded);
  if (!escaped.includes('%')) return escaped;
  return escaped.replace(/%[0-9a-f]{2}/gi, (code, at: number) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    const isPlain = plain.test(character) && !(hexDigit.test(character) && followsStrayPercent(escaped, at));
    // In a query the URL standard's parser escapes the apostrophe.
    return isPlain && !(part === 'query' && character === "'") ? character : code.toUpperCase();
  });
}

/** Whether `%`, or `%` and one digit, is right before `at`, where an escape begins: an incomplete escape. */
function followsStrayPercent(text: string, at: number): boolean {
  return text[at - 1] === '%' || text[at - 2] === '%';
}
