/** Articles of news sites that were made up, the same for the same number of them and the same present. */
import { randomNumbers } from '../changing-site.ts';

export interface TrueArticle {
  /** 1 is the oldest. */
  readonly number: number;
  readonly title: string;
  readonly authors: readonly string[];
  readonly section: string;
  /** When it was published: epoch ms, a whole minute. */
  readonly at: number;
  readonly paragraphs: readonly string[];
}

/** The words of which articles of a language are made. */
interface Words {
  readonly who: readonly string[];
  readonly did: readonly string[];
  readonly what: readonly string[];
  readonly where: readonly string[];
  readonly people: readonly string[];
  readonly sections: readonly string[];
  /** Sentences; `#` is a number, `@` a place. */
  readonly sentences: readonly string[];
}

export const words = {
  en: {
    who: [
      'Town council',
      'Harbour board',
      'Two students',
      'The last mill',
      'State university',
      "Founders' club",
      'A court',
    ],
    did: ['opens', 'sells', 'repairs', 'loses', 'praises', 'votes for', 'closes'],
    what: [
      'the old bridge',
      'a museum of clocks',
      '“the blue tram”',
      'its library',
      'a tunnel',
      'the market hall',
      '12 boats',
    ],
    where: ['in Brookhaven', 'at Lark Hill', 'near St. Anne’s', 'in the north', 'after the flood', 'for a year'],
    people: ['Ann Lee', 'Mary O’Neill', 'Pieter van der Berg', 'John Smith Jr.', 'Zoë García', 'Tom Baker'],
    sections: ['Town', 'Business', 'Science', 'Culture'],
    sentences: [
      'The decision was made by # votes after a debate of two hours, in which speakers from @ took part.',
      'Nobody had expected that # people would come to the hearing on a rainy Monday evening.',
      'The cost is put at # thousand, of which a third has been paid by the county.',
      '“We have waited for this since the winter of the great storm,” said a resident who lives at number #.',
      'Work is to begin as soon as the papers numbered # have been signed by both sides.',
      'According to the report of # pages, the foundations hold, though the roof does not.',
      'A second reading with # amendments follows in spring, when the members return from @.',
    ],
  },
  ru: {
    who: ['Городской совет', 'Областной суд', 'Двое студентов', 'Завод «Маяк»', 'Университет', 'Музей часов', 'Мэрия'],
    did: ['открывает', 'ремонтирует', 'продаёт', 'проверил', 'поддержал', 'закрывает', 'показал'],
    what: ['старый мост', 'библиотеку', '12 лодок', '«синий трамвай»', 'новую школу', 'рынок у вокзала', 'парк'],
    where: ['в Верхнеозёрске', 'на Садовой улице', 'после паводка', 'у реки Чёрной', 'к юбилею', 'за год'],
    people: ['Анна Кузнецова', 'Пётр Ёлкин', 'Мария Иванова-Соколова', 'Ильдар Хабибуллин', 'Олеся Бондаренко'],
    sections: ['Общество', 'Экономика', 'Наука', 'Культура'],
    sentences: [
      'За решение проголосовали # депутатов, обсуждение продолжалось два часа, в нём участвовали гости из посёлка @.',
      'Никто не ждал, что на слушания в дождливый вечер придут # человек.',
      'Стоимость работ оценили в # тысяч рублей, треть уже выделил областной бюджет.',
      '«Мы ждали этого с той зимы, когда была большая буря», – рассказала жительница дома номер #.',
      'Работы начнутся, как только обе стороны подпишут документы под номером #.',
      'В отчёте на # страницах сказано, что фундамент надёжен, а крыша нуждается в замене.',
      'Второе чтение с # поправками пройдёт весной, когда депутаты вернутся из посёлка @.',
    ],
  },
} as const satisfies Readonly<Record<string, Words>>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Articles, the newest first: the newest 30 are some hours apart, the older ones about five days. `newest`: epoch ms. */
export function trueArticles(from: Words, count: number, newest: number): readonly TrueArticle[] {
  const random = randomNumbers(count);
  let at = Math.floor(newest / minuteMs) * minuteMs;
  return Array.from({ length: count }, (_, index): TrueArticle => {
    const number = count - index;
    const article = { number, at, ...articleOf(from, number, random) };
    at -= index < 30 ? (120 + random(900)) * minuteMs : 4 * dayMs + random(2 * 24 * 60) * minuteMs;
    return article;
  });
}

function articleOf(
  { who, did, what, where, people, sections, sentences }: Words,
  number: number,
  random: (most: number) => number,
): Omit<TrueArticle, 'number' | 'at'> {
  const of = (list: readonly string[], n: number): string => list[n % list.length]!;
  const sentence = (n: number): string =>
    of(sentences, n)
      .replace('#', String(number * 31 + n * 7))
      .replace('@', of(people, n).split(' ').at(-1)!);
  const paragraph = (): string => Array.from({ length: 3 }, () => sentence(random(100))).join(' ');
  const title = [
    of(who, number),
    of(did, Math.floor(number / who.length)),
    of(what, random(what.length)),
    of(where, random(where.length)),
  ].join(' ');
  const first = of(people, number);
  const authors = number % 9 === 0 ? [first, of(people, number + 1)] : [first];
  return {
    ...{ title, authors, section: of(sections, random(sections.length)) },
    paragraphs: Array.from({ length: 3 + random(3) }, paragraph),
  };
}

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  'а a|б b|в v|г g|д d|е e|ё yo|ж zh|з z|и i|й y|к k|л l|м m|н n|о o|п p|р r|с s|т t|у u|ф f|х kh|ц ts|ч ch|ш sh|щ shch|ы y|э e|ю yu|я ya|ь |ъ '
    .split('|')
    .map(pair => pair.split(' ') as [string, string]),
);

/** As content systems make a name of a title. */
export function slugOf({ title }: Pick<TrueArticle, 'title'>): string {
  const latin = [...title.toLowerCase()].map(letter => letters[letter] ?? letter).join('');
  return latin
    .normalize('NFD')
    .replace(/\p{M}|[’']/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
