import type { NameLanguage } from './other-forms.ts';
import { foldedWord, isAbbreviation, type NameWord, nameWords } from './text-units.ts';

/** Ways to write the same part of a name: any takes the place of any other. The first word of each is its nominative. */
const sameParts: readonly (readonly string[])[] = [
  ['РАН', 'Российской академии наук', 'Российская академия наук'],
  [
    'СО РАН',
    'Сибирского отделения РАН',
    'Сибирского отделения Российской академии наук',
    'СО Российской академии наук',
  ],
  [
    'УрО РАН',
    'Уральского отделения РАН',
    'Уральского отделения Российской академии наук',
    'УрО Российской академии наук',
  ],
  ['ДВО РАН', 'Дальневосточного отделения РАН', 'Дальневосточного отделения Российской академии наук'],
  ['РФ', 'Российской Федерации', 'России'],
  ['СССР', 'Советского Союза'],
  ['США', 'Соединённых Штатов Америки', 'Соединённых Штатов'],
  ['ЕС', 'Европейского союза', 'Евросоюза'],
  ...[
    'государственный гос университет департамент банк комитет совет',
    'национальный нац банк',
    'національний нац банк',
    'государственная гос дума корпорация',
    ...['технический тех', 'педагогический пед', 'медицинский мед'].map(each => `${each} университет институт`),
    ...['городской гор', 'областной обл', 'районный рай', 'краевой край'].map(each => `${each} суд совет`),
    ...['городская гор', 'областная обл', 'районная рай'].map(
      each => `${each} дума больница прокуратура администрация`,
    ),
    ...['обласна обл', 'міська міськ', 'районна рай'].map(each => `${each} рада прокуратура лікарня держадміністрація`),
    ...['обласний обл', 'міський міськ', 'районний рай'].map(each => `${each} суд`),
    'державне держ бюро агентство',
    'державна держ служба інспекція',
  ].flatMap(shortened),
  ...['технический', 'педагогический', 'медицинский'].map(adjective => {
    const start = adjective.slice(0, 3);
    return [`государственный ${adjective} университет`, `гос${start}университет`, `гос ${start} университет`];
  }),
  ...'области обл,национальный нац,федеральный фед,національний нац,державний держ,університет ун-т,інститут ін-т,университет ун-т,институт ин-т,державна адміністрація держадміністрація'
    .split(',')
    .map(pairOf),
  ['научный центр', 'НЦ'],
  ['научно-исследовательский институт', 'НИИ'],
  ['федеральный исследовательский центр', 'ФИЦ'],
  ['University', 'Univ'],
  ['Université', 'Université de'],
  ['Universität', 'Uni'],
  ['Universitätsklinikum', 'Uniklinikum', 'Uniklinik'],
  ['Technische Universität', 'TU'],
  ['Technische Hochschule', 'TH'],
  ['Oberlandesgericht', 'OLG'],
  ['Industrie- und Handelskammer', 'IHK'],
  ['Centre hospitalier universitaire', 'CHU'],
  ['Organization', 'Organisation'],
  ['Center', 'Centre'],
];

function pairOf(pair: string): readonly [string, string] {
  return [pair.slice(0, pair.lastIndexOf(' ')), pair.slice(pair.lastIndexOf(' ') + 1)];
}

/** `государственный университет`, `госуниверситет`, `гос. университет`. */
function shortened(line: string): readonly (readonly string[])[] {
  const [adjective, start, ...nouns] = line.split(' ');
  return nouns.map(noun => [`${adjective} ${noun}`, `${start}${noun}`, `${start} ${noun}`]);
}

interface Part {
  readonly words: readonly NameWord[];
  readonly keys: readonly string[];
}

const parts: readonly (readonly Part[])[] = sameParts.map(group => group.map(partOf));
const firstWords = new Set(parts.flatMap(group => group.map(({ keys }) => keys[0]!)));

/** Variants of one name, itself first; more would be products of parts that no text has. */
const mostVariants = 8;

/** `імені Івана Франка` is written `ім. І. Франка` too; `Петра Великого` has no family name. */
const givenNames =
  /((?:имени|им\.|імені|ім\.)\s+)(?:\p{Lu}\p{Ll}+\s+){1,2}(?=(?!\p{L}+(?<![сц]ь?к)[ое]го(?!\p{L}))\p{Lu}\p{Ll}+$)/u;

