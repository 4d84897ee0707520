import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { ChosenEntry } from '../../../shared/place/watch-service.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';

/** The findings with these entries switched on, and no others. Throws `BadInput` where one of them was not found. */
export function withChosen(found: SourceFindings, on: readonly ChosenEntry[]): SourceFindings {
  const known = new Set(found.entries.map(keyOf));
  const count = known.size;
  const unknown = on.filter(entry => !known.has(keyOf(entry)));
  if (unknown.length > 0)
    throw new BadInput(
      unknown.map(({ address }) => refusedValue('on', address, allowance('unknown-entry', { count }))),
    );
  const chosen = new Set(on.map(keyOf));
  return { ...found, entries: found.entries.map(entry => ({ ...entry, on: chosen.has(keyOf(entry)) })) };
}

/** An address may be looked at as it is sent, and clicked through too. */
export function keyOf({ address, kind }: { readonly address: string; readonly kind: string }): string {
  return `${kind} ${address}`;
}
