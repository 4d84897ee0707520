/** Sets an entry of a cache; beyond `most` entries it drops the one that was set longest ago. */
export function remember<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  while (kept.size > most) kept.delete(kept.keys().next().value!);
}
