/** Longest address that is requested, in characters. */
export const maxUrlLength = 2048;
/** Deepest path that is requested, in segments (`/a/b.html` has two). */
const maxPathDepth = 20;
/** Times that a sequence of segments may repeat in a row: `/a/a/` and `/a/b/a/b/` pass, a third time is a trap. */
const maxRepetitions = 2;

export type Trap = 'too-long' | 'too-deep' | 'repeating';

/**
 * Whether the address looks like one of a server that answers every address with longer ones. Linear in the address: at
 * most `maxPathDepth` segments are compared.
 */
export function trapOf(identity: string): Trap | undefined {
  if (identity.length > maxUrlLength) return 'too-long';
  const segments = pathOf(identity).split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  if (segments.length > maxPathDepth) return 'too-deep';
  return repeats(segments) ? 'repeating' : undefined;
}

/**
 * Pattern of the addresses of one template: origin, path with runs of digits as `N`, distinct names of the query's
 * parameters, sorted. Digits of a percent-escape are not numbers.
 */
export function patternOf(identity: string): string {
  const pathStart = pathStartOf(identity);
  const [rest = ''] = identity.slice(pathStart).split('#', 1);
  const queryStart = rest.indexOf('?');
  const origin = identity.slice(0, pathStart);
  if (queryStart < 0) return origin + withoutNumbers(rest);
  return `${origin}${withoutNumbers(rest.slice(0, queryStart))}?${parameterNames(rest.slice(queryStart + 1))}`;
}

/** Path of a normalized address. */
export function pathOf(identity: string): string {
  const start = pathStartOf(identity);
  const end = identity.slice(start).search(/[?#]/);
  return end < 0 ? identity.slice(start) : identity.slice(start, start + end);
}

function pathStartOf(identity: string): number {
  return identity.indexOf('/', identity.indexOf('://') + 3);
}

/** Whether a sequence of segments, of any length, repeats more than `maxRepetitions` times in a row. */
function repeats(segments: readonly string[]): boolean {
  const longest = Math.floor(segments.length / (maxRepetitions + 1));
  for (let period = 1; period <= longest; period++) {
    let equal = 0;
    for (let at = period; at < segments.length; at++) {
      equal = segments[at] === segments[at - period] ? equal + 1 : 0;
      if (equal === period * maxRepetitions) return true;
    }
  }
  return false;
}

function parameterNames(query: string): string {
  const names = query.split('&').map(parameter => withoutNumbers(parameter.split('=', 1)[0]!));
  return [...new Set(names)].sort().join('&');
}

function withoutNumbers(text: string): string {
  return text.replace(/%[0-9a-f]{2}|\d+/gi, match => (match.startsWith('%') ? match : 'N'));
}
