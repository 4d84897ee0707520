import { instantOf } from '../../../domain/instant.ts';
import { allowance, BadInput, readAll, refusedValue } from '../../../domain/refusal/refusal.ts';
import { decodeDuration } from '../../../domain/spec/decode-setting.ts';

/** A day (its beginning, UTC), an instant, or how long ago (`7d`), as people write it; ms since the epoch. Throws `BadInput`. */
export function readTime(field: string, text: string): number {
  const seconds = /\p{L}/u.test(text) ? Number(decodeDuration(text)) : Number.NaN;
  const at = seconds >= 0 ? Date.now() - 1_000 * seconds : instantOf(text);
  if (Number.isFinite(new Date(at).getTime())) return at;
  throw new BadInput([refusedValue(field, text, allowance('bad-time'))]);
}

type NamedInstant = readonly [field: string, text: string | undefined];

/** A period as people write it: `since` belongs to it, `until` does not; empty is not given. Throws `BadInput`, also where nothing can be between. */
export function readPeriod(
  [from, since = '']: NamedInstant,
  [to, until = '']: NamedInstant,
): { since?: number; until?: number } {
  const period = readAll({
    ...(since !== '' && { since: () => readTime(from, since) }),
    ...(until !== '' && { until: () => readTime(to, until) }),
  });
  if (period.since !== undefined && period.until !== undefined && period.since >= period.until)
    throw new BadInput([refusedValue(to, until, allowance('later-than', { since }))]);
  return period;
}
