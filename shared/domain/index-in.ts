/** The index of `key`; one that comes for the first time gets the next, from 0, so that keys stand in their order. */
export function indexIn(indexes: Map<string, number>, key: string): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}
