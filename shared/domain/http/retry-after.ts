const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAYS = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';

/** The three forms of RFC 9110, section 5.6.7, servers must send the first, recipients must accept all. */
const HTTP_DATES = [
  new RegExp(`^${DAYS}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^${LONG_DAYS}, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} GMT$`),
  new RegExp(`^${DAYS} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** Further forms of servers: a zone other than GMT, a single digit of the day, ISO 8601. */
const DATE_WITH_ZONE = /^[\w,: +.-]*\b\d{4}\b[\w: +.-]*(?:GMT|UTC?|Z|[ECMP][SD]T|[+-]\d\d:?\d\d)$/;

/**
 * Milliseconds to wait from `nowMs` (wall clock) on by a Retry-After header (RFC 9110, section 10.2.3), which holds
 * seconds or an HTTP date. A date in the past gives 0; any other value (negative, text) gives undefined. Long waits are
 * not shortened here. `sent`: the answer's field Date, by the clock that made the other date.
 */
export function parseRetryAfter(value: string, nowMs: number, sent = ''): number | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const date = parseHttpDate(text, nowMs);
  return date === undefined ? undefined : Math.max(0, date - (parseHttpDate(sent.trim(), nowMs) ?? nowMs));
}

function parseHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of HTTP_DATES) {
    const parts = form.exec(text)?.groups;
    if (parts) return timeOf(parts, nowMs);
  }
  const time = DATE_WITH_ZONE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function timeOf(parts: Record<string, string | undefined>, nowMs: number): number | undefined {
  const number = (name: string) => Number(parts[name]);
  const [day, hour, minute, second] = [number('day'), number('hour'), number('minute'), number('second')];
  // 60 is a leap second (RFC 9110, section 5.6.7).
  if (day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return undefined;
  const year = parts['year']?.length === 2 ? fullYear(number('year'), nowMs) : number('year');
  return Date.UTC(year, MONTHS.indexOf(parts['month'] ?? ''), day, hour, minute, second);
}

/** A two-digit year that seems more than 50 years ahead is the last one in the past (RFC 9110, section 5.6.7). */
function fullYear(twoDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
