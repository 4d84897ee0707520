/**
 * Session ids in addresses, as Nutch and Heritrix know them: `;jsessionid=` and its like in the path, `PHPSESSID=` and
 * its like in the query, and `(S(…))` of ASP.NET. A name that may also mean a section of a site (`sid`, `session_id`)
 * counts only if its value looks like an id.
 */

import { parameterName, withoutPathParams } from './written-parameter.ts';

interface IdPlaces {
  readonly path: string;
  readonly query: string | undefined;
}

/** Names of session ids only. */
const certainName = /^(?:j(?:serv)?sessionid\w*|phpsessid|aspsessionid[a-z]{8})$/i;
const likelyName = /^(?:\w{0,6}s(?:ess(?:ion)?)?[-_]?id|s|sess(?:ion)?|zenid)$/i;
/** Path segments of ASP.NET: `(S(abc…))`, perhaps with others, and the older `(abc…)`. */
const aspSegment = /\/\((?:(?:[A-Z]\([^()/]+\))+|[a-z0-9]{24})\)(?=\/|$)/g;
/** Parameters of ColdFusion, which occur together. */
const coldFusion = ['cfid', 'cftoken'];

export function withoutSessionIds<T extends IdPlaces>(parts: T): T {
  if (parts.query === undefined && !/[;(]/.test(parts.path)) return parts;
  const path = withoutPathParams(parts.path.replace(aspSegment, '') || '/', isSessionId);
  return { ...parts, path, query: parts.query === undefined ? undefined : withoutIdsInQuery(parts.query) };
}

/** At least 16 characters of letters and digits, both or digits alone, or a UUID. */
export function looksLikeId(value: string): boolean {
  return /^(?=[a-z]*\d)[a-z\d]{16,}$/i.test(value) || /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

/** Some servers write `;jsessionid=…` behind a query. */
function withoutIdsInQuery(query: string): string {
  const params = query.split('&').map(parameter => {
    const [first = '', ...others] = parameter.split(';');
    return [first, ...others.filter(each => !isSessionId(each))].join(';');
  });
  const names = params.map(parameter => parameterName(parameter).toLowerCase());
  const isColdFusion = coldFusion.every(name => names.includes(name));
  return params
    .filter((parameter, at) => !isSessionId(parameter) && !(isColdFusion && coldFusion.includes(names[at]!)))
    .join('&');
}

function isSessionId(parameter: string): boolean {
  const name = parameterName(parameter);
  const value = parameter.slice(name.length + 1);
  return value !== '' && (certainName.test(name) || (likelyName.test(name) && looksLikeId(value)));
}
