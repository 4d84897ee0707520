/** Some at a time, in their order. */
export async function* chunksOf<T>(all: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let some: T[] = [];
  for await (const each of all) {
    some.push(each);
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
