import { InvalidArgumentError, Option } from 'commander';
import { isZone } from '../../../shared/wings/publications/times/zone-names.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

/** `or`: a word that is allowed in place of a number. */
export function seconds(flags: string, description: string, or?: string): Option {
  const number = wholeNumber(8, 'of seconds from 1 on');
  return new Option(flags, description).argParser(text => (text === or ? text : number(text)));
}

/** `or`: a word that is allowed in place of a zone. */
export function timeZone(or?: string): Option {
  const more = or === undefined ? ' (default: guessed for each source)' : `; ${or}: as the watch says, or else a guess`;
  const description = `zone of pages that name none, as Europe/Moscow or +03:00${more}`;
  return new Option('--time-zone <zone>', description).argParser(zone => {
    if (isZone(zone) || zone === or) return zone;
    throw new InvalidArgumentError('Allowed is a time zone, for example Europe/Moscow, +03:00 or MSK.');
  });
}
