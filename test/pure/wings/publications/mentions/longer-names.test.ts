/** Readings of a name by the words behind it: another organization, a doubt, or nothing. */
import { describe, expect, test } from 'vitest';
import { dictionaryOf, reasons, shown } from './listed.ts';

const listed = dictionaryOf(
  { id: 'vsu', name: 'Воронежский государственный университет' },
  { id: 'mi', name: 'Московский институт' },
  { id: 'pgi', name: 'Полярный геофизический институт' },
  { id: 'academy', name: 'Академия' },
  { id: 'union', name: 'Союз' },
  { id: 'msu', name: 'Moscow State University' },
);

describe('a name that goes on with a field is another organization', () => {
  test.each([
    'Воронежский государственный университет инженерных технологий',
    'ВОРОНЕЖСКИЙ ГОСУДАРСТВЕННЫЙ УНИВЕРСИТЕТ ИНЖЕНЕРНЫХ ТЕХНОЛОГИЙ',
    'студентам Воронежского государственного университета путей сообщения',
    'Воронежский государственный университет технологий и управления',
    'Воронежский государственный университет физической культуры',
    'Воронежский государственный университет МВД',
    'Московский институт стали и сплавов',
    'Московский институт гражданской авиации',
    'Московский институт тонких химических технологий',
    'Московский институт прикладной биотехнологии',
    'Московский институт геодезии и картографии',
    'Московский институт пищевых производств',
    'Московский институт культуры',
    'Академия наук',
    'Союз писателей',
    'Moscow State University of Railway Engineering',
    'Moscow State University for Foreign Languages',
  ])('%s', text => {
    expect(shown(`${text} открыт.`, listed)).toEqual([]);
    expect(reasons(`${text} открыт.`, listed)).toEqual(['longer-name']);
  });
});

describe('what inspectors find, what there is in an institution and who is in it never go on with its name', () => {
  test.each([
    'Прокуратура нашла у Воронежского государственного университета нарушения при закупках.',
    'В бухгалтерии Воронежского государственного университета хищения продолжались год.',
    'ПРОКУРАТУРА НАШЛА У ВОРОНЕЖСКОГО ГОСУДАРСТВЕННОГО УНИВЕРСИТЕТА НАРУШЕНИЯ',
    'В Воронежском государственном университете здания закрыты.',
    'Аудиторы увидели у Воронежского государственного университета махинации с жильём.',
    'В Воронежском государственном университете студенты бастуют.',
    'Полярного геофизического института выпускники рассказали о поборах.',
    'У Полярного геофизического института грубых нарушений нет.',
    'Ректору Полярного геофизического института уголовного дела не простят.',
    'Из Московского института иностранных студентов отчислили.',
    'В Московском институте общежития признали аварийными.',
    'Московский институт решения суда не исполнил.',
    'У Московского института аккредитации больше нет.',
    'В Московском институте средства потрачены не по назначению.',
    'Академия приняла новый устав.',
    'Академия нарушения признала.',
    'Moscow State University of Moscow has opened.',
    'Moscow State University for the first time has lost.',
  ])('%s', text => {
    expect(shown(text, listed)).toHaveLength(1);
    expect(shown(text, listed)[0]).not.toMatch(/\?$/);
  });
});

describe('a genitive that may belong to either is a candidate, and nothing is silent', () => {
  test.each([
    'В Воронежском государственном университете технологии изучают с первого курса.',
    'Воронежский государственный университет новых технологий не боится.',
    'Воронежский государственный университет США не посетит.',
    'Московский институт планирования открыт.',
    'Московский институт индустриализации открыт.',
    'Академия региона открыта.',
    'Moscow State University of Friendship has opened.',
  ])('%s', text => {
    expect(shown(text, listed)).toHaveLength(1);
    expect(shown(text, listed)[0]).toMatch(/\?$/);
  });

  test('and certain where the text names the organization beyond doubt', () => {
    const text = 'Московский институт закрыт. В Московском институте запасных выходов нет.';
    expect(shown('В Московском институте запасных выходов нет.', listed)).toEqual(['mi: Московском институте?']);
    expect(shown(text, listed)).toEqual(['mi: Московский институт', 'mi: Московском институте']);
  });
});

test('a person in whose honour it is named ends the doubt of a whole name', () => {
  const honoured = dictionaryOf({ id: 'u', name: 'Технический университет имени Баумана' });
  expect(shown('Технический университет имени Баумана открыт.', honoured)).toHaveLength(1);
});

describe('a name in other words or with more behind it', () => {
  test.each([
    ['University of Leeds', 'Leeds University suspended two lecturers.', ['o: Leeds University?']],
    [
      'Ludwig-Maximilians-Universität München',
      'An der Ludwig-Maximilians-Universität wurde gefeiert.',
      ['o: Ludwig-Maximilians-Universität?'],
    ],
    ['Université Paris-Saclay', 'À l’Université de Paris-Saclay, rien.', ['o: Université de Paris-Saclay']],
    ['Інститут серця МОЗ України', 'В Інституті серця провели операцію.', ['o: Інституті серця?']],
    ['Національний банк України', 'Нацбанк України знизив ставку.', ['o: Нацбанк України']],
    [
      'Федеральная антимонопольная служба',
      'Вчера антимонопольная служба выиграла суд.',
      ['o: антимонопольная служба?'],
    ],
    [
      'Институт скорой помощи имени Н. В. Склифосовского',
      'В НИИ скорой помощи имени Склифосовского рады.',
      ['o: НИИ скорой помощи имени Склифосовского?'],
    ],
    ['Пулковская обсерватория', 'Пулковскую обсерваторию РАН лишили земли.', ['o: Пулковскую обсерваторию?']],
    ['Большой театр', 'Большой театр кукол приехал в город.', []],
    ['Большой театр', 'Зрители Большого театра драмы не видели.', ['o: Большого театра?']],
    ['Cour des comptes', 'La Cour des comptes européenne s’inquiète.', []],
    ['École normale supérieure|ENS', 'L’ENS Rennes déménage.', ['o: ENS?']],
    ['École normale supérieure|ENS', 'Le recteur quitte l’ENS.', ['o: ENS']],
    ['Shell', 'Shell plc cut its dividend.', ['o: Shell']],
    ['Shell', 'Shell lost its appeal.', ['o: Shell?']],
  ])('%s: %s', (names, text, expected) => {
    const [name, ...aliases] = names.split('|');
    expect(shown(text, dictionaryOf({ id: 'o', name, aliases }))).toEqual(expected);
  });
});
