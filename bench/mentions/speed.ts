import { Dictionary } from '../../shared/wings/publications/mentions/dictionary.ts';
import { findMentions } from '../../shared/wings/publications/mentions/find-mentions.ts';
import { type Organization, plainAlias } from '../../shared/wings/publications/mentions/organization.ts';

const towns = (
  'Абакан Ангарск Архангельск Астрахань Барнаул Белгород Бийск Братск Брянск Владимир Волгоград Вологда Воронеж Грозный ' +
  'Дубна Екатеринбург Елец Иваново Ижевск Иркутск Казань Калининград Калуга Кемерово Киров Коломна Кострома Краснодар ' +
  'Красноярск Курган Курск Липецк Магадан Магнитогорск Майкоп Мурманск Муром Нальчик Новгород Новосибирск Обнинск Омск ' +
  'Оренбург Пенза Пермь Петрозаводск Псков Ростов Рязань Самара Саранск Саратов Смоленск Сочи Ставрополь Сургут Тамбов ' +
  'Тверь Тольятти Томск Тула Тюмень Ульяновск Уфа Хабаровск Чебоксары Челябинск Череповец Чита Якутск Ярославль'
).split(' ');
const institutions = [
  'государственный университет',
  'педагогический институт',
  'областной суд',
  'драматический театр',
  'институт проблем химической физики',
  'завод тяжёлого машиностроения',
];
const trades = ['строй', 'газ', 'энерго', 'банк', 'снаб', 'транс', 'лес', 'нефть', 'агро', 'мед', 'пром', 'авто'];
const branches = [
  '',
  'инвест',
  'сервис',
  'холдинг',
  'маш',
  'торг',
  'проект',
  'монтаж',
  'ресурс',
  'центр',
  'плюс',
  'групп',
];

/** Names as lists have them: institutions of towns, companies of one word, both with an abbreviation. */
function generatedOrganizations(count: number): readonly Organization[] {
  return Array.from({ length: count }, (_, index) => {
    const town = towns[index % towns.length]!;
    const round = Math.floor(index / towns.length);
    const number = Math.floor(round / 2);
    const company = `${town.slice(0, 5)}${trades[number % 12]!}${branches[Math.floor(number / 12) % 12]!}`;
    const adjective = `${town.replace(/[аьыоий]+$/, '')}ский`;
    const own = `${adjective} ${institutions[number % 6]!}${number < 6 ? '' : ` № ${number}`}`;
    const name = round % 2 === 0 ? own : `ООО «${company}»${number < 144 ? '' : ` № ${number}`}`;
    return { id: String(index), name, aliases: [plainAlias(name)] };
  });
}

export interface SpeedRun {
  readonly names: number;
  readonly buildSeconds: number;
  /** Best of the rounds, 10^6 bytes of UTF-8 a second. */
  readonly megabytes: number;
}

/** Reads all texts again and again, dictionary by dictionary, so that a slower moment meets all of them. */
export function runSpeed(texts: readonly string[], sizes: readonly number[], rounds: number): readonly SpeedRun[] {
  const built = sizes.map(names => {
    const organizations = generatedOrganizations(names);
    const began = performance.now();
    const dictionary = new Dictionary(organizations);
    return { names, dictionary, buildSeconds: (performance.now() - began) / 1_000, megabytes: 0 };
  });
  for (let round = 0; round < rounds; round++)
    for (const each of built) {
      const find = (text: string) => findMentions(text, each.dictionary).mentions.length;
      each.megabytes = Math.max(each.megabytes, megabytesOf(texts, find));
    }
  return built.map(({ names, buildSeconds, megabytes }) => ({ names, buildSeconds, megabytes }));
}

/** The same names, in the form of the list alone, as one regular expression. */
export function runPattern(texts: readonly string[], names: number, rounds: number): number {
  const escaped = generatedOrganizations(names).map(({ name }) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'g');
  const find = (text: string) => text.match(pattern)?.length ?? 0;
  return Math.max(...Array.from({ length: rounds }, () => megabytesOf(texts, find)));
}

/** Seconds that a round takes at least. */
const roundSeconds = 1;

function megabytesOf(texts: readonly string[], find: (text: string) => number): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const began = performance.now();
  let passes = 0;
  let seconds = 0;
  let found = 0;
  while (seconds < roundSeconds) {
    for (const text of texts) found += find(text);
    passes += 1;
    seconds = (performance.now() - began) / 1_000;
  }
  if (found < 0) throw new Error('nothing is counted below zero');
  return (bytes * passes) / 1e6 / seconds;
}
