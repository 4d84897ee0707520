import { type Allowance, allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
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
  const why = begun.length > 1 ? ambiguous(begun) : allowance('unknown-source', { names: listed(sources) });
  throw new BadInput([refusedValue(field, text, why)]);
}

/** Several sources where one is needed. */
export function ambiguous(sources: readonly SourceStatus[]): Allowance {
  return allowance('ambiguous-source', { names: listed(sources) });
}

function listed(sources: readonly SourceStatus[]): string {
  return sources.map(({ number, origin }) => `${number} (${new URL(origin).host})`).join(', ');
}

/** Several by a tag: `tag:own` are those that have it, `no-tag:own` the others. Throws `BadInput` where none does. */
export function sourcesNamed(field: string, text: string, sources: readonly SourceStatus[]): readonly SourceStatus[] {
  const [, no, tag] = /^(no-)?tag:(.+)$/.exec(text) ?? [];
  if (tag === undefined) return [sourceNamed(field, text, sources)];
  const tagged = sources.filter(({ tags = [] }) => tags.includes(tag) === (no === undefined));
  if (tagged.length > 0) return tagged;
  const names = [...new Set(sources.flatMap(({ tags = [] }) => tags))];
  throw new BadInput([refusedValue(field, text, allowance('unknown-tag', names.length === 0 ? {} : { names }))]);
}

function namesOf({ name, origin }: Pick<SourceStatus, 'name' | 'origin'>): readonly string[] {
  return [name, origin].map(plainName);
}

/** `https://www.News.example/a` is written as `news.example` too. */
function plainName(text: string): string {
  const { host = text } = /^https?:/i.test(text) ? (URL.parse(text) ?? {}) : {};
  return host.toLowerCase().replace(/^www\./, '');
}
