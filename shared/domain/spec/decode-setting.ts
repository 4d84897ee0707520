import type { SettingKind } from './settings.ts';

const secondsPer: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

const bytesPer: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/** The value of a text. Unreadable text stays text: the schema refuses it and shows it as typed. */
export function decodeSetting(kind: SettingKind, text: string): unknown {
  switch (kind) {
    case 'number':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
    case 'duration':
      return decodeDuration(text);
    case 'milliseconds':
      return decodeMilliseconds(text);
    case 'size':
      return decodeSize(text);
    case 'text':
      return text;
    case 'texts':
      return [text];
    case 'names':
      return splitNames(text);
    case 'some-names':
      return splitNames(text).length > 0 ? splitNames(text) : text;
    case 'switch':
      return decodeSwitch(text);
    case 'switches':
      return Object.fromEntries(splitNames(text).map(pair => splitPair(pair)));
  }
}

/** Seconds of a time as people write it: `90`, `90s`, `15m`, `2h`, `1d`; other text stays as it is. */
export function decodeDuration(text: string): number | string {
  const [, count, unit = ''] = /^(-?\d{1,12}) ?([smhd]?)$/.exec(text.trim()) ?? [];
  return count === undefined ? text : Number(count) * secondsPer[unit]!;
}

/** Milliseconds of a time: `500`, `500ms`, or as `decodeDuration` reads it with a unit. */
export function decodeMilliseconds(text: string): number | string {
  const [, count] = /^(-?\d{1,12}) ?(?:ms)?$/.exec(text.trim()) ?? [];
  if (count !== undefined) return Number(count);
  const seconds = decodeDuration(text);
  return typeof seconds === 'number' ? seconds * 1_000 : text;
}

/** Units are powers of ten. */
function decodeSize(text: string): number | string {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?) ?([km]?)b?$/i.exec(text) ?? [];
  return count === undefined ? text : Math.round(Number(count) * bytesPer[unit.toLowerCase()]!);
}

function decodeSwitch(text: string): boolean | string {
  if (/^(?:on|true|yes|1)$/i.test(text)) return true;
  return /^(?:off|false|no|0)$/i.test(text) ? false : text;
}

function splitNames(text: string): readonly string[] {
  return text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
}

function splitPair(pair: string): readonly [string, unknown] {
  const [name = '', ...value] = pair.split('=');
  return [name.trim(), decodeSwitch(value.join('=').trim())];
}
