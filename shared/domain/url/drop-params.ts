/** Tells whether a parameter's name is in the list: exact names, and prefixes written with `*` at the end. */
export function createNameMatcher(list: readonly string[]): (name: string) => boolean {
  const names = new Set(list.filter(entry => !entry.endsWith('*')));
  const prefixes = list.filter(entry => entry.endsWith('*')).map(entry => entry.slice(0, -1));
  return name => names.has(name) || prefixes.some(prefix => name.startsWith(prefix));
}

/** Name of a parameter as it is written in a query (`name=value`) or in a path (`;name=value`). */
export function parameterName(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals < 0 ? parameter : parameter.slice(0, equals);
}

/**
 * `path` without the path parameters (`;name` or `;name=value` at the end of a segment) whose names match. The dot
 * segments that this can lay bare (`/..;sid=1/`) are removed as the URL standard removes them.
 */
export function withoutPathParams(path: string, matches: (name: string) => boolean): string {
  const left = path.replace(/;([^;/]*)/g, (whole, parameter: string) =>
    matches(parameterName(parameter)) ? '' : whole,
  );
  return left === path ? path : new URL(`http://host${left}`).pathname;
}
