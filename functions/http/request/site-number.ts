import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { Problem } from './problem.ts';

/** A site's number as an address or a question gives it. Throws `Problem`. */
export function siteNumber(text: string, field = 'site'): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new Problem(400, [refusedValue(field, text, allowance('site-number'))]);
}
