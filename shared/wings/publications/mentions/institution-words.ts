import { foldedWord } from './text-units.ts';

/** Words about institutions that rules go by. All are folded. */

/** Nouns that say what an organization is. A name that begins with such a noun is written without a capital too. */
const genericNouns = new Set(
  (
    'университет институт академия центр школа колледж техникум училище лицей гимназия театр музей библиотека фонд союз ' +
    'общество ассоциация федерация комитет комиссия совет палата министерство ведомство агентство служба управление ' +
    'департамент правительство администрация парламент собрание суд прокуратура банк компания корпорация концерн холдинг ' +
    'завод фабрика комбинат предприятие обсерватория лаборатория отделение филиал объединение партия движение фракция ' +
    'редакция газета журнал издательство телеканал радиостанция больница клиника госпиталь посольство консульство ' +
    'конгресс сенат клуб команда отдел совещание дума консерватория филармония университеты сад станция кафедра факультет бюро организация группа лига альянс ' +
    'university institute academy college school museum library bank company corporation foundation society ministry ' +
    'department center centre agency council committee court'
  )
    .split(' ')
    .map(foldedWord),
);

export function isGenericNoun(folded: string): boolean {
  return genericNouns.has(folded);
}

/** Stems of nouns of science and teaching: what follows these in the genitive makes another name of it. */
const heads =
  /^(?:университет|госуниверситет|институт|академи|центр|школ|колледж|училищ|консерватори|обсерватори|лаборатори|музе|библиотек|театр|факультет)(?:а|у|ом|е|ы|и|ов|ам|ами|ах|я|ю|ем|ию|ией|ии|ия|ии|ям|ями|ях|ой)?$/;

export function isHead(folded: string): boolean {
  return heads.test(folded);
}

/** A word in the genitive, by its ending. */
export function looksGenitive(folded: string): boolean {
  return /(?:ы|и|а|я|ов|ев|еи|ого|его|ых|их|ои|ств|аук)$/.test(folded) && folded.length > 2;
}

const functionWords = new Set(
  'а и но или же ли бы не ни на по за из для при до от без над под между через около после перед среди также тоже уже еще все всех когда где куда что чтобы как так там тут это этого эта эти сегодня вчера завтра всегда снова опять иногда'.split(
    ' ',
  ),
);

export function isFunctionWord(folded: string): boolean {
  return functionWords.has(folded);
}

/** A name of one word that is an adjective (Большой, Мариинский). */
export function isAdjectiveName(folded: string): boolean {
  return folded.length > 4 && /(?:ии|ыи|ои|ого|его|ому|ему|ым|им|ом|ая|ую|ое|ые|ые)$/.test(folded);
}

/** A word that an adjective may belong to: no verb, adverb, preposition or conjunction by its ending. */
export function looksNoun(folded: string): boolean {
  if (folded.length < 4 || isFunctionWord(folded)) return false;
  return !/(?:л|ла|ло|ли|лся|лась|лось|лись|ет|ит|ют|ут|ат|ят|ется|ится|ются|утся|ть|ться|но|нно|ен|ена|ены|ил|ал)$/.test(
    folded,
  );
}

/** A verb in the past, some of which look like genitives: `Академия приняла`. */
export function looksVerb(folded: string): boolean {
  return verbs.test(folded);
}
const verbs = /(?:ал|ил|ел|ыл|ул|ял|ла|ло|ли|лся|лась|лось|лись)[аи]?$|(?:ена|ены|ана|аны|ата|аты|яты|ята)$/;

/** An adjective of a place or people (саранский, японского). */
export function isPlaceAdjective(folded: string): boolean {
  return (
    /^(?:[а-я]{2,}[сц]к(?:ии|ого|ому|им|ом|ая|ои|ую|ое|ие|их|ими)|[а-яіє]{2,}[сцз]ьк(?:а|оі|іи|у|ою|ии|ого|ому|им|е|і|их|ими))$/.test(
      folded,
    ) && !commonAdjectives.test(folded)
  );
}
const commonAdjectives =
  /^(?:укра[їіи]нськ|россииск|русск|отечественск|столичн|научн|академическ|техническ|педагогическ|медицинск|юридическ|классическ|исследовательск|студенческ|советск|гражданск|политическ|экономическ|историческ|физическ|химическ|практическ|фактическ|всероссииск|краевск|областн|городск|детск|женск|мужск|светск)/;