/** The words of a name and of the names that say the same: РАН for Российской академии наук, госуниверситет. */
export function nameVariants(name: string): readonly (readonly NameWord[])[] {
  const rules = [joinedSpellings, ofTown, ofCity, ofVille, ofAcademy];
  const spelled = ofBrackets(name).flatMap(each => rules.flatMap(rule => rule(each)));
  const variants = [...new Set(spelled.flatMap(each => [each, each.replace(givenNames, '$1')]))].map(nameWords);
  const most = mostVariants + variants.length - 1;
  const known = new Set(variants.map(keyOf));
  for (let next = 0; next < variants.length; next++)
    for (const variant of replaced(variants[next]!)) {
      const key = keyOf(variant);
      if (known.has(key) || variants.length === most) continue;
      known.add(key);
      variants.push(variant);
    }
  return variants;
}

const bodiesOfTowns =
  /^((?:.+ )?[\p{L}-]*(?:gericht|universität|hochschule|klinikum|staatsanwaltschaft|polizeipräsidium|kammer|flughafen|messe|zoo|oper|philharmonie|stadtwerke|sparkasse|akademie)) (?:zu |in )?(\p{Lu}\p{Ll}+)((?: am| an der) \p{Lu}\p{Ll}+)?$/iu;

/** `Oberlandesgericht Köln` is also the `Oberlandesgericht in Köln` and the `Kölner Oberlandesgericht`. */
function ofTown(name: string): readonly string[] {
  const [, body, town, river = ''] = bodiesOfTowns.exec(name) ?? [];
  if (body === undefined || town === undefined) return [];
  const stem = town.replace(/e[nl]$/, '');
  const ending = /el$/.test(town) ? 'ler' : /(?:ing|lang|brem|aach|ess)en$/i.test(town) ? 'er' : 'ner';
  const adjectives =
    stem === town ? [`${town}er`, `${town}sche`, ...(town === 'Zürich' ? ['Zürcher'] : [])] : [`${stem}${ending}`];
  return [`${body} ${town}${river}`, `${body} in ${town}${river}`, ...adjectives.map(each => `${each} ${body}`)];
}

const courtsOfCities =
  /^(?=(\p{Lu}[\p{L}-]+[сц]ь?к)ий)(\p{Lu}[\p{L}-]+?)(?:ь?с)?ь?кий ((?:город|облас|крае|апел|міськ)\p{L}+ суд)$/u;

/** `Рязанский областной суд` is also the `областной суд Рязани`: the ending of an adjective hides that of its town. */
function ofCity(name: string): readonly string[] {
  const [, base, stem, body] = courtsOfCities.exec(name) ?? [];
  return body === undefined ? [] : [base, stem, `${stem}ь`, `${stem}а`, `${stem}о`].map(town => `${body} ${town}`);
}

