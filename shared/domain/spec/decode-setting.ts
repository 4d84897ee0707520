import type { SettingKind } from './settings.ts';

/** Units of time by how their words begin, in English and Russian. */
const units: readonly (readonly [RegExp, seconds: number])[] = [
  [/^(?:|s|secs?|seconds?|с|сек|секунд[аы]?)$/, 1],
  [/^(?:m|mins?|minutes?|мин|минут[аы]?)$/, 60],
  [/^(?:h|hrs?|hours?|ч|час|часа|часов)$/, 3_600],
  [/^(?:d|days?|д|дн|дня|дней|день|сут|суток|сутки)$/, 86_400],
  [/^(?:w|weeks?|нед|недел[ияь])$/, 604_800],
];

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

/** Seconds of a time as people write it: `90`, `90s`, `15m`, `1h 30m`, `1.5h`, `2 weeks`, `10 мин`; other text stays as it is. */
export function decodeDuration(text: string): number | string {
  const seconds = secondsIn(text.trim().toLowerCase());
  return Number.isInteger(seconds) ? seconds : text;
}

/** Days of a time as people write it: `30`, `30d`, `2 weeks`; other text stays as it is. */
export function decodeDays(text: string): number | string {
  const days = /^\d+$/.test(text) ? Number(text) : Number(decodeDuration(text)) / 86_400;
  return Number.isInteger(days) ? days : text;
}

/** Milliseconds of a time: `500`, `500ms`, or as `decodeDuration` reads it with a unit. */
export function decodeMilliseconds(text: string): number | string {
  const [, count] = /^(-?\d{1,12}) ?(?:ms|мс)?$/.exec(text.trim()) ?? [];
  if (count !== undefined) return Number(count);
  const milliseconds = secondsIn(text.trim().toLowerCase()) * 1_000;
  return Number.isInteger(milliseconds) ? milliseconds : text;
}

/** NaN for what is no time. */
function secondsIn(text: string): number {
  const parts = [...text.matchAll(/(-?\d{1,12}(?:[.,]\d{1,3})?)\s?(\p{L}*)\.?(?:\s|$|(?=\d))/gu)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return Number.NaN;
  return parts.reduce((sum, [, count = '', unit = '']) => {
    const [, seconds = Number.NaN] = units.find(([name]) => name.test(unit)) ?? [];
    const isBare = unit === '' && (parts.length > 1 || /[.,]/.test(count));
    return isBare ? Number.NaN : sum + Number(count.replace(',', '.')) * seconds;
  }, 0);
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

/** Names between commas, or another sign. */
export function splitNames(text: string, sign = ','): readonly string[] {
  return text
    .split(sign)
    .map(name => name.trim())
    .filter(name => name !== '');
}

function splitPair(pair: string): readonly [string, unknown] {
  const [name = '', ...value] = pair.split('=');
  return [name.trim(), decodeSwitch(value.join('=').trim())];
}
