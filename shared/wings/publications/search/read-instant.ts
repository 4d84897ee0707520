import { instantOf } from '../../../domain/instant.ts';
import { allowance, BadInput, refusedValue } from '../../../domain/refusal/refusal.ts';

/** A day (its beginning, UTC) or an instant as people write it, ms since the epoch. Throws `BadInput`. */
export function readInstant(field: string, text: string): number {
  const at = instantOf(text);
  if (Number.isFinite(at)) return at;
  throw new BadInput([refusedValue(field, text, allowance('bad-day'))]);
}
