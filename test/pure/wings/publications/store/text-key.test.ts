import { expect, test } from 'vitest';
import { copySimilarity, similarityOf } from '../../../../../shared/wings/publications/copies/min-hash.ts';
import { indexText } from '../../../../../shared/wings/publications/store/indexed-text.ts';
import { textKeyOf } from '../../../../../shared/wings/publications/store/text-key.ts';

const text = 'Учёные МГУ открыли новый вид. Умерло 5 человек, ранено 12.';

test.each([
  ['signs and blanks', `  учёные МГУ — открыли\n\nновый вид!  Умерло 5 человек; ранено 12`],
  ['letters composed otherwise', text.normalize('NFD')],
])('%s do not make another text', (_, other) => {
  expect(textKeyOf('Вид', other)).toBe(textKeyOf('ВИД', text));
});

test.each([
  ['12 просмотров', '1345 просмотров'],
  ['Комментарии: 3', 'комментарии: 18'],
  ['5 минут назад', '2 часа назад'],
  ['1 минуту назад', '3 дня назад'],
  ['updated 5 minutes ago', 'updated 1 hour ago'],
  ['12 views', '13 views'],
])('%o and %o differ by what counts up alone', (one, other) => {
  expect(textKeyOf('', `${text} ${one}`)).toBe(textKeyOf('', `${text} ${other}`));
});

test.each([
  ['Умерло 5 человек', 'Умерло 6 человек'],
  ['через 5 минут', 'через 6 минут'],
  ['5 часов работы', '6 часов работы'],
])('%o and %o are different texts', (one, other) => {
  expect(textKeyOf('', one)).not.toBe(textKeyOf('', other));
});

test.each([
  ['Notices of two days', 'Notice no. 1', 'Notice no. 2', 'The office is closed today.', false],
  ['copies of a short text under one title', 'Notice no. 1', 'Notice no. 1', 'The office is closed today.', true],
  ['copies of a long text under two titles', 'Bridge closed', 'Town closes bridge', `${text} `.repeat(4), true],
])('%s: copies by their signatures or not', (_, one, other, of, areCopies) => {
  const [first, second] = [one, other].map(title => indexText(title, of).signature!.bytes);
  expect(similarityOf(first!, second!) >= copySimilarity).toBe(areCopies);
});

test('another title is another text, and no word moves between title and text', () => {
  expect(textKeyOf('a', text)).not.toBe(textKeyOf('b', text));
  expect(textKeyOf('a b', 'c')).not.toBe(textKeyOf('a', 'b c'));
});
