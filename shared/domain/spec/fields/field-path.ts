/** Where a value is in a spec: keys and indexes from the top. */
export type SpecPath = readonly PropertyKey[];

/** `sites[0].url` for the path `sites, 0, url`. */
export function fieldPath(path: SpecPath): string {
  return path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${String(key)}`),
    '',
  );
}

/** The value at a path; undefined where nothing is there. */
export function valueAt(values: unknown, path: SpecPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    values,
  );
}
