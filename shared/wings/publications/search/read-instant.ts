import { allowance, BadInput, refusedValue } from '../../../domain/refusal/refusal.ts';

/** A day (its beginning, UTC) or an instant as people write it, ms since the epoch. Throws `BadInput`. */
export function readInstant(field: string, text: string): number {
  const at = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw new BadInput([refusedValue(field, text, allowance('bad-day'))]);
}
