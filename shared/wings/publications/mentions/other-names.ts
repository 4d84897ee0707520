import type { Dictionary } from './dictionary.ts';
import type { NameLanguage } from './other-forms.ts';
import { type ScannedText, shape } from './scanned-text.ts';
import { foldedWord, isAbbreviation } from './text-units.ts';
import { type Continuation, type FoundName, gapBetween, isCapitalized, wordFolded } from './walk-names.ts';

/** Rules on the words around a German, French or Ukrainian name. All words are folded. */

/** Nouns for people, organs and things of a firm: `Siemens-Chefin`, `Bundesbank-Vizepräsident`. */
const ownNouns =
  /(?:chef|konzern|sprecher|vorstand|vorsitzende|vorsitz|rat|prasident|prasidium|professor|forscher|wissenschaftler|studie|aktie|aktionar|werk|mitarbeiter|beschaftigte|angestellte|belegschaft|manager|management|direktor|leiter|leitung|fuhrung|spitze|zentrale|tochter|sparte|arzt|arzte|mediziner|pfleger|experte|fachmann|okonom|volkswirt|statistik|umfrage|bericht|gutachten|daten|zahlen|angaben|prognose|urteil|richter|student|studierende|absolvent|campus|rektor|kanzler|kunde|filiale|standort|gewinn|umsatz|bilanz|fraktion|abgeordnete|politiker|mitglied|reporter|journalist|redakteur|recherche|anwalt|jurist|vertreter|grunder|labor|team|trainer|[a-z]+(?:loge|login|iker|urg)|skandal|affare|klage|streik|fabrik|produkt|gebaude|maschine|flug|flugzeug|flieger|pilot|jet|zug|auto|wagen|modell|gerat|software|plattform|ticket|technik|anlage|laden|markt|zulieferer|partner|angebot|verkauf|ubernahme|krise|vertrag|tarif|redaktion|sendung|korrespondent)(?:in|innen|en|n|s|es|e|er)?$/;
/** With these behind a hyphen a name is that of another: `BASF-Stiftung`, `Siemens-Villa`. */
const otherNouns =
  /^(?:stiftung|arena|stadion|museum|halle|villa|stra(?:ß|ss)e|platz|preis|cup|pokal|orchester|chor|siedlung|schule)/;

/** Whether a noun behind a hyphen is about the organization; undefined: it does not say. */
export function isAboutName(noun: string): boolean | undefined {
  if (otherNouns.test(noun)) return false;
  return ownNouns.test(noun) ? true : undefined;
}

const latinHeads =
  /^(?:universit(?:at|aet|e)|uni|institut|ecole|assemblee|parlement|senat|agence|office|chambre|opera|orchestre|ministere|musee|museum|conseil|cour|centre|banque|fondation|academie|akademie|hochschule|theater|theatre|hopital|klinikum|bibliothek|bibliotheque|croix|amt|gericht)$/;
function isLatinHead(listed: number, dictionary: Dictionary): boolean {
  return latinHeads.test(foldedWord(dictionary.textOf(listed)));
}

/** `suisse`, `fédérale`: the name is that of another. */
const ofOthers =
  /^(?:(?:belge|suisse|italien|espagnol|allemand|luxembourgeois|grec|turc|tunisien|algerien|marocain|senegalais|canadien|quebecois|libanais|britannique|americain|ivoirien|malien|gabonais|camerounais|congolais|nigerien|togolais|beninois|guineen|mauritanien|tchadien|malgache|haitien|russe|polonais|portugais|roumain|bulgare|hongrois|autrichien|neerlandais|danois|suedois|irlandais|ukrainien|israelien|egyptien|syrien|irakien|iranien|indien|chinois|japonais|coreen|europeen|bresilien|mexicain|argentin|chilien)n?e?s?|(?:federal|royal|imperial|cantonal|constituant)e?)$/;

