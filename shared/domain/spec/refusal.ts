import { shownValue } from './shown-value.ts';

/** The one shape of a fault: field, value, and what is allowed. */
export function refusal(field: string, value: unknown, allowed: string): string {
  const given = value === undefined ? 'nothing' : shownValue(value);
  return `${field === '' ? '' : `${field}: `}${given} is refused; ${allowed}.`;
}
