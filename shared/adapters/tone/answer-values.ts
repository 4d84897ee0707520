import { shownValue } from '../../domain/refusal/shown-value.ts';
import type { TokenUse } from '../../wings/publications/tone/asked/budget.ts';
import { ToneFault } from '../../wings/publications/tone/tone-port.ts';

/** The JSON of an answer. Throws `ToneFault`. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ToneFault('not-json');
  }
}

/** The value at a path of members and places in a JSON value; undefined if there is nothing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** Counts of tokens; undefined if they are no counts. */
export function useOf(input: unknown, output: unknown): TokenUse | undefined {
  return isCount(input) && isCount(output) ? { input, output } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The words of a server about its refusal, as a part of one line, without the secrets that were sent to it. */
export function toldBy(body: Uint8Array, path: readonly string[], secrets: readonly string[]): string {
  let told: unknown;
  try {
    told = at(JSON.parse(new TextDecoder().decode(body)), ...path);
  } catch {
    return '';
  }
  if (typeof told !== 'string') return '';
  return shownValue(secrets.reduce((text, secret) => text.replaceAll(secret, '…'), told));
}
