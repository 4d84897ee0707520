/** Where a value is in a spec: keys and indexes from the top. */
export type SpecPath = readonly PropertyKey[];

/** `sites[0].url` for the path `sites, 0, url`. */
export function fieldPath(path: SpecPath): string {
  return path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${String(key)}`),
    '',
  );
}