/** `Institut Pasteur de Lille`, `Conseil d'État belge`: another, or a branch. Undefined: a question of other rules. */
export function latinContinuation(
  name: FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): Continuation | undefined {
  const { organization, words: listed } = name.path;
  const last = name.words.at(-1)!;
  const next = last + 1;
  // `Siemens' Gewinn`, `Siemens-Chefin`, `Bayers Tochterfirma`: in German a noun follows the genitive.
  if (/['’‐‑-]/.test(scan.text[scan.ends[last]!] ?? '')) return 'none';
  if (isCapitalized(scan, next)) {
    if (otherNouns.test(wordFolded(scan, next))) return undefined;
    return isGermanGenitive(name, scan, dictionary) || isInGerman(name, scan, dictionary) ? 'none' : undefined;
  }
  if (dictionary.languageOf(organization) === undefined) return undefined;
  const after = wordFolded(scan, next);
  const isOther = ofOthers.test(after);
  if (!isOther && !/^(?:d|de|du|des)$/.test(after)) return undefined;
  if (!listed.some(word => isLatinHead(word, dictionary))) return undefined;
  if (isOther) return 'longer-name';
  if (next + 1 >= scan.count) return undefined;
  const town = wordFolded(scan, next + 1) === 'la' ? next + 2 : next + 1;
  if (town >= scan.count || !isCapitalized(scan, town) || gapBetween(scan, town - 1, town) !== 'open') return undefined;
  return dictionary.knows(organization, scan.forms[town]!) ? 'none' : 'doubtful';
}

const germanWords =
  /(?<!\p{L})(?:der|das|dem|und|eine?[mnrs]?|ist|sind|wird|wurde|hat|haben|vom|beim|zu[mr]|für|bei|nicht|auf|von|laut|aus|nach|sich|ihre?[mnrs]?|wegen|über|de[ns])(?!\p{L})/u;
/** Characters on either side of a name that show the language of its sentence. */
const near = 150;

/** Whether a name in -s is a German genitive, and no plural: `des Deutschen Museums`, `Bayers`. */
export function isGermanGenitive(
  { path, words, start, end }: FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): boolean {
  const last = words.at(-1)!;
  if (!/s/i.test(scan.text[scan.ends[last]! - 1]!)) return false;
  if (wordFolded(scan, last) !== `${foldedWord(dictionary.textOf(path.words.at(-1)!))}s`) return false;
  return isInGerman({ path, start, end }, scan, dictionary);
}

function isInGerman(
  { path, start, end }: Pick<FoundName, 'path' | 'start' | 'end'>,
  scan: ScannedText,
  dictionary: Dictionary,
): boolean {
  return (
    dictionary.languageOf(path.organization) === 'de' ||
    germanWords.test(scan.text.slice(Math.max(0, start - near), end + near))
  );
}

const surname = /(?:[оеє]в|[іи]н|енко|[уюи]к)(?:а|у|ові|им|і)?$/;
const places =
  /^(?:ville|maire|mairie|commune|pres|gare|habitants?|lycee|prison|tribunal|arenes|stade|quartier|place|rue|avenue|princes?|princesse|duc|duchesse|comte|comtesse|nee?s?)$/;

/** `Medizinische Universität Wien`: another. `ville d'Orange`, `né à Orange`: perhaps a town. `Депутат Антонов`: perhaps a person. */
export function otherNamesake(
  name: FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): 'longer-name' | 'doubtful' | undefined {
  const { path, words, start } = name;
  const first = words[0]!;
  const before = first - 1;
  const language = dictionary.languageOf(path.organization);
  const isShort = path.words.length === 1;
  if (isWithoutCapital(name, scan, language)) return 'doubtful';
  if (isCommonNoun(name, scan)) return 'doubtful';
  if (before < 0 || (language === undefined && !isShort)) return undefined;
  if (isCapitalized(scan, before)) {
    if (language === undefined || gapBetween(scan, before, first) !== 'open') return undefined;
    if (language === 'uk') {
      const isSurname = isShort && surname.test(wordFolded(scan, first)) && !/[«"„“]/.test(scan.text[start - 1] ?? '');
      return isSurname ? 'doubtful' : undefined;
    }
    const isOther = /ische[mnrs]?$/.test(wordFolded(scan, before)) && isLatinHead(path.words[0]!, dictionary);
    return isOther && !dictionary.knows(path.organization, scan.forms[before]!) ? 'longer-name' : undefined;
  }
  // `d'Orange`, `à Orange`
  if (!isShort || before === 0 || scan.ends[before]! - scan.starts[before]! > 2) return undefined;
  if (!/^(?:de?|a)$/.test(wordFolded(scan, before)) || isAbbreviation(dictionary.textOf(path.words[0]!)))
    return undefined;
  return places.test(wordFolded(scan, before - 1)) ? 'doubtful' : undefined;
}

/** Newspapers and magazines have the names of ordinary German nouns. */
const mediaNouns = /^(?:zeit|welt|presse|standard|stern|bild|spiegel|focus|freitag|kurier|woche|tag|post)$/;
const mediaWords =
  /^(?:magazin|zeitung|wochenzeitung|tageszeitung|zeitschrift|blatt|verlag|nachrichtenmagazin|boulevardzeitung|berichte\p{L}*|schr[ei]\p{L}*|melde\p{L}*|zitier\p{L}*|titel\p{L}*|enthull\p{L}*|zufolge|gegenuber|laut|in?formationen)$/u;

/** `Ein Stern`, `die Zeit drängt`: without quotation marks, a word for media or a verb of theirs, the noun may be itself. */
function isCommonNoun({ words, start, end }: FoundName, scan: ScannedText): boolean {
  const [first, last] = [words[0]!, words.at(-1)!];
  const isShort = words.length === 1 || (words.length === 2 && /^d(?:er|ie|as)$/.test(wordFolded(scan, first)));
  const isNoun = isShort && mediaNouns.test(wordFolded(scan, last));
  if (!isNoun || !germanWords.test(scan.text.slice(Math.max(0, start - near), end + near).toLowerCase())) return false;
  if (/[»«"„“‚‘]/.test(scan.text[start - 1] ?? '')) return false;
  const beside = [first - 2, first - 1, last + 1, last + 2].filter(each => each >= 0 && each < scan.count);
  return !beside.some(each => mediaWords.test(wordFolded(scan, each)));
}

/** `La poste du village`: the noun behind the article of a name has a capital. */
function isWithoutCapital({ path, words }: FoundName, scan: ScannedText, language: NameLanguage | undefined): boolean {
  const isArticle =
    words.length === 2 && path.words.length === 2 && /^(?:l[ea]?s?|d(?:er|ie|as))$/.test(wordFolded(scan, words[0]!));
  return language !== undefined && isArticle && !isCapitalized(scan, words[1]!);
}

const frenchMedia =
  /^(?:journalistes?|reporters?|correspondante?s?|colonnes|redaction|redact(?:eur|rice)s?|direct(?:eur|rice)|lecteurs|lectrices|une|edition|tribune|site|interview|entretien|enquete|president[es]?|secretaires?|deput[es]*|elue?s?|candidat[es]*|chef|cheffe|senat(?:eur|rice)s?|maires?|nationale?|generale?)$/;

/** `Une journaliste du Parisien`, `le chef des Républicains`: the article of the name is in `du` and `des`. */
export function hasArticleWithin({ words, path }: FoundName, scan: ScannedText, dictionary: Dictionary): boolean {
  const before = words[0]! - 1;
  if (before < 1 || dictionary.languageOf(path.organization) !== 'fr') return false;
  return /^(?:du|au|des|aux)$/.test(wordFolded(scan, before)) && frenchMedia.test(wordFolded(scan, before - 1));
}

export function areCapitals(word: number, { shapes }: ScannedText): boolean {
  return (shapes[word]! & shape.allCapitals) !== 0;
}

const ukrainianHeads =
  /^(?:університет|інститут|академі|центр|школ|коледж|музеи|бібліотек|театр|рад|служб|банк|міністерств|суд)/;
const ukrainianFields =
  /^(?:права|культури|мистецтв[а]?|бізнесу|економіки|торгівлі|туризму|медицини|управління|фінансів|статистики|будівництва|архітектури|наук|звязку|транспорту|спорту|оборони|юстиціі|фізики|хіміі|математики|журналістики|педагогіки|психологіі|дизаину|телебачення|кіно|музики|металургіі|кораблебудування|біоресурсів|[а-яі]*технологіи)$/;
const ukrainianOwn = /^(?:справ|мов|відносин|досліджень|освіти|систем|машин|господарства|промисловості|безпеки)$/;

/** `Київський університет культури`, `… внутрішніх справ`: another; `Верховна Рада Криму`: perhaps another. */
export function ukrainianContinuation(name: FoundName, scan: ScannedText, dictionary: Dictionary): Continuation {
  const { words: listed, organization } = name.path;
  if (!listed.some(word => ukrainianHeads.test(foldedWord(dictionary.textOf(word))))) return 'none';
  const next = name.words.at(-1)! + 1;
  if (dictionary.knows(organization, scan.forms[next]!)) return 'none';
  const after = wordFolded(scan, next);
  const beyond = next + 1 < scan.count && gapBetween(scan, next, next + 1) === 'open' ? next + 1 : undefined;
  if (isCapitalized(scan, next)) {
    const isPerson = beyond !== undefined && isCapitalized(scan, beyond);
    if (isPerson || (areCapitals(next, scan) && areCapitals(name.words[0]!, scan))) return 'none';
    return areCapitals(next, scan) || /[уюиі]$/.test(after) ? 'doubtful' : 'none';
  }
  if (ukrainianFields.test(after)) return 'longer-name';
  if (!/(?:их|іх|оі|ого)$/.test(after) || beyond === undefined) return 'none';
  const behind = wordFolded(scan, beyond);
  return ukrainianFields.test(behind) || ukrainianOwn.test(behind) ? 'longer-name' : 'none';
}
