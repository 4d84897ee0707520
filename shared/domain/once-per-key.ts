/** `make`, called once for each key: later calls get what the first one made. */
export function oncePerKey<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return key => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}
