import { defined } from '../../../shared/domain/defined.ts';
import type { MentioningQuery } from '../../../shared/wings/publications/table/mentioning-rows.ts';
import type { TableQuery } from '../../../shared/wings/publications/table/read-table.ts';

/** A query as the API takes it. `more`: parameters that are no filters of publications. */
export function filtersOf(
  query: Partial<Omit<MentioningQuery, 'words'>> & Partial<TableQuery> & { readonly source?: number },
  more: Readonly<Record<string, string | boolean | undefined>> = {},
): string {
  const { since, until, isOriginal, isNested, confidence, sources, organizations, judgements, ...plain } = query;
  const instant = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
  const values = {
    ...{ ...more, ...plain, since: instant(since), until: instant(until) },
    // As long as it says what is usual, an address is shorter without it.
    ...{ confidence: confidence || undefined, nested: isNested || undefined },
    originals: isOriginal,
  };
  const given = Object.entries(defined(values)).map(([name, value]) => [name, String(value)]);
  const filters = new URLSearchParams(given);
  for (const [name, list = []] of Object.entries({ source: sources, organization: organizations, tone: judgements }))
    for (const each of list) filters.append(name, String(each));
  return filters.toString().replaceAll('+', '%20');
}

/** Lines of JSON that come in parts, at most so many. */
export async function* linesIn<T>(
  parts: AsyncIterable<string>,
  most: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<T> {
  let count = 0;
  for await (const part of parts)
    for (const line of part.split('\n')) {
      if (line === '') continue;
      if (count >= most) return;
      count += 1;
      yield JSON.parse(line) as T;
    }
}
