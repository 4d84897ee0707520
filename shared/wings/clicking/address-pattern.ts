/**
 * A list that grows by requests whose addresses differ in one number can be requested without a browser: three
 * fruitful presses with the numbers n, n + d, n + 2d promote the pattern to the crawl's ordinary frontier.
 */
export interface AddressPattern {
  /** The text before and after the number that differs. */
  readonly before: string;
  readonly after: string;
  /** The number of the last request seen, and the difference between two. */
  readonly last: number;
  readonly step: number;
  /** Digits of the number where it is padded with zeros, otherwise 0. */
  readonly digits: number;
}

interface Split {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
}

function split(url: string): Split {
  return { texts: url.split(/\d+/), numbers: url.match(/\d+/g) ?? [] };
}

/** The pattern of three addresses in the order in which they were requested; undefined if there is none. */
export function patternOf(first: string, second: string, third: string): AddressPattern | undefined {
  const parts = [first, second, third].map(split);
  const [a, b, c] = parts as [Split, Split, Split];
  if (a.texts.join('\0') !== b.texts.join('\0') || b.texts.join('\0') !== c.texts.join('\0')) return undefined;
  const differing = a.numbers.flatMap((n, i) => (n === b.numbers[i] && n === c.numbers[i] ? [] : [i]));
  const at = differing[0];
  if (differing.length !== 1 || at === undefined) return undefined;
  const [x, y, z] = [a.numbers[at]!, b.numbers[at]!, c.numbers[at]!];
  const step = Number(y) - Number(x);
  const isEven = Number(z) - Number(y) === step && step !== 0;
  if (!isEven || ![x, y, z].every(n => Number.isSafeInteger(Number(n)))) return undefined;
  const place = placeOf(third, at);
  const padded = [x, y, z].some(n => n.length > 1 && n.startsWith('0'));
  return {
    before: third.slice(0, place),
    after: third.slice(place + z.length),
    last: Number(z),
    step,
    digits: padded ? z.length : 0,
  };
}

function placeOf(url: string, nth: number): number {
  const all = [...url.matchAll(/\d+/g)];
  return all[nth]!.index;
}

/** The n-th address after the last one that was seen, from 1 on; undefined below zero and beyond exact integers. */
export function nextAddress(pattern: AddressPattern, n: number): string | undefined {
  const number = pattern.last + n * pattern.step;
  if (number < 0 || !Number.isSafeInteger(number)) return undefined;
  return pattern.before + String(number).padStart(pattern.digits, '0') + pattern.after;
}

/**
 * The pattern of requests that all three presses made: requests that are alike except for their numbers, with the last
 * three differing in a single number by equal steps.
 */
export function patternAmong(presses: readonly (readonly string[])[]): AddressPattern | undefined {
  if (presses.length < 3) return undefined;
  const alike = Map.groupBy(
    presses.flatMap((requests, press) => requests.slice(-50).map(url => ({ url, press }))),
    ({ url }) => url.replace(/\d+/g, '#'),
  );
  for (const requests of alike.values()) {
    if (new Set(requests.map(({ press }) => press)).size < presses.length) continue;
    const [first, second, third] = requests.slice(-3).map(({ url }) => url);
    const pattern = patternOf(first!, second!, third!);
    if (pattern !== undefined) return pattern;
  }
  return undefined;
}
