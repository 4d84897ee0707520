/** Units before and after a place that are looked at: a text may have no end of a sentence at all. */
const mostUnits = 1_000;
/** Words behind whose full stop a sentence goes on, in lower case. */
const shortened = new Set(
  `им ул пл пр просп пер стр корп обл р-н с пос проф акад доц чл ак канд докт д к тыс млн млрд руб коп см рис табл гл ст т п
  св напр др mr mrs ms dr prof st vs no inc ltd co corp gov sen rep gen col jan feb mar apr jun jul aug sep sept oct nov dec`.split(
    /\s+/,
  ),
);

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The sentence around a place of a text, in UTF-16 units. A line ends a sentence. If no end is within 1,000 units, the
 * sentence is cut between two words. The place itself is never cut.
 */
export function sentenceAt(text: string, place: TextSpan): TextSpan {
  const start = beginBefore(text, place.start);
  const end = endAfter(text, place.end);
  const sentence = text.slice(start, end);
  return {
    start: Math.min(place.start, start + (sentence.length - sentence.trimStart().length)),
    end: Math.max(place.end, end - (sentence.length - sentence.trimEnd().length)),
  };
}

function beginBefore(text: string, place: number): number {
  const least = Math.max(0, place - mostUnits);
  for (let at = place; at > least; at -= 1) if (isBoundary(text, at)) return at;
  return least === 0 ? 0 : wordEdge(text, least, place);
}

function endAfter(text: string, place: number): number {
  const most = Math.min(text.length, place + mostUnits);
  for (let at = place; at < most; at += 1) if (isBoundary(text, at)) return at;
  if (most === text.length) return most;
  for (let at = most; at > place; at -= 1) if (/\s/.test(text[at]!)) return at;
  return isHalf(text, most) ? most - 1 : most;
}

function wordEdge(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (/\s/.test(text[at]!)) return at;
  return isHalf(text, from) ? from + 1 : from;
}

/** Between the halves of a surrogate pair. */
function isHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** Whether a sentence ends before `at`, and another begins there. */
function isBoundary(text: string, at: number): boolean {
  if (text[at - 1] === '\n' || text[at] === '\n') return true;
  if (!/\s/.test(text[at] ?? '')) return false;
  let last = at - 1;
  while (last > 0 && /[»"”“’')\]]/.test(text[last]!)) last -= 1;
  const sign = text[last]!;
  if (!/[.!?…]/.test(sign)) return false;
  const next = /^\s+[«"“„‘'(—–-]*\s*(\S)/.exec(text.slice(at, at + 20))?.[1] ?? '';
  if (!/[\p{Lu}\p{Nd}]/u.test(next)) return false;
  return sign !== '.' || last < at - 1 || !isShortened(text, last);
}

function isShortened(text: string, stop: number): boolean {
  const word = /[\p{L}-]+$/u.exec(text.slice(Math.max(0, stop - 12), stop))?.[0] ?? '';
  if (/^\p{Lu}$/u.test(word)) return true;
  const lower = word.toLowerCase();
  // «г. Москва», but «в 2020 г. Институт».
  if (lower === 'г' || lower === 'гг') return !/\d\s*$/.test(text.slice(Math.max(0, stop - 6), stop - word.length));
  return shortened.has(lower);
}
