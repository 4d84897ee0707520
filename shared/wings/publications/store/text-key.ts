import { createHash } from 'node:crypto';
import { wordsOf } from '../search/words.ts';

/** Words beside numbers that change from look to look and say nothing about the text. */
const counted = ['просмотр\\p{L}*', 'комментари\\p{L}*', 'views?', 'comments?', 'shares?', 'likes?'];
const units = [
  'секунд\\p{L}*',
  'минут\\p{L}*',
  'час(?:а|ов)?',
  'дн(?:я|ей)',
  'день',
  'seconds?',
  'minutes?',
  'mins?',
  'hours?',
  'days?',
];
const moving = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:\\d+ (?:${counted.join('|')})(?: \\d+)?|(?:${counted.join('|')}) \\d+|\\d+ (?:${units.join('|')}) (?:назад|ago))(?![\\p{L}\\p{N}])`,
  'gu',
);

/**
 * What two texts have in common that are the same by words: signs, blanks, case, counters (`12 просмотров`) and times that
 * run on (`5 minutes ago`) do not count. SHA-256, its first 16 bytes in hexadecimal digits.
 */
export function textKeyOf(title: string, text: string): string {
  const words = `${wordsOf(title).join(' ')}\n${wordsOf(text).join(' ')}`.replaceAll(moving, '#');
  return createHash('sha256').update(words).digest('hex').slice(0, 32);
}
