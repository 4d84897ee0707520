/**
 * Puts texts in the order of their bytes. The sort keys of items cut long texts (dynamo-tables.ts): a group of long
 * texts comes in the order of hashes, and is sorted here.
 */
import { type Row, textKey } from './dynamo-tables.ts';

const firstText = '\u0001';
export const lastText = '\u{10FFFF}';

/** Sort key at which a query begins if its first text is the one after `after`, or the very first. */
export function textStart(prefix: string, after: string | undefined): string {
  if (after === undefined) return prefix === '' ? firstText : prefix;
  const { key, group = key } = textKey(after);
  return `${prefix}${group}`;
}

/** `rows` begin at `textStart`; texts that are not behind `after` are left out. */
export async function* inTextOrder(
  rows: AsyncIterable<Row>,
  textOf: (row: Row) => string,
  after: string | undefined,
): AsyncGenerator<{ readonly text: string; readonly row: Row }> {
  let group: { readonly text: string; readonly row: Row }[] = [];
  let name: string | undefined;
  for await (const row of rows) {
    const text = textOf(row);
    const groupNow = textKey(text).group;
    if (groupNow === undefined || groupNow !== name) {
      yield* inByteOrder(group);
      group = [];
    }
    name = groupNow;
    if (after === undefined || compareBytes(text, after) > 0) group.push({ text, row });
  }
  yield* inByteOrder(group);
}

function inByteOrder<T extends { readonly text: string }>(group: readonly T[]): readonly T[] {
  return group.length < 2 ? group : group.toSorted((a, b) => compareBytes(a.text, b.text));
}

/** As SQLite orders texts. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
