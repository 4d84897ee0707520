import { createNameMatcher, parameterName, withoutPathParams } from './drop-params.ts';
import { hostsByIp } from './ip-to-host.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { withUniformEscapes } from './percent-escapes.ts';
import type { UrlParts } from './url-parts.ts';

/** One rule at work; `change` returns what it was given where the rule does not apply. */
interface NormalizationStep {
  readonly rule: keyof NormalizationRules;
  readonly change: (parts: UrlParts) => UrlParts;
}

/**
 * The active rules beyond the URL standard, in an order that leaves nothing for a second pass. Escapes come first,
 * because they can hide letters and names of parameters. Then come letters, then rules that drop parts, and last rules
 * that look at the remainder. Throws an Error of one sentence if `ipToHost` is not a map from IP addresses to domains.
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
    { rule: 'doubleSlash', on: rules.doubleSlash, change: u => ({ ...u, path: u.path.replace(/\/{2,}/g, '/') }) },
    { rule: 'trailingSlash', on: rules.trailingSlash, change: u => ({ ...u, path: withTrailingSlash(u.path) }) },
    { rule: 'dropFinalSlash', on: rules.dropFinalSlash, change: u => ({ ...u, path: withoutFinalSlash(u.path) }) },
    { rule: 'emptyParams', on: rules.emptyParams, change: u => changeParams(u, params => params.filter(hasValue)) },
    { rule: 'sortParams', on: rules.sortParams, change: u => changeParams(u, sortedByName) },
    { rule: 'emptyQuery', on: rules.emptyQuery, change: u => (u.query === '' ? { ...u, query: undefined } : u) },
  ];
  return steps.filter(step => step.on);
}

/** A name in the spelling that the rules before `dropParams` leave behind. */
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

/** What the URL standard's parser gives is ASCII. */
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
  return { ...kept, path: withoutPathParams(parts.path, isDropped) };
}

function changeParams(parts: UrlParts, change: (params: string[]) => string[]): UrlParts {
  if (parts.query === undefined) return parts;
  return { ...parts, query: change(parts.query.split('&')).join('&') };
}

/** `name=` and the nothing between `&&` have none. A parameter without `=` is all value (`?article300`). */
function hasValue(parameter: string): boolean {
  const equals = parameter.indexOf('=');
  return equals < 0 ? parameter !== '' : equals < parameter.length - 1;
}

/** Stable; a query is ASCII after the URL standard's parser, so comparing strings compares bytes. */
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
