import { z } from 'zod';

/** `unit` says what is counted. */
export function wholeNumber(least: number, most: number, unit: string) {
  const error = `allowed is a whole number from ${least} to ${most} (${unit})`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}
