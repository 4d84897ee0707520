import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMentions } from '../../../../../shared/wings/publications/mentions/find-mentions.ts';
import { foldedWord } from '../../../../../shared/wings/publications/mentions/text-units.ts';
import { formsOfAbbreviation, formsOfWord } from '../../../../../shared/wings/publications/mentions/word-forms.ts';
import { dictionaryOf, shown } from './listed.ts';

/** Nominative, and the forms that texts have. */
const paradigms: readonly (readonly [string, string])[] = [
  ['министерство', 'министерства министерству министерством министерстве министерств министерствам'],
  ['комиссия', 'комиссии комиссию комиссией комиссий комиссиям комиссиями комиссиях'],
  ['банк', 'банка банку банком банке банки банков банкам банками банках'],
  ['Кремль', 'Кремля Кремлю Кремлём Кремле'],
  ['Роснефть', 'Роснефти Роснефтью'],
  ['Известия', 'Известий Известиям Известиями Известиях'],
  ['Ведомости', 'Ведомостей Ведомостям Ведомостями Ведомостях'],
  ['дворец', 'дворца дворцу дворцом дворце дворцы'],
  ['рынок', 'рынка рынку рынком рынке'],
  ['церковь', 'церкви церковью'],
  ['музей', 'музея музею музеем музее музеи музеев'],
  ['академия', 'академии академию академией академий'],
  ['общество', 'общества обществу обществом обществе обществ'],
  ['управление', 'управления управлению управлением управлении управлений'],
  ['палата', 'палаты палате палату палатой палат'],
  ['лаборатория', 'лаборатории лабораторию лабораторией лабораторий'],
  ['Российский', 'Российского Российскому Российским Российском Российские Российских Российскими'],
  ['Единая', 'Единой Единую Единою'],
  ['Верховный', 'Верховного Верховному Верховным Верховном'],
  ['Большой', 'Большого Большому Большим Большом'],
  ['Новое', 'Нового Новому Новым Новом'],
  ['вооружённые', 'вооружённых вооружённым вооружёнными'],
  ['силы', 'сил силам силами силах'],
  ['Сколково', 'Сколкова Сколкову Сколковом Сколкове'],
  ['Газпром', 'Газпрома Газпрому Газпромом Газпроме'],
  ['орёл', 'орла орлу орлом орле'],
  ['боец', 'бойца бойцу бойцом бойцы'],
  ['company', "companies company's"],
  ['press', "presses press's"],
];

describe('forms of words', () => {
  test.each(paradigms)('%s has those that texts have', (word, forms) => {
    const made = formsOfWord(word);
    expect(made[0]).toBe(foldedWord(word));
    expect(forms.split(' ').filter(form => !made.includes(foldedWord(form)))).toEqual([]);
  });

  test('are few: at most 32 of a word', () => {
    for (const [word] of paradigms) expect(formsOfWord(word).length).toBeLessThanOrEqual(32);
  });

  test('small words have one', () => {
    expect(['и', 'при', 'по', 'of'].map(word => formsOfWord(word).length)).toEqual([1, 1, 1, 1]);
  });

  test('of abbreviations end in small letters; those that end in a vowel have one', () => {
    expect(formsOfAbbreviation('МИД')).toEqual(expect.arrayContaining(['мид', 'мида', 'миду', 'мидом', 'миде']));
    expect(formsOfAbbreviation('НАСА')).toEqual(['наса']);
    expect(formsOfAbbreviation('NGO')).toEqual(['ngo', "ngo's", 'ngos']);
  });
});

describe('names in the forms of a text', () => {
  test.each([
    ['Альфа-банк', 'в Альфа-банке и Альфа банком', 2],
    ['Воронежский государственный университет', 'Воронежским госуниверситетом', 1],
    ['Российская академия наук', 'членами РАН и Российской академии наук', 2],
    ['Институт катализа СО РАН', 'Институту катализа Сибирского отделения Российской академии наук', 1],
    ['Государственная дума', 'в Госдуме', 1],
    ['13-ая школа', 'в 13-й школе и школе 13', 1],
    ['СИБУР', 'Сибуром и СИБУРом', 2],
    ['ООО «Ромашка»', 'компанией «Ромашка»', 1],
    ['S&P', 'агентство S&P и S P', 1],
    ['comScore', 'данные comScore', 1],
    ['3Com', 'покупка 3Com', 1],
    ['Lenta.ru', 'сообщает Lenta.ru.', 1],
    ['University of Oxford', "The University of Oxford's press", 1],
  ])('%s in "%s"', (name, text, count) => {
    expect(shown(text, dictionaryOf(name))).toHaveLength(count);
  });

  test.each([
    ['Новый мир', 'новый мир открылся', 0],
    ['Институт географии', 'в институте географии', 1],
    ['Большой', '«Большой город» и Большой открылся', 1],
    ['Конгресс', 'Конгресса профсоюзов', 0],
    ['ЗАЗ', 'автомобиль ЗАЗ-1103', 0],
    ['МИД', 'в японском МИДе', 0],
    ['Апатит', 'апатит и Апатит', 1],
  ])('%s in "%s" is not taken for what it is not', (name, text, count) => {
    expect(shown(text, dictionaryOf(name))).toHaveLength(count);
  });

  test('in any text are where the offsets say, in order, and each lies in what it is nested in', () => {
    const dictionary = dictionaryOf('Институт географии РАН', 'РАН', { id: 'u', name: 'МГУ', aliases: ['Большой'] });
    const pieces = [
      'Институт',
      'географии',
      'РАН',
      'МГУ',
      'Большой',
      ' ',
      ' ',
      '-',
      '.',
      '(',
      ')',
      '\u00ad',
      '\n',
      '«',
      '»',
      'имени',
      'А.',
      '\ud800',
      'x',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), parts => {
        const text = parts.join('');
        const { mentions } = findMentions(text, dictionary);
        expect(mentions.map(({ start }) => start)).toEqual(
          mentions.map(({ start }) => start).toSorted((a, b) => a - b),
        );
        for (const { start, end, surface, nestedIn } of mentions) {
          expect(text.slice(start, end)).toBe(surface);
          const outer = mentions.some(each => each.organization === nestedIn && each.start <= start && end <= each.end);
          expect(nestedIn === null || outer).toBe(true);
        }
      }),
    );
  });
});

