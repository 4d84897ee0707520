/** The index of `key`. A new key gets the next index, from 0 on, so the keys keep their order. */
export function indexIn(indexes: Map<string, number>, key: string): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}