const bodiesOfVilles =
  /^((?:Cour|Tribunal|Université|CHU|Centre hospitalier|Opéra|Mairie|Préfecture|Chambre)(?: [\p{Ll}'’]+)*) (?:de |d['’])(\p{Lu}\p{Ll}+)$/u;
const changedTowns = new Map(
  'Bordeaux bordel,Montpellier montpelliér,Nancy nancé,Nice niç,Reims rém'.split(',').map(pairOf),
);

/** `Cour d'appel de Lyon` is also the `cour d'appel lyonnaise`: a superset, since towns have one adjective each. */
function ofVille(name: string): readonly string[] {
  const [, body, town] = bodiesOfVilles.exec(name) ?? [];
  if (body === undefined || town === undefined) return [];
  const isFeminine = /^(?:Cour|Univ|Mair|Préf|Chamb)/.test(body);
  const stem = (changedTowns.get(town) ?? town.toLowerCase()).replace(/(?<!i)e?s?$/, '');
  const endings = isFeminine ? 'aise oise aine naise eoise ienne' : 'ais ois ain nais eois ien';
  return endings.split(' ').map(ending => `${body} ${stem}${ending}`);
}

/** `Львівський національний університет імені Франка` is also the `Львівський університет імені Франка`. */
const ofState =
  /(?<=^\p{Lu}\p{L}+ )(?:нац[іи]онал|держав|государствен)\p{L}+ (?=ун[іи]верситет (?:[іи]мен[іи]|[іи]м\.))/u;

/** `Физический институт имени Лебедева РАН` is also `Физический институт РАН` and `Физический институт имени Лебедева`. */
function ofAcademy(name: string): readonly string[] {
  const [, body, person, academy] = /^(.+?) ((?:имени|им\.|імені|ім\.) .+?) (РАН|НАН України)$/u.exec(name) ?? [];
  if (body !== undefined) return [`${body} ${academy}`, `${body} ${person}`];
  const short = name.replace(ofState, '');
  return short === name ? [] : [short];
}

/** `Ernst & Young` is also written `Ernst&Young` and `Ernst and Young`, `Ernst und Young`; `Kühne + Nagel` `Kühne+Nagel`. */
function joinedSpellings(name: string): readonly string[] {
  if (name.includes(' + ')) return [name, name.replaceAll(' + ', '+')];
  if (!/ (?:&|and|und|et) /.test(name)) return [name];
  const ands = /\p{Script=Cyrillic}/u.test(name) ? [' и '] : [' and ', ' und ', ' et '];
  return [...new Set([name, ...[...ands, '&', ' & '].map(and => name.replace(/\s+(?:&|and|und|et)\s+/g, and))])];
}

/** `Казанский (Приволжский) университет (КПУ)`: an abbreviation at the end is another name, and other brackets may be left out. */
function ofBrackets(name: string): readonly string[] {
  const [, body, inside = ''] = /^(.+) \(([^()]+)\)$/u.exec(name) ?? [];
  if (body !== undefined && isAbbreviation(inside)) return [...ofBrackets(body), inside];
  return [...new Set([name, name.replace(/ \([^()]+\)(?= )/u, '')])];
}

/** Parts of a name that texts give for it where the rest is known. */
export function partsOf(name: string, language?: NameLanguage): readonly string[] {
  const parts = ofBrackets(name).flatMap(each => [quotedPart(each), withoutEnd(each), withoutArticle(each, language)]);
  return [...parts, otherOrder(name), name.replace(/ \([^()]+\)$/u, '')].filter(
    part => part !== undefined && part !== name,
  ) as readonly string[];
}

/** `Leeds University`, `НИИ Склифосовского`, `Ludwig-Maximilians-Universität`, `антимонопольная служба`: perhaps this one. */
function otherOrder(name: string): string {
  return name
    .replace(/^University of (\p{Lu}\p{L}+)$/u, '$1 University')
    .replace(/^Институт (?=\p{L}+ \p{L}|\p{Lu})/u, 'НИИ ')
    .replace(/^((?:\p{Lu}\p{Ll}+-)+Universität) (?:zu )?\p{Lu}\p{L}+$/u, '$1')
    .replace(/^Федеральная (?=\p{Ll}+ служба$)/u, '');
}

/** `Der Spiegel`, `Le Monde`: a sentence changes the article, or has `du` and `aux` for it. */
function withoutArticle(name: string, language: NameLanguage | undefined): string | undefined {
  const part = language === 'de' || language === 'fr' ? name.replace(/^(?:D(?:er|ie|as)|L(?:es?|a))\s+/u, '') : name;
  return part !== name && /^\p{Lu}/u.test(part) ? part : undefined;
}

/** `Театр имени Товстоногова` without the person, `Министерство обороны РФ` without the country: two words at least. */
function withoutEnd(name: string): string | undefined {
  const part = name.replace(
    /\s+(?:(?:имени|им\.?|імені|ім\.?)\s+[^«»"“”(),;]+|РФ|России|Российской Федерации|(?:М[ОВ][ЗНС] |НАН )?України)$/u,
    '',
  );
  return part !== name && /^\p{Lu}[а-яёіїєґ'’-]+(?:\s+(?:\(\p{L}+\)|[а-яёіїєґ'’-]+))+$/u.test(part) ? part : undefined;
}

/**
 * The part of the name between quotation marks, where this is a part of it: «Яблоко» of `партия «Яблоко»`. A branch has its own
 * behind that of its company: `Филиал ПАО «МРСК» — «Ставропольэнерго»`.
 */
function quotedPart(name: string): string | undefined {
  const quoted = name.match(/[«"“„][^«»"“”„]+[»"”“]/g);
  if (quoted === null) return undefined;
  const isBranch = quoted.length > 1 && /(?<!\p{L})филиал/iu.test(name);
  const part = quoted.at(isBranch ? -1 : 0)!.slice(1, -1);
  if (part.trim() === '') return undefined;
  const inside = keyOf(nameWords(part));
  return inside === keyOf(nameWords(name)) ? undefined : part;
}

function replaced(words: readonly NameWord[]): readonly (readonly NameWord[])[] {
  const keys = words.map(({ text }) => foldedWord(text));
  if (!keys.some(key => firstWords.has(key))) return [];
  return parts.flatMap(group =>
    group.flatMap(part =>
      placesOf(part.keys, keys).flatMap(at =>
        group
          .filter(other => other !== part)
          .map(other => [...words.slice(0, at), ...other.words, ...words.slice(at + part.words.length)]),
      ),
    ),
  );
}

function placesOf(part: readonly string[], words: readonly string[]): readonly number[] {
  const [first] = part;
  return words.flatMap((word, at) =>
    word === first && part.every((each, index) => words[at + index] === each) ? [at] : [],
  );
}

function partOf(text: string): Part {
  const words = nameWords(text);
  return { words, keys: words.map(word => foldedWord(word.text)) };
}

function keyOf(words: readonly NameWord[]): string {
  return words.map(({ text, isAbbreviation }) => `${foldedWord(text)}${isAbbreviation ? '!' : ''}`).join(' ');
}
