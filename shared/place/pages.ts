import { allowance, BadInput, refusedValue } from '../domain/refusal/refusal.ts';

export { isCount } from '../domain/spec/fields/is-mapping.ts';

/** How many entries one answer has: unless another number is requested, and at most. */
export interface PageSize {
  readonly usual: number;
  readonly most: number;
}

export const crawlsOfPage: PageSize = { usual: 20, most: 100 };
export const rowsOfPage: PageSize = { usual: 100, most: 1_000 };

/** The `limit` of a list. Throws `BadInput`. */
export function pageSize(text: string | undefined, { usual, most }: PageSize, field = 'limit'): number {
  const size = text === undefined ? usual : /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= most) return size;
  throw new BadInput([refusedValue(field, text, allowance('range', { least: 1, most }))]);
}

/** A position in a list, as its reader gets it: opaque, so that what is behind it may change. */
export function cursorOf(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The position that `cursorOf` was given, if `isPosition` accepts it. Throws `BadInput`. */
export function positionAt<T>(cursor: string | undefined, start: T, isPosition: (value: unknown) => value is T): T {
  if (cursor === undefined) return start;
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (isPosition(position)) return position;
  } catch {
    // Said below, as for any other text that is no cursor.
  }
  throw new BadInput([refusedValue('cursor', undefined, allowance('cursor'))]);
}
