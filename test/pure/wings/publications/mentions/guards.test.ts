/** Rules that keep a name of the list from being a mention: a case on both sides of each decision. */
import { describe, expect, test } from 'vitest';
import { dictionaryOf, exampleDictionary, reasons, shown } from './listed.ts';

const zaz = dictionaryOf({ id: 'zaz', name: 'ЗАЗ' });
const wave = dictionaryOf({ id: 'wave', name: 'Новая волна' });
const example = exampleDictionary();

describe('a hyphen behind a name', () => {
  test.each([
    ['ЗАЗ-1103', false],
    ['ЗАЗ-1899', false],
    ['ЗАЗ-1900', true],
    ['ЗАЗ-2009', true],
    ['ЗАЗ-2099', true],
    ['ЗАЗ-2100', false],
    ['ЗАЗ-20091', false],
    ['ЗАЗ-у', true],
    ['ЗАЗ-ГАЗ', true],
    ['ЗАЗ-завод', true],
    ['ЗАЗ-шник', false],
    ['ЗАЗ_', false],
    ['_ЗАЗ', false],
    ['экс-ЗАЗ', true],
    ['ГАЗ-ЗАЗ', true],
    ['Экс-ЗАЗ', false],
  ])('%s: %s', (text, isMention) => {
    expect(shown(`Здесь ${text} открыт.`, zaz)).toHaveLength(isMention ? 1 : 0);
    expect(reasons(`Здесь ${text} открыт.`, zaz)).toEqual(isMention ? [] : ['part-of-word']);
  });

  test('and a number make a year or another number of a name that is no abbreviation', () => {
    expect(shown('Фестиваль «Новая волна-2009» открыт.', wave)).toEqual(['wave: Новая волна']);
    expect(shown('Фестиваль «Новая волна-3» открыт.', wave)).toEqual(['wave: Новая волна']);
    expect(shown('НОВАЯ ВОЛНА-2009 ОТКРЫТА', wave)).toEqual(['wave: НОВАЯ ВОЛНА']);
    expect(shown('НОВАЯ ВОЛНА-3 ОТКРЫТА', wave)).toEqual([]);
  });
});

describe('conditions of an alias', () => {
  const withCondition = (given: object) =>
    dictionaryOf({ id: 'vsu', name: 'Воронежский университет', aliases: [{ text: 'ВГУ', ...given }] });
  const gap = (length: number): string => ` ${'и'.repeat(length - 2)} `;

  test.each([
    ['behind it within 300 characters', `ВГУ${gap(299)}Витебск`, 0],
    ['behind it after 300 characters', `ВГУ${gap(300)}Витебск`, 1],
    ['before it within 300 characters', `Витебск${gap(293)}ВГУ`, 0],
    ['before it after 300 characters', `Витебск${gap(294)}ВГУ`, 1],
  ])('an excluded word %s', (_, text, count) => {
    expect(shown(text, withCondition({ exclude: ['Витебск'] }))).toHaveLength(count);
  });

  test('a required word within the name itself does not count', () => {
    const dictionary = dictionaryOf({
      id: 'a',
      name: 'x1',
      aliases: [{ text: 'Воронеж Сталь', require: ['Воронеж'] }],
    });
    expect(shown('Воронеж Сталь открыта.', dictionary)).toEqual([]);
    expect(shown('Воронеж Сталь открыта. Это Воронеж.', dictionary)).toHaveLength(1);
    expect(shown('В Воронеже: Воронеж Сталь открыта.', dictionary)).toHaveLength(1);
  });

  test('words that may not follow count where they follow at once', () => {
    const dictionary = withCondition({ notFollowedBy: ['юстиции'] });
    expect(shown('ВГУ юстиции', dictionary)).toEqual([]);
    expect(shown('ВГУ и юстиции', dictionary)).toHaveLength(1);
  });

  test('the first and the last day of a name are days of it', () => {
    const dictionary = withCondition({ validFrom: '2015-03-02', validTo: '2016-03-02' });
    const days = ['2015-03-01', '2015-03-02', '2016-03-02', '2016-03-03'];
    expect(days.map(day => shown('ВГУ открыт.', dictionary, day).length)).toEqual([0, 1, 1, 0]);
    expect(shown('ВГУ открыт.', dictionary)).toHaveLength(1);
  });

  test('a name that needs evidence is certain where the text names the organization beyond doubt', () => {
    const dictionary = withCondition({ certainty: 'needs-evidence' });
    expect(shown('ВГУ открыт.', dictionary)).toEqual(['vsu: ВГУ?']);
    expect(shown('ВГУ открыт. Воронежский университет рад.', dictionary)[0]).toBe('vsu: ВГУ');
  });
});

