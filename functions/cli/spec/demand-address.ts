import { BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';

/** The address that a person gave for `field`; a host name alone is taken as https. Throws `BadInput`. */
export function demandAddress(field: string, text: string): URL {
  const address = parseSiteAddress(text);
  if (address.kind === 'refused') throw new BadInput([refusedValue(field, text, address.why)]);
  return address.url;
}
