import { InvalidArgumentError, Option } from 'commander';
import { lookSeconds } from '../../../shared/domain/spec/crawl-spec.ts';
import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import type { WatchSettingName } from '../../../shared/domain/spec/fields/field-values.ts';
import { isZone } from '../../../shared/wings/publications/times/zone-names.ts';
import { optionText } from '../spec/spec-options.ts';

/** Seconds between two looks of a time such as `90`, `15m`, `2h`; undefined for other text. */
export function secondsOf(text: string): number | undefined {
  const time = decodeDuration(text);
  return typeof time === 'number' && time >= lookSeconds.least && time <= lookSeconds.most ? time : undefined;
}

/** The sentence of a setting of a watch, and what a command adds to it. */
export function saysWatch(name: WatchSettingName, more = ''): string {
  return `${optionText(`watch.${name}`)}${more}`;
}

/** `or`: a word that is allowed in place of a time. */
export function seconds(flags: string, description: string, or?: string): Option {
  return new Option(flags, description).argParser(text => {
    const time = text === or ? text : secondsOf(text);
    if (time !== undefined) return time;
    throw new InvalidArgumentError(
      `Allowed is a time of ${lookSeconds.least} to ${lookSeconds.most} seconds, written as 90, 90s, 15m, 2h or 1d.`,
    );
  });
}

/** `or`: a word that is allowed in place of a zone. */
export function timeZone(or?: string): Option {
  const more = or === undefined ? '' : `; ${or}: as the watch says, or else a guess`;
  return new Option('--time-zone <zone>', saysWatch('timeZone', more)).argParser(zone => {
    if (isZone(zone) || zone === or) return zone;
    throw new InvalidArgumentError('Allowed is a time zone, for example Europe/Moscow, +03:00 or MSK.');
  });
}