/** Abbreviations of what many towns and countries have: universities, ministries, departments. */
export function isSharedAbbreviation(text: string): boolean {
  return (
    isMinistry(text) ||
    /^(?:МИД|МВД|МЧС|МО|ЦБ|ЦИК|ЦК|КГБ|ФСБ|УВД|ГУВД|ГИБДД|ДПС|СК|ВС|ВВС|МХАТ|ТЮЗ|НИИ|ТПП|ЦУМ|ДК|НБ|АН|ОАК|ОДКБ|СП|СБ|ГП)$/.test(
      text,
    ) ||
    /^\p{Lu}\p{L}{0,2}(?:ГУ|ТУ|ПУ|АУ|МУ|ЛУ|ЮУ|ЭУ|ФУ|ИУ|ГИ|ТИ|ПИ|МИ|ГА|ТА|МА|ГК|ГМУ|ГПУ)$/u.test(text)
  );
}

/** `Минздрав`, `Минобрнауки`: regions have theirs too. */
export function isMinistry(text: string): boolean {
  return /^Мин[а-я]{3,}$/.test(text);
}

/** Beginnings of lines around an article that are no part of its text. */
export const asideLine =
  /^[\s>*•–—-]*(?:читайте|читать|смотрите|см\.)\s+(?:также|ещ[её])|^[\s>*•–—-]*(?:по теме|материалы по теме|ранее по теме|другие новости|похожие новости|новости партн[её]ров)\s*:|^[\s>*•–—-]*(?:автор|авторы|текст|фото|иллюстрация|источник фото|фотограф|корреспондент)\s*:|^[\s>*•–—-]*(?:©|\(c\)|все права защищены|подписывайтесь|подпишитесь|read also|related|photo|photos by|image|by line|subscribe|all rights reserved)(?![\p{L}\p{Nd}])/iu;

/** Buildings and squares that are named for who sits there. */
export const buildings = new Set(
  (
    'белый дом; кремль; капитолий; смольный; елисейский дворец; даунинг стрит; старая площадь; лубянка; ' +
    'white house; capitol; downing street'
  )
    .split('; ')
    .map(foldedWord),
);
export const placePrepositions = new Set('в во из у к около возле напротив перед in at near outside inside'.split(' '));

/** Abbreviations that are ordinary words in a line of capitals: `WHO IS THE NEW MAYOR?`. */
const wordsInCapitals = new Set(
  'who it us is are am an as at be by do go he if in me my no of on or our she so they to up was we all any can may let now one out act aid aids ice new old how why what when here time way his her its not but and for the он мы вы я ты нам вам их кто что где как это там тут вот рост мир мост год дом сон лес'.split(
    ' ',
  ),
);

export function isWordInCapitals(folded: string): boolean {
  return wordsInCapitals.has(folded);
}

/** Ordinary words that are also names: at the beginning of a sentence their capital says nothing. */
const ordinaryWords = new Set(
  (
    'яблоко родина правда труд звезда маяк эхо дождь восток запад север юг мир искра прогресс весна радуга солнце заря ' +
    'рассвет октябрь время союз единство выбор альянс восход салют энергия факел сокол орел буран победа рубин алмаз ' +
    'кристалл магнит вышка башня мост парус якорь компас горизонт магистраль вершина пик высота сфера искра ракета планета звездочка ласточка чайка дельфин лебедь медведь тигр лев волк лента перекресток пятерочка точка открытие система престиж гарант мемориал голос сеть церковь ' +
    'центр телевизор арсенал известия ведомости вести новости мегафон гараж барьер основа надежда слово дело вера связь ' +
    'епіцентр батьківщина свобода довіра зірка сонце світ день вісник новини перемога єдність розвиток надія сила мрія річ ' +
    'почта вектор импульс контур ритм старт финиш спутник космос земля волна море река гора лес город дом семья ' +
    'республика отечество держава воля свобода справедливость дума сенат совет палата конгресс парламент биржа ' +
    'apple oracle sun shell target gap orange amazon visa meta alphabet guardian independent times sky square block slack ' +
    'zoom snap stripe dove tide gulf delta united virgin subway nature science cell gas oil bloom spring'
  )
    .split(' ')
    .map(foldedWord),
);

export function isOrdinaryWord(folded: string): boolean {
  return ordinaryWords.has(folded);
}