describe('conditions of an alias', () => {
  const listed = (conditions: object) =>
    dictionaryOf({
      id: 'vsu',
      name: 'Воронежский государственный университет',
      aliases: [{ text: 'ВГУ', ...conditions }],
    });

  test('a required word may be anywhere, in any form', () => {
    const dictionary = listed({ require: ['Воронеж'] });
    expect(shown(`ВГУ открыт. ${'Текст. '.repeat(200)} Он в Воронеже.`, dictionary)).toEqual(['vsu: ВГУ']);
    expect(shown('ВГУ открыт.', dictionary)).toEqual([]);
  });

  test('what needs evidence is a candidate without it, and certain beside another name', () => {
    const dictionary = listed({ certainty: 'needs-evidence' });
    expect(shown('ВГУ открыт.', dictionary)).toEqual(['vsu: ВГУ?']);
    expect(shown('ВГУ открыт. Воронежским государственным университетом гордятся.', dictionary)[0]).toBe('vsu: ВГУ');
    expect(shown('ВГУ открыт.', listed({ certainty: 'needs-evidence', require: ['Воронеж'] }))).toEqual(['vsu: ВГУ?']);
  });

  test('an excluded word counts within 300 characters', () => {
    const dictionary = listed({ exclude: ['Витебск'] });
    expect(shown('ВГУ в Витебске', dictionary)).toEqual([]);
    expect(shown(`ВГУ ${'и так далее '.repeat(30)} в Витебске`, dictionary)).toEqual(['vsu: ВГУ']);
  });

  test('words that may not follow', () => {
    const dictionary = listed({ notFollowedBy: ['имени Машерова', 'юстиции'] });
    expect(shown('ВГУ юстиции и ВГУ', dictionary)).toEqual(['vsu: ВГУ']);
  });

  test('capitals as the alias says', () => {
    expect(shown('ВГУ и вгу', listed({ caseSensitive: false }))).toEqual(['vsu: ВГУ', 'vsu: вгу']);
    expect(shown('ВГУ и вгу', listed({ caseSensitive: true }))).toEqual(['vsu: ВГУ']);
  });
});

describe('names with brackets, numbers and letters of two alphabets', () => {
  test('an abbreviation in brackets behind a name is another name', () => {
    const dictionary = dictionaryOf({ id: 'msu', name: 'Московский государственный университет (МГУ)' });
    expect(shown('Учёные Московского государственного университета в пути.', dictionary)).toEqual([
      'msu: Московского государственного университета',
    ]);
    expect(shown('Учёные МГУ в пути.', dictionary)).toEqual(['msu: МГУ']);
  });

  test('a place in brackets may be left out, and then it is a candidate', () => {
    const dictionary = dictionaryOf({ id: 'tver', name: 'Городская больница (Тверь)' });
    expect(shown('Городская больница (Тверь) открыта.', dictionary)).toEqual(['tver: Городская больница (Тверь']);
    expect(shown('Врачи Городской больницы правы.', dictionary)).toEqual(['tver: Городской больницы?']);
    expect(shown('Тверь празднует.', dictionary)).toEqual([]);
  });

  test.each([
    'Казанский (Приволжский) федеральный университет вырос.',
    'В Казанском (Приволжском) федеральном университете ремонт.',
    'Студенты Казанского федерального университета едут.',
  ])('a word in brackets within a name is there or not: %s', text => {
    for (const end of ['', ' (КФУ)']) {
      const dictionary = dictionaryOf({ id: 'kfu', name: `Казанский (Приволжский) федеральный университет${end}` });
      expect(shown(text, dictionary)).toEqual([expect.stringMatching(/^kfu: Казанск.*[^?]$/)]);
      expect(shown('Казанский (как и Приволжский) университет.', dictionary)).toEqual([]);
    }
  });

  test('a noun with a number is found without a capital', () => {
    const dictionary = dictionaryOf({ id: 'n9', name: 'Поликлиника № 9' });
    expect(shown('В поликлинике № 9 нет врачей, в поликлинике № 19 есть.', dictionary)).toEqual([
      'n9: поликлинике № 9',
    ]);
  });

  test('a capital beside a number may be that of the other alphabet', () => {
    expect(shown('Акции Х5 выросли.', dictionaryOf({ id: 'x5', name: 'X5' }))).toEqual(['x5: Х5']);
  });
});
