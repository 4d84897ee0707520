/**
 * Texts in the order of their bytes, out of items whose sort keys cut the long ones (dynamo-tables.ts): a group of these
 * is kept together, in the order of hashes, and is put in order here.
 */
import { textKey } from './dynamo-tables.ts';
import type { Row } from './dynamo-values.ts';

const firstText = '\u0001';
export const lastText = '\u{10FFFF}';

/** Where a query begins whose first text is to be the one after `after`, or the very first. */
export function textStart(prefix: string, after: string | undefined): string {
  if (after === undefined) return prefix === '' ? firstText : prefix;
  const { key, group = key } = textKey(after);
  return `${prefix}${group}`;
}

/** `rows` begin at `textStart`; what is not behind `after` is left out. */
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

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
