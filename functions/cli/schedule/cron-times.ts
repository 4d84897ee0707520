import { Cron } from 'croner';
import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import { BadCommand } from '../terminal/print.ts';

/** The words of cron, also `weekly` and `@weekly`, as times. */
const words: Readonly<Record<string, string>> = { hour: '1h', day: '1d', dai: '1d', week: '1w' };

/**
 * Five fields of cron as given, or of a time that begins at `now`: minutes divide an hour, hours divide a day, else it is
 * a week or a month. Throws `BadCommand`.
 */
export function cronOf(every: string, timeZone: string, now: Date): string {
  const [minute, hour, day, weekday] = fieldsAt(timeZone, now);
  const word = every.toLowerCase().replaceAll(/^@|ly$/g, '');
  const seconds = Number(decodeDuration(words[word] ?? (/\p{L}/u.test(word) ? word : '')));
  const [minutes, hours] = [timesFrom(minute, seconds / 60, 60), timesFrom(hour, seconds / 3_600, 24)];
  let cron = every.trim().replaceAll(/\s+/g, ' ');
  // Months have 28 days at least.
  if (word === 'month') cron = `${minute} ${hour} ${Math.min(day, 28)} * *`;
  else if (seconds === 7 * 86_400) cron = `${minute} ${hour} * * ${weekday}`;
  else if (minutes !== undefined) cron = `${minutes} * * * *`;
  else if (hours !== undefined) cron = `${minute} ${hours} * * *`;
  if (cron.split(' ').length !== 5 || nextTime(cron, timeZone, now) === undefined)
    throw new BadCommand([
      `--every: ${JSON.stringify(every)} is refused; allowed is hour, day, week, month, a time that cron can say (30m, 12h, 1d or 7d; not 5h), or five fields of cron with a time to come, e.g. "0 3 * * 1".`,
    ]);
  return cron;
}

/** Each time before `end` that is some steps from this one; undefined where the steps do not divide `end`. */
function timesFrom(time: number, step: number, end: number): string | undefined {
  if (!Number.isInteger(step) || step < 1 || end % step !== 0) return undefined;
  return Array.from({ length: end / step }, (_, at) => (time % step) + at * step).join(',');
}

/** Undefined: never, or these are no fields of cron. */
export function nextTime(cron: string, timeZone: string, after: Date): Date | undefined {
  try {
    return new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Minute, hour, day of the month and day of the week (0: Sunday). Throws `BadCommand`. */
function fieldsAt(timeZone: string, now: Date): readonly [number, number, number, number] {
  const format = zoned(timeZone);
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  return [number('minute'), number('hour'), number('day'), days.indexOf(parts.get('weekday')!)];
}

function zoned(timeZone: string): Intl.DateTimeFormat {
  const fields = { minute: 'numeric', hour: 'numeric', day: 'numeric', weekday: 'short', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...fields, timeZone });
  } catch {
    throw new BadCommand([
      `--time-zone: ${JSON.stringify(timeZone)} is refused; allowed is a name of the IANA time zone database, e.g. Europe/Berlin.`,
    ]);
  }
}
