import { hash } from 'node:crypto';
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
 * The key that two texts share if they are the same by words: signs, blanks, case, counters (`12 просмотров`) and times that run
 * on (`5 minutes ago`) do not count. SHA-256, its first 16 bytes in hexadecimal digits.
 */
export function textKeyOf(title: string, text: string): string {
  return wordKeyOf(wordsOf(title).join(' '), wordsOf(text).join(' '));
}

/** The same for texts whose words are known: as `wordsOf` gives them, with a blank between two. */
export function wordKeyOf(title: string, text: string): string {
  const words = `${title}\n${text}`;
  // Most of the time goes into looking for what moves, and all of it has a digit.
  return hash('sha256', /\d/.test(words) ? words.replaceAll(moving, '#') : words).slice(0, 32);
}