describe('who a name honours', () => {
  const university = dictionaryOf({ id: 'u', name: 'Технический университет имени Баумана', aliases: ['МГТУ'] });

  test('another person makes it another organization, where its own is known', () => {
    expect(reasons('МГТУ имени Огарёва открыт.', university)).toEqual(['other-person']);
    expect(shown('МГТУ имени Баумана открыт.', university)).toEqual(['u: МГТУ имени Баумана']);
  });

  test('any person makes it doubtful, where nobody is known', () => {
    expect(shown('ЗАЗ имени Огарёва открыт.', zaz)).toEqual(['zaz: ЗАЗ?']);
    expect(shown('ЗАЗ имени труда открыт.', zaz)).toEqual(['zaz: ЗАЗ']);
  });

  test('is looked for in eight words', () => {
    const titled = (count: number): string => `МГТУ имени ${'академика '.repeat(count)}Баумана открыт.`;
    expect(shown(titled(7), university)[0]).toContain('Баумана');
    expect(shown(titled(8), university)).toEqual(['u: МГТУ']);
  });
});

describe('the line that a name is in', () => {
  test('is one around the article where it begins so within 400 characters', () => {
    const line = (length: number): string => `Фото: ${'и'.repeat(length - 7)} ЗАЗ`;
    expect(reasons(`Текст.\n${line(399)}`, zaz)).toEqual(['aside']);
    expect(shown(`Текст.\n${line(400)}`, zaz)).toHaveLength(1);
    expect(reasons(line(400), zaz)).toEqual(['aside']);
    expect(shown(line(401), zaz)).toHaveLength(1);
  });
});

describe('the words around a name', () => {
  test('a town makes another of an abbreviation that many towns have, and not of a whole name', () => {
    expect(reasons('Студенты саранского МГУ приехали.', example)).toEqual(['other-place']);
    expect(shown('Студенты российского МГУ приехали.', example)).toHaveLength(1);
    expect(shown('Студенты саранского ЗАЗ приехали.', zaz)).toHaveLength(1);
    const whole = dictionaryOf({ id: 'a', name: 'МГУ дружбы' });
    expect(shown('Студенты саранского МГУ дружбы приехали.', whole)).toHaveLength(1);
  });

  test('a preposition makes a place of a building, and leaves a longer name alone', () => {
    const house = dictionaryOf({ id: 'house', name: 'Белый дом' });
    expect(shown('Он принял её в Белом доме.', house)).toEqual(['house: Белом доме?']);
    expect(shown('Он сказал, что Белый дом против.', house)).toEqual(['house: Белый дом']);
  });

  test('an institute that is in no list is not its academy, however far the name begins, up to fourteen words', () => {
    const academy = dictionaryOf({ id: 'ras', name: 'Российская академия наук', aliases: ['РАН'] });
    const institute = (count: number): string => `Институт ${'физики '.repeat(count)}РАН открыт.`;
    expect(reasons(institute(1), academy)).toEqual(['part-of-other']);
    expect(reasons(institute(13), academy)).toEqual(['part-of-other']);
    expect(shown(institute(14), academy)).toEqual(['ras: РАН']);
    expect(shown('Институт физики и РАН открыты.', academy)).toEqual(['ras: РАН']);
    expect(reasons('Институт физики и химии РАН открыт.', academy)).toEqual(['part-of-other']);
  });

  test('a name that goes on is longer, unless what follows is of the organization itself', () => {
    const msu = dictionaryOf({ id: 'msu', name: 'Московский университет', aliases: ['Московский университет МГУ'] });
    expect(reasons('Московский университет МВД открыт.', msu)).toEqual(['longer-name']);
    expect(reasons('Московский университет культуры открыт.', msu)).toEqual(['longer-name']);
    expect(reasons('Московский университет телекоммуникаций открыт.', msu)).toEqual(['longer-name']);
    expect(reasons('Московский университет кораблестроения открыт.', msu)).toEqual(['longer-name']);
    expect(shown('Московский университет сегодня открыт.', msu)).toHaveLength(1);
    expect(shown('Московский университет МГУ открыт.', msu)).toHaveLength(1);
  });

  test('one place that two organizations of the list are called by is certain for none of them', () => {
    const twice = dictionaryOf({ id: 'a', name: 'ЗАЗ' }, { id: 'b', name: 'Завод', aliases: ['ЗАЗ'] });
    expect(shown('Открыт ЗАЗ.', twice)).toEqual(['a: ЗАЗ?', 'b: ЗАЗ?']);
  });

  test('an ordinary word at the beginning of a sentence is doubtful, also where the text names the organization', () => {
    const party = dictionaryOf({ id: 'party', name: 'партия «Яблоко»', aliases: ['Яблоко'] });
    const text = 'За «Яблоко» голосовали. Яблоко упало: яблоко гнилое.';
    expect(shown(text, party)).toEqual(['party: Яблоко', 'party: Яблоко?']);
    expect(shown('За «Яблоко» голосовали. Яблоко выиграло.', party)).toEqual(['party: Яблоко', 'party: Яблоко']);
  });
});

