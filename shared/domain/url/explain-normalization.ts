import { boundedAddress, isCutAddress } from './bounded-address.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { normalizationSteps } from './normalization-steps.ts';
import { withoutCredentials } from './normalize.ts';
import { isHttp } from './scope.ts';
import { partsOf, textOf } from './url-parts.ts';

/** One rule that changed something. */
export interface NormalizationChange {
  /**
   * A rule's name; `credentials` for a dropped user name and password; `urlStandard` for all else that the parser of
   * the URL standard does (white space, backslashes, percent-encoding, punycode …); `length` for a cut.
   */
  readonly rule: keyof NormalizationRules | 'credentials' | 'urlStandard' | 'length';
  readonly before: string;
  readonly after: string;
}

/**
 * Which rule changes what in `address`, in order: each `before` is the `after` of the change above it, the first one
 * `address` itself, the last `after` the identity. Undefined if `address` is not an absolute URL.
 */
export function explainNormalization(
  address: string,
  rules: NormalizationRules,
): readonly NormalizationChange[] | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const changes: NormalizationChange[] = [];
  let current = address;
  const record = (rule: NormalizationChange['rule'], after: string) => {
    if (after !== current) changes.push({ rule, before: current, after });
    current = after;
  };

  record('urlStandard', withoutWhiteSpace(address));
  for (const [rule, change] of standardRules) {
    const after = change(current, url);
    // The parser decides what these rules do; a change that would alter its result is left to `urlStandard`.
    if (URL.parse(after)?.href === url.href) record(rule, after);
  }
  record('urlStandard', url.href);
  record('credentials', withoutCredentials(url).href);
  if (!isHttp(url) || isCutAddress(url.href)) return changes;
  let parts = partsOf(url);
  for (const step of normalizationSteps(rules)) {
    parts = step.change(parts);
    record(step.rule, textOf(parts));
  }
  record('length', boundedAddress(current));
  return changes;
}

/** The parser removes white space first (URL standard, section 4.4). */
function withoutWhiteSpace(address: string): string {
  return address.replace(/^[\0-\x20]+|[\0-\x20]+$|[\t\n\r]/g, '');
}

/** The rules that the URL parser applies together, applied here step by step to show each. */
const standardRules: readonly [keyof NormalizationRules, (text: string, url: URL) => string][] = [
  ['caseSchemeHost', lowerCaseSchemeAndHost],
  ['defaultPort', withoutDefaultPort],
  ['dotSegments', withoutDotSegments],
];

/** Scheme, `//`, user information with its `@`, host, port with its `:`, and the rest. */
const absoluteAddress = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#@]*@)?([^/?#@:[]*|\[[^\]/?#]*\])(:\d*)?(?=[/?#]|$)(.*)$/is;

function lowerCaseSchemeAndHost(text: string): string {
  return text.replace(
    absoluteAddress,
    (_, scheme: string, user = '', host = '', port = '', rest = '') =>
      scheme.toLowerCase() + user + host.toLowerCase() + port + rest,
  );
}

function withoutDefaultPort(text: string, url: URL): string {
  if (url.port !== '') return text;
  return text.replace(
    absoluteAddress,
    (_, scheme: string, user = '', host = '', _port, rest = '') => scheme + user + host + rest,
  );
}

/** URL standard, section 4.4, path state: `%2e` is a dot too; a dot segment at the end leaves its slash. */
function withoutDotSegments(text: string): string {
  return text.replace(/^([^:]+:\/\/[^/?#]*)(\/[^?#]*)/s, (_, authority: string, path: string) => {
    const kept: string[] = [];
    const segments = path.split('/').slice(1);
    for (const [index, segment] of segments.entries()) {
      const plain = segment.replaceAll(/%2e/gi, '.');
      if (plain === '..') kept.pop();
      if (plain !== '.' && plain !== '..') kept.push(segment);
      else if (index === segments.length - 1) kept.push('');
    }
    return `${authority}/${kept.join('/')}`;
  });
}
