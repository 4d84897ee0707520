import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';

/**
 * A source by its number, its name, its host or its address, `www.` apart, or by how one name alone begins. Throws `BadInput` where no
 * source has that name, or more than one does.
 */
export function sourceNamed(field: string, text: string, sources: readonly SourceStatus[]): SourceStatus {
  const wanted = plainName(text);
  const whole = sources.find(({ number, name }) => text === String(number) || text === name);
  const named = whole ?? sources.find(source => namesOf(source).includes(wanted));
  if (named !== undefined) return named;
  const begun = wanted === '' ? [] : sources.filter(source => namesOf(source).some(name => name.startsWith(wanted)));
  if (begun.length === 1) return begun[0]!;
  const code = begun.length > 1 ? 'ambiguous-source' : 'unknown-source';
  const shown = begun.length > 1 ? begun : sources;
  const names = shown.map(({ number, origin }) => `${number} (${new URL(origin).host})`).join(', ');
  throw new BadInput([refusedValue(field, text, allowance(code, { names }))]);
}

function namesOf({ name, origin }: Pick<SourceStatus, 'name' | 'origin'>): readonly string[] {
  return [name, origin].map(plainName);
}

/** `https://www.News.example/a` is written as `news.example` too. */
function plainName(text: string): string {
  const { host = text } = /^https?:/i.test(text) ? (URL.parse(text) ?? {}) : {};
  return host.toLowerCase().replace(/^www\./, '');
}