describe('a hyphen between Latin letters', () => {
  const media = dictionaryOf('BBC', 'NASA', { id: 'lmu', name: 'LMU' }, 'Cola');

  test.each([
    ['A BBC-funded study.', 'BBC: BBC'],
    ['A NASA-led mission.', 'NASA: NASA'],
    ['Ein LMU-Professor sprach.', 'lmu: LMU'],
    ['An anti-BBC rally.', 'BBC: BBC'],
    ['Anti-BBC rally.', 'BBC: BBC'],
  ])('%s is about the name', (text, found) => {
    expect(shown(text, media)).toEqual([found]);
  });

  test('joins names of other companies too, and Russian words of other things', () => {
    expect(shown('Coca-Cola grew; Cola-Cao fell; BBC-шник ушёл.', media)).toEqual([]);
  });
});

describe('ways to write one name', () => {
  const firms = dictionaryOf(
    { id: 'ey', name: 'Ernst & Young' },
    { id: 'sons', name: 'Marks and Spencer' },
    { id: 'lmu', name: 'Ludwig-Maximilians-Universität München', aliases: ['LMU'] },
    { id: 'tuw', name: 'Technische Universität Wien' },
    { id: 'pgu', name: 'Петрозаводский государственный университет' },
    { id: 'omgtu', name: 'Омский государственный технический университет' },
    { id: 'ksc', name: 'Карельский научный центр РАН' },
  );

  test.each([
    ['Ernst and Young; Ernst&Young; ERNST & YOUNG', ['ey', 'ey', 'ey']],
    ['Marks & Spencer; Marks&Spencer', ['sons', 'sons']],
    ['Ludwig–Maximilians–Universität München', ['lmu']],
    ['an der Technischen Universität Wien', ['tuw']],
    ['Петрозаводский гос. университет и Петрозаводский госуниверситет', ['pgu', 'pgu']],
    ['Омский гос. тех. университет, в Омском государственном техуниверситете', ['omgtu', 'omgtu']],
    ['учёные Карельского НЦ РАН', ['ksc']],
  ])('%s', (text, found) => {
    expect(shown(text, firms).map(each => each.split(':')[0])).toEqual(found);
  });

  test('a part of the own full name before brackets is no foreign one', () => {
    expect(shown('die Ludwig-Maximilians-Universität (LMU) teilte mit', firms)).toEqual([
      'lmu: Ludwig-Maximilians-Universität',
      'lmu: LMU',
    ]);
  });

  test('a branch has no name of its company', () => {
    const branches = dictionaryOf(
      { id: 'stv', name: 'Филиал ПАО «МРСК Северного Кавказа» — «Ставропольэнерго»' },
      { id: 'gres', name: 'ОАО «ОГК-4» филиал «Сургутская ГРЭС-2»' },
    );
    expect(
      shown('Филиал ПАО «МРСК Северного Кавказа» - «Ставропольэнерго»; «ОГК-4»; «Сургутская ГРЭС-2»', branches),
    ).toEqual(['stv: Ставропольэнерго', 'gres: Сургутская ГРЭС-2']);
  });
});

