/** Sets an entry of what is kept as long as there is room: beyond `most` entries, the one set longest ago is forgotten. */
export function remember<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  while (kept.size > most) kept.delete(kept.keys().next().value!);
}
