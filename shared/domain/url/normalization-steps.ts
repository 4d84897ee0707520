import { createNameMatcher, parameterName, withoutPathParams } from './drop-params.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { withUniformEscapes } from './percent-escapes.ts';
import type { UrlParts } from './url-parts.ts';

/** One rule at work; `change` returns what it was given where the rule does not apply. */
interface NormalizationStep {
  readonly rule: keyof NormalizationRules;
  readonly change: (parts: UrlParts) => UrlParts;
}

/**
 * The rules that are on, beyond those of the URL standard, in the order in which a second pass finds nothing to do:
 * escapes first (they can hide dots, names and hosts' keys), what drops before what counts the rest.
 * Throws an Error of one sentence if `ipToHost` is not a map from IP addresses to domains.
 */
export function normalizationSteps(rules: NormalizationRules): readonly NormalizationStep[] {
  const hosts = hostsByIp(rules.ipToHost);
  const isDropped = createNameMatcher(rules.dropParams);
  const steps: (NormalizationStep & { on: boolean })[] = [
    { rule: 'ipToHost', on: hosts.size > 0, change: u => ({ ...u, hostname: hosts.get(u.hostname) ?? u.hostname }) },
    { rule: 'fragment', on: rules.fragment, change: u => ({ ...u, fragment: undefined }) },
    { rule: 'escapesUpper', on: rules.escapesUpper, change: uniformEscapes },
    { rule: 'dropParams', on: rules.dropParams.length > 0, change: u => dropParams(u, isDropped) },
    { rule: 'doubleSlash', on: rules.doubleSlash, change: u => ({ ...u, path: u.path.replace(/\/{2,}/g, '/') }) },
    { rule: 'trailingSlash', on: rules.trailingSlash, change: u => ({ ...u, path: withTrailingSlash(u.path) }) },
    { rule: 'emptyParams', on: rules.emptyParams, change: u => changeParams(u, params => params.filter(hasValue)) },
    { rule: 'sortParams', on: rules.sortParams, change: u => changeParams(u, sortedByName) },
    { rule: 'emptyQuery', on: rules.emptyQuery, change: u => (u.query === '' ? { ...u, query: undefined } : u) },
  ];
  return steps.filter(step => step.on);
}

function uniformEscapes(parts: UrlParts): UrlParts {
  return {
    ...parts,
    path: withUniformEscapes(parts.path),
    query: parts.query === undefined ? undefined : withUniformEscapes(parts.query),
    fragment: parts.fragment === undefined ? undefined : withUniformEscapes(parts.fragment),
  };
}

function dropParams(parts: UrlParts, isDropped: (name: string) => boolean): UrlParts {
  const kept = changeParams(parts, params => params.filter(parameter => !isDropped(parameterName(parameter))));
  return { ...kept, path: withoutPathParams(parts.path, isDropped) };
}

function changeParams(parts: UrlParts, change: (params: string[]) => string[]): UrlParts {
  if (parts.query === undefined) return parts;
  return { ...parts, query: change(parts.query.split('&')).join('&') };
}

function hasValue(parameter: string): boolean {
  const equals = parameter.indexOf('=');
  return equals >= 0 && equals < parameter.length - 1;
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

/** Addresses and domains as `URL.hostname` writes them. */
export function hostsByIp(ipToHost: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(ipToHost).map(([ip, host]) => [ipAddress(ip), domain(ip, host)]));
}

function ipAddress(text: string): string {
  const hostname = hostnameOf(text.includes(':') && !text.startsWith('[') ? `[${text}]` : text);
  if (hostname === undefined || !isIp(hostname)) {
    throw new Error(`normalization.ipToHost: ${JSON.stringify(text)} is not an IPv4 or IPv6 address.`);
  }
  return hostname;
}

function domain(ip: string, text: string): string {
  const hostname = hostnameOf(text);
  if (hostname === undefined || isIp(hostname)) {
    throw new Error(
      `normalization.ipToHost.${ip}: ${JSON.stringify(text)} is not a domain name without scheme and port.`,
    );
  }
  return hostname;
}

/** `text` as the URL standard writes it, if it is a host and nothing but a host. */
function hostnameOf(text: string): string | undefined {
  const url = URL.parse(`http://${text}/`);
  const isHostOnly = url !== null && url.href === `http://${url.hostname}/` && !/:\d*$/.test(text);
  return isHostOnly ? url.hostname : undefined;
}

/** The URL standard's parser leaves digits in a domain's last label only to IPv4 addresses. */
function isIp(hostname: string): boolean {
  return hostname.startsWith('[') || /\.\d+$/.test(hostname);
}