describe('capitals that say nothing', () => {
  const plain = dictionaryOf(
    { id: 'wind', name: 'Тёплый ветер' },
    { id: 'hse', name: 'Вышка' },
    { id: 'who', name: 'World Health Organization', aliases: ['WHO'] },
  );

  test('a phrase at the beginning of a sentence is a candidate, elsewhere and in quotation marks a mention', () => {
    expect(shown('Тёплый ветер принёс дожди.', plain)).toEqual(['wind: Тёплый ветер?']);
    expect(shown('«Тёплый ветер» открыт.', plain)).toEqual(['wind: Тёплый ветер']);
    expect(shown('Фестиваль Тёплый ветер открыт.', plain)).toEqual(['wind: Тёплый ветер']);
    expect(shown('Вышка упала. Он окончил и полюбил Вышку.', plain)).toEqual(['hse: Вышка', 'hse: Вышку']);
    expect(shown('Вышка упала.', plain)).toEqual(['hse: Вышка?']);
  });

  test('a word in a line of capitals is a candidate, also where the text names the organization', () => {
    expect(shown('WHO IS THE NEW MAYOR?', plain)).toEqual(['who: WHO?']);
    expect(shown('WHO IS THE NEW MAYOR?\nThe WHO has opened an office.', plain)).toEqual(['who: WHO?', 'who: WHO']);
    expect(shown('The WHO is in Geneva.', plain)).toEqual(['who: WHO']);
  });
});

test('a list that comes from a page may have references: `Ernst &amp; Young`', () => {
  const listed = { id: 'ey', name: 'Ernst &amp; Young', aliases: ['Soci&eacute;t&eacute; &#171;EY&#187;'] };
  expect(shown('Ernst & Young and Société «EY» signed; AT&T did not.', dictionaryOf(listed))).toEqual([
    'ey: Ernst & Young',
    'ey: Société «EY',
  ]);
});

describe('what only may be the organization is a candidate', () => {
  const firms = dictionaryOf(
    { id: 'vtb', name: 'ВТБ' },
    { id: 'sber', name: 'Сбер' },
    { id: 'shop', name: 'Wildberries' },
    { id: 'avito', name: 'авито' },
  );
  test.each([
    ['ВТБ-банк снизил ставку, а ВТБ молчит.', ['vtb: ВТБ?', 'vtb: ВТБ']],
    ['ВТБ-ТВ и ВТБ-ПЛЮС о ВТБ.', ['vtb: ВТБ?', 'vtb: ВТБ?', 'vtb: ВТБ']],
    ['Сотрудники ВТБ24 и ВТБ-шный клерк.', ['vtb: ВТБ?', 'vtb: ВТБ?']],
    ['Продавцы СберМаркета и Сбер-курьеры.', ['sber: Сбер?', 'sber: Сбер?']],
    ['Звонили из «сбера», сбер и Сберегли.', ['sber: сбера?']],
    ['Ответ wildberries суду.', ['shop: wildberries?']],
    ['The wildberries are ripe.', []],
    ['Квартиру нашли на авито, «авито» и Авито.', ['avito: авито', 'avito: авито', 'avito: Авито']],
    ['Квартиру нашли на авито.', ['avito: авито?']],
  ])('%s', (text, found) => {
    expect(shown(text, firms)).toEqual(found);
  });
});
