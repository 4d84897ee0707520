/** Name of a parameter as it is written in a query (`name=value`) or in a path (`;name=value`). */
export function parameterName(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals < 0 ? parameter : parameter.slice(0, equals);
}

/**
 * `path` without the path parameters (`;name` or `;name=value` at the end of a segment) that `isDropped` names. Dot
 * segments that appear by this (`/..;sid=1/`) are removed as the URL standard does.
 */
export function withoutPathParams(path: string, isDropped: (parameter: string) => boolean): string {
  const left = path.replace(/;([^;/]*)/g, (whole, parameter: string) => (isDropped(parameter) ? '' : whole));
  return left === path ? path : new URL(`http://host${left}`).pathname;
}
