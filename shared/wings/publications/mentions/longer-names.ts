import type { Dictionary, NamePath } from './dictionary.ts';
import { englishContinuation } from './english-names.ts';
import * as institutions from './institution-words.ts';
import { areCapitals, latinContinuation, ukrainianContinuation } from './other-names.ts';
import { ofRegion } from './regional-bodies.ts';
import type { ScannedText } from './scanned-text.ts';
import { foldedWord } from './text-units.ts';
import { type Continuation, type FoundName, gapBetween, isCapitalized, wordFolded, wordText } from './walk-names.ts';

export function continuationOf(name: FoundName, scan: ScannedText, dictionary: Dictionary): Continuation {
  const { words, end, path } = name;
  const last = words.at(-1)!;
  const next = last + 1;
  const region = next >= scan.count ? 'none' : ofRegion(name, scan, dictionary);
  if (region !== 'none') return region;
  if (next >= scan.count || gapBetween(scan, last, next) !== 'open') return 'none';
  if (/[»"”“«„]/.test(scan.text.slice(end, scan.starts[next]))) return 'none';
  const folded = wordFolded(scan, last);
  if (/[a-z]/.test(folded))
    return latinContinuation(name, scan, dictionary) ?? englishContinuation(name, scan, dictionary);
  if (dictionary.languageOf(path.organization) === 'uk') return ukrainianContinuation(name, scan, dictionary);
  if (isCapitalized(scan, next)) {
    if (isOfOtherRegion(path, next, scan, dictionary)) return path.isPart ? 'longer-name' : 'doubtful';
    return institutions.isHead(folded) ? inCapitals(words, path.organization, scan, dictionary) : 'none';
  }
  const named = institutions.isHead(folded) ? behindHead(next, scan) : 'none';
  return named !== 'none' || path.words.length > 1 ? named : behindOneWord(path.words[0]!, last, scan, dictionary);
}

/** `Минздрав Татарстана`; `Министерство здравоохранения Республики …`, where the list has that of the country. */
function isOfOtherRegion(
  { words, organization, isPart }: NamePath,
  next: number,
  scan: ScannedText,
  dictionary: Dictionary,
): boolean {
  const after = wordFolded(scan, next);
  if (/^росси/.test(after) || dictionary.knows(organization, scan.forms[next]!)) return false;
  if (isPart) return words.length > 1 && institutions.looksGenitive(after);
  if (words.length > 1 || !institutions.isMinistry(dictionary.textOf(words[0]!))) return false;
  const isPerson =
    next + 1 < scan.count && gapBetween(scan, next, next + 1) === 'open' && isCapitalized(scan, next + 1);
  return !isPerson && /(?:стана|ии|области|края|украины|крыма|москвы|подмосковья)$/.test(after);
}

/** The verdict on the words behind a name of one word: `правительство региона`, «Большой город». */
function behindOneWord(listed: number, last: number, scan: ScannedText, dictionary: Dictionary): Continuation {
  const after = wordFolded(scan, last + 1);
  if (institutions.isGenericNoun(foldedWord(dictionary.textOf(listed)))) {
    if (fields.test(after) || members.test(after)) return 'longer-name';
    return institutions.looksGenitive(after) &&
      !institutions.isFunctionWord(after) &&
      !institutions.looksVerb(after) &&
      !isOwnWord(after)
      ? 'doubtful'
      : 'none';
  }
  return institutions.isAdjectiveName(wordFolded(scan, last)) && institutions.looksNoun(after) ? 'longer-name' : 'none';
}

/** `Московский университет МВД`; `Московский Университет Геодезии`, where all words have capitals. */
function inCapitals(
  words: readonly number[],
  organization: number,
  scan: ScannedText,
  dictionary: Dictionary,
): Continuation {
  const next = words.at(-1)! + 1;
  if (dictionary.knows(organization, scan.forms[next]!)) return 'none';
  const areAllCapital = words.length > 1 && words.every(word => isCapitalized(scan, word));
  const named = areAllCapital ? behindHead(next, scan) : 'none';
  if (named !== 'none' || !areCapitals(next, scan) || areCapitals(words[0]!, scan)) return named;
  if (!/^\s+$/.test(scan.text.slice(scan.ends[next - 1]!, scan.starts[next]))) return 'none';
  return departments.test(wordFolded(scan, next)) ? 'longer-name' : 'doubtful';
}

/** The words behind `университет`, `институт` …: a field, adjectives with a field behind them, another genitive, or nothing of the name. */
function behindHead(next: number, scan: ScannedText): Continuation {
  const after = wordFolded(scan, next);
  if (after.length < 3 || isOwnWord(after)) return 'none';
  if (fields.test(after)) return isNominative(next, scan) ? 'doubtful' : 'longer-name';
  // `университет систем управления`
  const beyond = next + 1 < scan.count && gapBetween(scan, next, next + 1) === 'open' ? wordFolded(scan, next + 1) : '';
  if (fieldsOfAdjectives.test(after) && fields.test(beyond)) return 'longer-name';
  if (adjectives.test(after)) return behindAdjective(next, scan);
  return genitives.test(after) ? 'doubtful' : 'none';
}

/** `технологии` and `науки` may be what the sentence is about; `технологий` is always of the name. */
function isNominative(word: number, scan: ScannedText): boolean {
  return /^(?:технологи|знани)и$/iu.test(wordText(scan, word));
}

/** Adjectives of a field: `тонких химических технологий`. */
const mostAdjectives = 4;

/** Adjectives are of the name where a field is behind them, and not where they are of quality, or of what sentences are about. */
function behindAdjective(first: number, scan: ScannedText): Continuation {
  const isQuality = qualities.test(wordFolded(scan, first));
  for (let word = first + 1; word < scan.count && word <= first + mostAdjectives; word++) {
    if (gapBetween(scan, word - 1, word) !== 'open') break;
    const folded = wordFolded(scan, word);
    if (fields.test(folded) || fieldsOfAdjectives.test(folded)) return isQuality ? 'doubtful' : 'longer-name';
    if (isOwnWord(folded)) return 'none';
    if (!adjectives.test(folded) && folded !== 'и') break;
  }
  // Feminine adjectives have one form for four cases: alone they say nothing.
  return isQuality || wordFolded(scan, first).endsWith('ои') ? 'none' : 'doubtful';
}

function isOwnWord(folded: string): boolean {
  return noContinuation.has(folded) || subjects.test(folded);
}

/** Genitives that institutions are named for, folded. */
const fields =
  /^(?:путеи|лесов|леса|печати|культуры|искусств[а]?|права|правосудия|юстиции|туризма|дизаина|сервиса|спорта|транспорта|связи|управления|бизнеса|менеджмента|предпринимательства|кино|кинематографии|театра|кукол|оперы|сатиры|балета|оперетты|эстрады|миниатюр|юного|музыки|медицины|хирургии|онкологии|кардиологии|фармации|физики|химии|математики|механики|нефти|газа|дружбы|народов|торговли|финансов|статистики|обороны|наук|науки|знании|технологии|радио|телевидения|инженеров|стали|сплавов|металлов|экономики|здравоохранения|просвещения|образования|педагогики|психологии|социологии|философии|истории|археологии|географии|геологии|геодезии|картографии|биологии|экологии|энергетики|электроники|радиоэлектроники|радиотехники|электротехники|приборостроения|машиностроения|(?:судо|корабле|ракето|автомобиле)строения|станкостроения|авиастроения|двигателестроения|землеустроиства|природообустроиства|информатики|кибернетики|генетики|катализа|аэронавигации|авиации|востоковедения|языкознания|литературы|лингвистики|растениеводства|животноводства|рыбоводства|лесоводства|садоводства|виноградарства|ветеринарии|почвоведения|материаловедения|мерзлотоведения|агрономии|астрономии|автоматизации|мелиорации|кооперации|стандартизации|(?:теле)?коммуникации|землепользования|(?:био|нано)технологии|(?!техно|идео|ана|хроно)[а-я]{2,}логии)$/;
/** The members for whom a body of one word is named: `Совет директоров`, `Союз писателей`. */
const members =
  /^(?:профсоюзов|директоров|министров|депутатов|ветеранов|писателеи|журналистов|художников|композиторов|кинематографистов|архитекторов|адвокатов|юристов|судеи|предпринимателеи|промышленников|потребителеи|инвалидов|молодежи|ученых|матереи)$/;
/** Of these only with an adjective: `гражданской авиации`, `ядерных исследований`. */
const fieldsOfAdjectives =
  /^(?:производств|исследовании|систем|хозяиства|промышленности|отношении|языков|языка|дел|ресурсов|анализа|энергии|энергии|материалов|флота|развития|техники|службы|академии|творчества|процессов|строительства|соединении|веществ|удобрении|растении|болезнеи|инфекции|организмов|зон|пород|конструкции|приборов|реакторов|культур|механизмов|проблем|университета|института)$/;
const adjectives = /(?:[сц]кого|[сц]кои|[кгхшн]их|[нв]ого|[нв]ои|[нв]ых|него)$/;
/** Qualities and quantities: institutions are not named for them. */
const qualities =
  /^(?:нов|крупн|груб|серьезн|многочисленн|иностранн|молод|отдельн|уголовн|судебн|незаконн|систематическ|больш|маленьк|лучш|худш|бывш|будущ|главн|известн|опасн|пьян|аварийн|массов|взрывн|тяжел|легк)/;
/** Genitives by their ending: no verb, adverb or preposition looks like these. */
const genitives =
  /(?:ации|яции|ении|ения|ания|ании|огии|графии|номии|метрии|остеи|ости|тики|(?:тех|электро|меха|бота)ники|туры|драмы|комедии|ства|стве|сообщени[яи])$/;
/** Subjects of sentences on institutions: what inspectors find there, what institutions have and do, who is in them. */
const subjects =
  /^(?:нарушени|хищени|злоупотреблени|преступлени|превышени|мошенничеств|взяточничеств|обвинени|подозрени|требовани|замечани|предписани|увольнени|отчислени|задержани|сокращени|повреждени|отравлени|заболевани|расхождени|искажени|несоответстви|здани|помещени|общежити|сооружени|оборудовани|задани|решени|заявлени|звани|открыти|собрани|заседани|совещани|соревновани|испытани|соглашени|предложени|обращени|объявлени|сообщени|разъяснени|опровержени|мероприяти|достижени|изобретени|средств|имуществ|доказательств|обстоятельств|руководств|начальств|правительств|министерств|ведомств|агентств|большинств|множеств|количеств|недостатк|студент|выпускник|сотрудник|работник|чиновник|охранник|участник|школьник|наследник|противник|сторонник|поклонник|источник|рудник|праздник|новости|должности|ценности|возможности|сложности|трудности|особенности|неисправности|задолженности|недостачи|отоплени|снабжени|питани|финансировани|освещени|голосовани|расследовани|обследовани|снижени|увеличени|участи|согласи|банкротств|убийств|происшестви|безопасности|публикации|фотографии|монографии|биографии|аналитики|критики|политики|документации|махинаци|фальсификаци|манипуляци|провокаци|реорганизаци|ликвидаци|эвакуаци|рекомендации|организации|акции|санкции|лицензии|аккредитации|консультации|презентации|экскурсии|традиции)/;
const noContinuation = new Set(
  'сегодня вчера которых которого которои многих данного данных некоторых разных такого одного однои первого последних других другого другои этих этого этои своего своих своеи наших нашеи вашего нашего различных подобного из-за после'
    .split(' ')
    .map(foldedWord),
);
const departments = /^(?:мвд|фсб|фсо|фсин|мчс|мид|мо|фнс|ржд|уфсин|прокуратуры|досааф|мгимо|нкп|внииа?)$/;
