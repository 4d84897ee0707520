import { allowance, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import { sentNames } from '../request-identity.ts';

/** Fields that belong to a connection, to the request itself, or to another option. */
const ownOption: Readonly<Record<string, string>> = {
  cookie: '--cookies',
  from: '--contact',
  ...Object.fromEntries(sentNames.map(name => [name, `--${name}`])),
  'proxy-authorization': '--proxy',
};
const reserved =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|http2-settings|host|content-.*|expect|accept-encoding|(?:if-)?range|if-.*)$/;

/** A line `NAME: VALUE`, or why it cannot be sent. The value is not repeated: it may be a secret. */
export function readHeaderLine(field: string, line: string): readonly [name: string, value: string] | Refusal {
  const [, given = '', value = ''] =
    /^([!#$%&'*+.^`|~\w-]{1,100}):[ \t]*([\x20-\x7e]{1,8000}?)[ \t]*$/.exec(line) ?? [];
  const name = given.toLowerCase();
  if (name === '') return { field, ...allowance('header-line') };
  const instead = ownOption[name];
  if (instead !== undefined) return refusedValue(field, given, allowance('header-option', { instead }));
  return reserved.test(name) ? refusedValue(field, given, allowance('header-reserved')) : [name, value];
}
