/**
 * How often an entry of a source brings something new, by the hour of the day. Plain data with a version; every look fades
 * the looks before it, so that a source that changes its habits is followed.
 */
export interface LookHistory {
  readonly version: 1;
  /** New items by hour of the day (UTC), faded. */
  readonly items: readonly number[];
  /** Hours for which the entry was known to be looked at, by hour of the day, faded. */
  readonly hours: readonly number[];
  /** Looks without new items in a row. */
  readonly empty: number;
}

export interface Look {
  /** Epoch ms of this look, and of the look before it. */
  readonly at: number;
  readonly since: number;
  /** Epoch ms of the new items' own times, where they have believed ones. */
  readonly times: readonly number[];
  /** New items, those without a time too. */
  readonly found: number;
}

export interface IntervalBounds {
  /** Seconds: of the user, or 5 minutes and 24 hours. */
  readonly leastS: number;
  readonly mostS: number;
  /** The user's own interval, which wins. */
  readonly fixedS?: number;
  /** The rest that the document wants: its `ttl` or `max-age`. */
  readonly restS?: number;
  /** Hours of the day (UTC) in which the feed asks to be left alone. */
  readonly skipHours?: readonly number[];
}

const day = 24;
const hourMs = 3_600_000;
/** The weight of what is known halves in so many hours of looks. */
const halfLifeHours = 24 * 14;
/** The prior: so many items in so many hours, for an entry of which nothing is known. */
const priorItems = 1;
const priorHours = 2;
/** Hours of the source's own mean that each hour of the day is counted with. */
const smoothingHours = 4;
/** New items that a look is expected to find. */
const expectedItems = 1;
/** Longer spans are no looks: the watch slept. */
const longestSpanMs = 7 * day * hourMs;

export const newHistory: LookHistory = {
  version: 1,
  items: Array.from({ length: day }, () => 0),
  hours: Array.from({ length: day }, () => 0),
  empty: 0,
};

/**
 * The first look says nothing of the time before; items of the day (`spanMs`) before it count as published within that day. Without
 * any time it says nothing at all, and the prior sets the second look.
 */
export function firstLook(at: number, times: readonly number[], spanMs = day * hourMs): Look {
  const since = times.length === 0 ? at : at - spanMs;
  return { at, since, times, found: times.filter(time => time > since).length };
}

/** The history after a look. Items without a time are spread over the span of the look. */
export function afterLook(history: LookHistory, { at, since, times, found }: Look): LookHistory {
  const from = Math.max(since, at - longestSpanMs);
  if (!(at > from)) return history;
  const kept = 0.5 ** ((at - from) / hourMs / halfLifeHours);
  const items = history.items.map(count => count * kept);
  const hours = history.hours.map(count => count * kept);
  const spans = spansByHour(from, at);
  const within = times.filter(time => time > from && time <= at);
  const spread = Math.max(0, found - within.length) / ((at - from) / hourMs);
  for (const time of within) items[hourOf(time)]! += 1;
  for (const [hour, span] of spans.entries()) {
    hours[hour]! += span;
    items[hour]! += spread * span;
  }
  return { version: 1, items, hours, empty: found > 0 ? 0 : history.empty + 1 };
}

/** New items an hour that are to be expected at an instant (epoch ms). */
export function rateAt({ items, hours }: LookHistory, at: number): number {
  const mean = (sum(items) + priorItems) / (sum(hours) + priorHours);
  const hour = hourOf(at);
  return (items[hour]! + mean * smoothingHours) / (hours[hour]! + smoothingHours);
}

/** The instant of the next look (epoch ms): when one new item is to be expected, within the bounds. */
export function nextLook(history: LookHistory, at: number, bounds: IntervalBounds): number {
  const { leastS, mostS, fixedS, restS = 0, skipHours = [] } = bounds;
  if (fixedS !== undefined) return at + fixedS * 1000;
  const most = at + mostS * 1000;
  const least = at + Math.min(mostS, Math.max(leastS, restS)) * 1000;
  const wanted = Math.min(most, Math.max(least, expectedInstant(history, at, most)));
  return afterSkipped(wanted, skipHours);
}

function expectedInstant(history: LookHistory, at: number, most: number): number {
  let left = expectedItems;
  for (let from = at; from < most; ) {
    const until = Math.min(most, (Math.floor(from / hourMs) + 1) * hourMs);
    const rate = rateAt(history, from);
    const brought = (rate * (until - from)) / hourMs;
    if (brought >= left) return Math.round(from + (left / rate) * hourMs);
    left -= brought;
    from = until;
  }
  return most;
}

/** The first instant from `at` on whose hour is not skipped; a feed that skips all hours is not obeyed. */
function afterSkipped(at: number, skipHours: readonly number[]): number {
  if (new Set(skipHours).size >= day) return at;
  let instant = at;
  while (skipHours.includes(hourOf(instant))) instant = (Math.floor(instant / hourMs) + 1) * hourMs;
  return instant;
}

function spansByHour(from: number, to: number): number[] {
  const spans = Array.from({ length: day }, () => 0);
  for (let at = from; at < to; ) {
    const until = Math.min(to, (Math.floor(at / hourMs) + 1) * hourMs);
    spans[hourOf(at)]! += (until - at) / hourMs;
    at = until;
  }
  return spans;
}

function hourOf(at: number): number {
  return Math.floor(at / hourMs) % day;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
