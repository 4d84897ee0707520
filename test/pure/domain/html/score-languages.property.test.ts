import { eld } from 'eld/extrasmall';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreLanguages } from '../../../../shared/domain/html/language/score-languages.ts';
import { draws } from '../../draws.ts';

const samples = [
  'The harbour office keeps a list of every boat that came in, and of those that left again before the evening.',
  'Die Gemeinde hat beschlossen, die alte Brücke über den Fluss noch einmal für zehn Jahre zu erhalten.',
  'Le conseil a décidé de garder ouverte la petite bibliothèque du village pendant tout l’été prochain.',
  'Институт объявил набор слушателей на осенние курсы, занятия начнутся в первых числах октября.',
  'Кафедра запрошує студентів на відкриту лекцію про історію міста, яка відбудеться у четвер.',
  'El ayuntamiento anunció que el mercado de los sábados vuelve a la plaza mayor después de la obra.',
  '大学は来月から新しい研究棟の工事を始めると発表しました。工事は二年続く予定です。',
  '图书馆将从下周一开始延长开放时间，读者可以在晚上十点以前借阅和归还图书。',
  'أعلنت الجامعة عن افتتاح مكتبة جديدة للطلاب في الحرم الرئيسي خلال الشهر القادم.',
  'Üniversite, gelecek ay öğrenciler için yeni bir kütüphane açılacağını duyurdu.',
];
const piece = fc.oneof(
  fc.constantFrom(...samples.flatMap(text => text.split(' '))),
  fc.string({ unit: 'binary', maxLength: 12 }),
  // Longer than a word that is read, and halves of pairs.
  fc.string({ unit: fc.constantFrom('a', 'ж', '字', '\ud83d', '\udf48', "'"), minLength: 60, maxLength: 400 }),
);

function asPackage(text: string): ReturnType<typeof scoreLanguages> {
  const found = eld.detect(text);
  return { language: found.language, isReliable: found.isReliable() };
}

describe('languages of texts', () => {
  it.each(samples)('are those of the package: %s', text => {
    const found = scoreLanguages(text);
    expect(found).toEqual(asPackage(text));
    expect(found.isReliable).toBe(true);
  });

  it('are those of the package for any text', () => {
    const pieces = fc.array(piece, { maxLength: 120 });
    fc.assert(
      fc.property(pieces, fc.constantFrom(' ', '', '\n', ', '), (words, between) => {
        const text = words.join(between);
        expect(scoreLanguages(text)).toEqual(asPackage(text));
      }),
      { numRuns: draws(1_000) },
    );
  });
});
