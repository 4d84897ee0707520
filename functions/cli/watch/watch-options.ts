import { InvalidArgumentError, Option } from 'commander';
import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import { isZone } from '../../../shared/wings/publications/times/zone-names.ts';

/** Seconds of a time such as `90`, `15m`, `2h`; undefined for other text. */
export function secondsOf(text: string): number | undefined {
  const time = decodeDuration(text);
  return typeof time === 'number' && time > 0 && time < 100_000_000 ? time : undefined;
}

/** `or`: a word that is allowed in place of a time. */
export function seconds(flags: string, description: string, or?: string): Option {
  return new Option(flags, description).argParser(text => {
    const time = text === or ? text : secondsOf(text);
    if (time !== undefined) return time;
    throw new InvalidArgumentError('Allowed is a time of at least a second, written as 90, 90s, 15m, 2h or 1d.');
  });
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
