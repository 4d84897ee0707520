import * as z from 'zod';
import { allowance, asMessage } from '../../refusal/refusal.ts';

/** `unit` says what is counted. */
export function wholeNumber(least: number, most: number, unit: string) {
  const error = asMessage(allowance('whole-number', { least, most, of: unit }));
  return z.int({ error }).min(least, { error }).max(most, { error });
}
