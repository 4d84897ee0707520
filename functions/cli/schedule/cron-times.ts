import { Cron } from 'croner';
import { BadCommand } from '../terminal/print.ts';

const words = ['hour', 'day', 'week', 'month'] as const;

/** Five fields of cron: those given, or those of the minute of `now` in every hour, day, week or month. Throws `BadCommand`. */
export function cronOf(every: string, timeZone: string, now: Date): string {
  const [minute, hour, day, weekday] = fieldsAt(timeZone, now);
  // Also `@weekly`, as cron has it, and `weekly`.
  const word = every
    .toLowerCase()
    .replace('daily', 'day')
    .replaceAll(/^@|ly$/g, '');
  const found: Readonly<Record<string, string>> = {
    hour: `${minute} * * * *`,
    day: `${minute} ${hour} * * *`,
    week: `${minute} ${hour} * * ${weekday}`,
    // Months have 28 days at least.
    month: `${minute} ${hour} ${Math.min(Number(day), 28)} * *`,
  };
  const cron = found[word] ?? every.trim().replaceAll(/\s+/g, ' ');
  if (cron.split(' ').length !== 5 || nextTime(cron, timeZone, now) === undefined)
    throw new BadCommand([
      `--every: ${JSON.stringify(every)} is refused; allowed is ${words.join(', ')}, or five fields of cron with a time to come, e.g. "0 3 * * 1".`,
    ]);
  return cron;
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
function fieldsAt(timeZone: string, now: Date): readonly string[] {
  const format = zoned(timeZone);
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): string => String(Number(parts.get(type)));
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  return [number('minute'), number('hour'), number('day'), String(days.indexOf(parts.get('weekday')!))];
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
