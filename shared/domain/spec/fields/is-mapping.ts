/** Whether a value of JSON is an object: neither null nor a list. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A count: no sum of counts grows beyond all bounds, and no loop up to one has a fraction. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
