import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';

/** A source by its number, its name, its host or its address. Throws `BadInput` where none has it. */
export function sourceNamed(field: string, text: string, sources: readonly SourceStatus[]): SourceStatus {
  const found = sources.find(
    ({ number, name, origin }) =>
      text === String(number) || text === name || new URL(origin).host === text || URL.parse(text)?.origin === origin,
  );
  if (found !== undefined) return found;
  const names = sources.map(({ number, origin }) => `${number} (${new URL(origin).host})`).join(', ');
  throw new BadInput([refusedValue(field, text, allowance('unknown-source', { names }))]);
}
