import { describe, expect, test } from 'vitest';
import { checkList, hitsIn } from '../../../../../shared/wings/publications/mentions/check-organizations.ts';
import { findMentions } from '../../../../../shared/wings/publications/mentions/find-mentions.ts';
import { dictionaryOf, dictionaryOfTable, exampleDictionary, reasons, shown } from './listed.ts';

const example = exampleDictionary();
const msu = {
  id: 'msu',
  name: 'МГУ имени М. В. Ломоносова',
  aliases: ['МГУ', 'Московский государственный университет', 'Московский университет'],
};
const academy = dictionaryOf({ id: 'ras', name: 'Российская академия наук', aliases: ['РАН'] });
const geography = { id: 'geo', name: 'Институт географии РАН' };

describe('39 ways to be mistaken about a mention', () => {
  test('1: the МГУ of Саранск, whose full name the text gives', () => {
    const text = 'Мордовский государственный университет (МГУ) открыл корпус в Саранске. Студенты МГУ рады.';
    expect(shown(text, example)).toEqual([]);
    expect(new Set(reasons(text, example))).toEqual(new Set(['other-full-name']));
  });

  test('2: the МГУ of Магнитогорск, with its full name behind', () => {
    expect(shown('В МГУ (Магнитогорский государственный университет) прошёл форум. МГУ ждёт гостей.', example)).toEqual(
      [],
    );
  });

  test('3: the МГУ of Могилёв, by the adjective of the town', () => {
    expect(shown('Студенты могилёвского МГУ приехали.', example)).toEqual([]);
    expect(shown('Студенты московского МГУ приехали.', example)).toEqual(['msu: МГУ']);
  });

  test('3: the МГУ of Могилёв, which the text introduces as short for a госуниверситет', () => {
    const text = 'Могилёвский госуниверситет им. Кулешова (далее — МГУ) открыт. В МГУ рады.';
    expect(shown(text, example)).toEqual([]);
  });

  test('4: МГУ имени Огарёва is not МГУ имени Ломоносова', () => {
    expect(shown('Ректор МГУ имени Н. П. Огарёва выступил.', example)).toEqual([]);
    expect(reasons('Ректор МГУ имени Н. П. Огарёва выступил.', example)).toEqual(['other-person']);
    expect(shown('Ректор МГУ им. М.В. Ломоносова выступил.', example)).toEqual(['msu: МГУ им. М.В. Ломоносова']);
  });

  test('4: an institute with a person in the middle of its name is not that of another person', () => {
    const institutes = dictionaryOf(
      { id: 'geo', name: 'Институт географии РАН' },
      {
        id: 'imash',
        name: 'Институт машиноведения им. А. А. Благонравова РАН',
        aliases: ['Институт машиноведения РАН'],
      },
    );
    expect(shown('Институт географии имени В. Б. Сочавы СО РАН', institutes)).toEqual([]);
    expect(shown('Институт географии имени Сочавы РАН', institutes)).toEqual([]);
    expect(shown('Институт машиноведения имени Благонравова РАН', institutes)).toHaveLength(1);
  });

  test.each([
    'Московский университет МВД России',
    'Московский Государственный Университет Геодезии',
    'МОСКОВСКИЙ ГОСУДАРСТВЕННЫЙ УНИВЕРСИТЕТ ПУТЕЙ СООБЩЕНИЯ',
    'Московский государственный университет пищевых производств',
    'Московский университет имени С. Ю. Витте',
  ])('5: a longer name of another university: %s', text => {
    expect(shown(text, example)).toEqual([]);
  });

  test('5: a university whose name goes on: путей сообщения', () => {
    const text = 'Московский государственный университет путей сообщения принял студентов.';
    expect(shown(text, example)).toEqual([]);
    expect(shown('Московский государственный университет принял студентов.', example)).toHaveLength(1);
  });

  test('6: МГУПС is another word', () => {
    expect(shown('МГУПС и МГУ подписали договор.', example)).toEqual(['msu: МГУ']);
  });

  test('7: МГУКИ is another word', () => {
    expect(shown('Выпускница МГУКИ поёт.', example)).toEqual([]);
  });

  test('8: МГУ-шник is no МГУ', () => {
    expect(shown('Бывший МГУ-шник и МГУшник.', example)).toEqual([]);
  });

  test('9: рана is no РАН, РАНа is', () => {
    expect(shown('Глубокая рана, много ран, у раны.', academy)).toEqual([]);
    expect(shown('Президиум РАНа и РАН.', academy)).toEqual(['ras: РАНа', 'ras: РАН']);
  });

  test('10: an apple is no Apple', () => {
    const apple = dictionaryOf('Apple');
    expect(shown('She ate an apple. The new Apple’s phone.', apple)).toEqual(['Apple: Apple’s']);
  });

  test('11: яблоко is no Яблоко, and a sentence that begins with it does not tell', () => {
    const party = dictionaryOf({ id: 'party', name: 'партия «Яблоко»', aliases: ['Яблоко'] });
    expect(shown('Он съел яблоко.', party)).toEqual([]);
    expect(shown('Яблоко упало с дерева.', party)).toEqual(['party: Яблоко?']);
    expect(shown('На выборах за «Яблоко» голосовали.', party)).toEqual(['party: Яблоко']);
    expect(shown('Он вступил в Яблоко.', party)).toEqual(['party: Яблоко']);
  });

  test('12: letters of two alphabets in a word', () => {
    expect(shown('Студенты M\u0413У и МГY', example)).toEqual(['msu: M\u0413У', 'msu: МГY']);
  });

  test('13: soft hyphens within words', () => {
    const text = 'в Инсти\u00adтуте гео\u00adгра\u00adфии РАН';
    expect(shown(text, dictionaryOf(geography))).toEqual(['geo: Инсти\u00adтуте гео\u00adгра\u00adфии РАН']);
  });

  test('14: spaces that do not break', () => {
    expect(shown('Институт\u00a0географии\u202fРАН', dictionaryOf(geography))).toEqual([
      'geo: Институт\u00a0географии\u202fРАН',
    ]);
  });

  test('15: accents', () => {
    expect(
      shown('Инститýт геогра\u0301фии РАН и Caf\u00e9 Noir, Cafe\u0301 Noir', dictionaryOf(geography, 'Cafe Noir')),
    ).toHaveLength(3);
    expect(shown('Институ\u0301т геогра\u0301фии РАН', dictionaryOf(geography))).toHaveLength(1);
  });

  test('16: a word broken at the end of a line', () => {
    const text = 'Сотрудники Инсти-\nтута географии РАН';
    const [mention] = findMentions(text, dictionaryOf(geography)).mentions;
    expect(mention).toMatchObject({ start: 11, end: text.length, surface: 'Инсти-\nтута географии РАН' });
    expect(shown('Физико-\nтехнического института УрО РАН', example)).toHaveLength(1);
  });

  test('17: ё and е', () => {
    expect(shown('Концерн «Королёв» и «Королев»', dictionaryOf('концерн «Королев»'))).toHaveLength(2);
  });

  test('18: all capitals', () => {
    expect(shown('ИНСТИТУТ ГЕОГРАФИИ РАН ОТКРЫТ. В ВОРОНЕЖСКОМ ГОСУДАРСТВЕННОМ УНИВЕРСИТЕТЕ', example)).toEqual([
      'geography: ИНСТИТУТ ГЕОГРАФИИ РАН',
      'vsu: ВОРОНЕЖСКОМ ГОСУДАРСТВЕННОМ УНИВЕРСИТЕТЕ',
    ]);
  });

  test('19: initials with spaces', () => {
    expect(shown('в Институте прикладной математики им. М. В. Келдыша', example)).toEqual([
      'keldysh: Институте прикладной математики им. М. В. Келдыша',
    ]);
  });

  test('20: initials without spaces, and none', () => {
    for (const person of ['М.В.Келдыша', 'Келдыша', 'М.В. Келдыша', 'Мстислава Всеволодовича Келдыша'])
      expect(shown(`в Институте прикладной математики имени ${person}`, example)).toHaveLength(1);
  });

  test('21: имени академика', () => {
    expect(shown('Почвенный институт имени академика В. В. Докучаева', example)).toEqual([
      'dokuchaev: Почвенный институт имени академика В. В. Докучаева',
    ]);
  });

  test('22: a name that a sentence end parts is no name', () => {
    expect(shown('Он окончил Институт. Географии РАН он не учил.', dictionaryOf(geography))).toEqual([]);
    expect(shown('Институт\n\nгеографии РАН', dictionaryOf(geography))).toEqual([]);
  });

  test('23: a name in a web address', () => {
    const google = dictionaryOf('Google', 'Lenta.ru');
    expect(shown('https://Google.com/МГУ www.Google.com и Google.com/maps', google)).toEqual([]);
    expect(shown('Google и Lenta.ru, «Google».', google)).toEqual([
      'Google: Google',
      'Lenta.ru: Lenta.ru',
      'Google: Google',
    ]);
  });

  test('24: a name in an e-mail address', () => {
    expect(shown('Пишите: press@Google.com или Google@mail.ru', dictionaryOf('Google'))).toEqual([]);
  });

  test('25: boilerplate around an article', () => {
    expect(shown('Текст о науке.\n© РАН, 2024. Все права защищены.\nВсе права защищены, РАН', academy)).toEqual([]);
  });

  test('26: the line of an author', () => {
    expect(shown('Автор: Иван Петров, РАН\nФото: пресс-служба РАН\nСегодня РАН открыта.', academy)).toEqual([
      'ras: РАН',
    ]);
  });

  test('27: читайте также', () => {
    expect(shown('РАН открыта.\nЧитайте также: РАН закрыта', academy)).toEqual(['ras: РАН']);
  });

  test('28: two organizations in a name', () => {
    expect(shown('Институт географии РАН', dictionaryOf(geography, 'РАН'))).toEqual([
      'geo: Институт географии РАН',
      'РАН: РАН < geo',
    ]);
    const both = dictionaryOf('Московский государственный университет', 'Воронежский государственный университет');
    const services = dictionaryOf('налоговая служба', 'таможенная служба');
    const ways = ['налоговую и таможенную службы', 'налоговой и таможенной служб', 'налоговым и таможенным службам'];
    for (const each of ways) expect(shown(`Он знает дела ${each}.`, services)).toHaveLength(2);
    expect(shown('Московский и Воронежский государственные университеты подписали договор.', both)).toEqual([
      'Московский государственный университет: Московский',
      'Воронежский государственный университет: Воронежский государственные университеты',
    ]);
  });

  test('29: an organization that was renamed or merged', () => {
    const merged = dictionaryOf({
      id: 'new',
      name: 'Новый университет',
      aliases: [{ text: 'Старый институт', validTo: '2015-12-31' }],
    });
    expect(shown('Старый институт открыт.', merged, '2015-12-31')).toEqual(['new: Старый институт']);
    expect(shown('Старый институт открыт.', merged, '2016-01-01')).toEqual([]);
    expect(reasons('Старый институт открыт.', merged, '2016-01-01')).toEqual(['time']);
  });

  test('30: the same name twice in the list', () => {
    const twice = dictionaryOfTable('id,name,aliases\n1,Вестник науки,\n2,Вестник науки,Журнал «Вестник»\n');
    expect(checkList(twice).collisions).toEqual([
      [
        { organization: '1', alias: 'Вестник науки' },
        { organization: '2', alias: 'Вестник науки' },
      ],
    ]);
    expect(shown('Пишет Вестник науки.', twice)).toEqual(['1: Вестник науки?', '2: Вестник науки?']);
  });

  test('31: an alias of one letter is refused', () => {
    expect(() => dictionaryOfTable('id,name,aliases\n1,Завод,Z\n')).toThrow(
      'list.csv line 2: aliases: "Z" is refused; allowed is a name with two letters or digits at least.',
    );
  });

  test('a header in Russian, and names of columns that only look like others', () => {
    const table = dictionaryOfTable('Код;Название;Сокращения\n1;Завод имени Лихачёва;ЗИЛ\n');
    expect(shown('Завод ЗИЛ закрыт.', table)).toEqual(['1: ЗИЛ']);
    expect(() => dictionaryOfTable('id,name,organization\n1,Завод,x\n')).toThrow(
      'list.csv line 1: there is no column "organization"',
    );
  });

  test('32: an empty alias is refused', () => {
    expect(() => dictionaryOfTable('id,name,aliases\n1,Завод,Зил||\n')).toThrow(
      'list.csv line 2: aliases: "" is refused',
    );
    expect(() => dictionaryOf({ id: 'a', name: '«…»' })).toThrow('two letters or digits');
  });

  test('33: an alias that is an ordinary word is told, with what it would find', () => {
    const common = dictionaryOf({ id: 'party', name: 'партия «Яблоко»', aliases: ['Яблоко'] });
    expect(checkList(common).doubtful).toEqual([{ organization: 'party', alias: 'Яблоко', doubt: 'ordinary-word' }]);
    const hits = hitsIn(['Яблоко упало. Он съел яблоко. Он выбрал Яблоко.'], common);
    expect(hits.find(({ alias }) => alias === 'Яблоко')).toMatchObject({ certain: 1, candidate: 1 });
  });

  test('34: 50,000 names', () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `Институт номер ${index} науки`);
    const text = 'В Институте номер 49999 науки и Институтом номер 7 науки';
    expect(shown(text, dictionaryOf(...names))).toEqual([
      'Институт номер 49999 науки: Институте номер 49999 науки',
      'Институт номер 7 науки: Институтом номер 7 науки',
    ]);
  });

  test('35: a page of 10 MB', () => {
    const text = `${'слово институт, '.repeat(600_000)}Институт географии РАН`;
    expect(text.length).toBeGreaterThan(9_000_000);
    expect(findMentions(text, dictionaryOf(geography)).mentions).toMatchObject([{ end: text.length }]);
  });

  test('36: a text without spaces', () => {
    expect(shown('МГУ'.repeat(300_000), example)).toEqual([]);
    expect(shown('РАН,'.repeat(3), academy)).toEqual(['ras: РАН', 'ras: РАН', 'ras: РАН']);
  });

  test('37: lone surrogates', () => {
    const text = '\ud800МГУ\udfff и \udc00';
    expect(findMentions(text, example).mentions).toMatchObject([{ start: 1, end: 4, surface: 'МГУ' }]);
  });

  test('38: a quote within a quote', () => {
    const company = dictionaryOf('ОАО «Газпром»', 'РКК «Энергия»');
    expect(shown('«Глава ОАО „Газпром“ ушёл», — пишут. В “РКК ‘Энергия’” и РКК "Энергия"', company)).toEqual([
      'ОАО «Газпром»: Газпром',
      'РКК «Энергия»: РКК ‘Энергия',
      'РКК «Энергия»: РКК "Энергия',
    ]);
  });

  test('39: an institute that is in no list is not its academy', () => {
    expect(shown('Институт нефтехимического синтеза РАН и Институт географии СО РАН', academy)).toEqual([]);
    expect(shown('Институт географии СО РАН открыт.', dictionaryOf(geography, 'РАН'))).toEqual([]);
    expect(shown('Президент РАН и сотрудники институтов РАН', academy)).toEqual(['ras: РАН', 'ras: РАН']);
  });
});

test('offsets are of the text as it was given', () => {
  const text = '\u00ad«МГУ» 😀 инсти\u00adтут, Caf\u00e9. В МГУ\u0301 ё';
  for (const { start, end, surface } of findMentions(text, dictionaryOf(msu)).mentions)
    expect(text.slice(start, end)).toBe(surface);
  expect(findMentions(text, dictionaryOf(msu)).mentions.map(({ start }) => start)).toEqual([
    2,
    text.lastIndexOf('МГУ'),
  ]);
});
