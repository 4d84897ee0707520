import { decodeEntities } from '../../../../domain/html/decode-text.ts';
import { ofChange, ofPublication } from '../../times/date-labels.ts';
import { relativePattern } from '../../times/relative-words.ts';
import { isServiceLine } from '../text/boilerplate.ts';

const longestName = 60;
/** With tags and references. */
const longestByline = 2_000;
const prefix =
  /^[\s\p{P}]*(?:(?:veröffentlicht|verfasst|geschrieben|gepostet|erstellt|publiziert|eingestellt|autoren?|autorin|text|ein beitrag)(?: von|\s*:)|post(?:ed)? (?:author )?by|view all posts by|all posts by|published by|written by|(?:words|story|report(?:ing)?|слова|haber)\s*:|article by|contributed by|authors?\s*:|(?:analysis |opinion |review )?by|(?:propos )?recueillis? par|(?:entretien|interview)(?: (?:réalisée?|menée?) par| von|\s*:)|das (?:gespräch|interview) führten?|(?:беседовал|записал|подготовил|перевод|перев[её]л)\p{L}*|(?:спец)?корреспондент|журналист(?:ка)?|обозреватель|репорт[её]р|von|von:|автор(?:ы|и|ка|ом)?(?: статьи| текста| статті| материала| публикации| новости)?\s*[:—–-]?|текст(?: и фото)?\s*:|quelle\s*:|source\s*:|источник\s*:|redaktion\s*:|reporting by|(?:text|words|story)(?: and (?:photos?|pictures))? by|(?:par|por|di|door|przez)\s?:?|(?:كتبت?|تحرير|إعداد)\s?:|بقلم\s?:?|(?:материал )?подготовил\p{L}*\s*:?|auteure?s?\s*:|autore\s*:|autor\s*:?)(?:\s+|(?<=:))/iu;
/** A particle that is also the beginning of a family name. */
const particle = /^(?:von|par|por|di|door|przez)$/i;
/** The text behind a name: a date, a job, a network. */
const tail =
  /\s*(?:[|•·]|(?:^|\s)[–—-]\s|\s\/\s?|\/\s|(?:^|\s)additional reporting by\s|\s(?:on|am|um|in|at|for|vom)\s+(?=\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\p{Lu})|\s(?:o|le|el|à|il|alle|om|op|kl\.?|dnia|em|в|о|от|від)(?:\s\p{Ll}+)?\s+(?=\d)|\s\d|\(|[\w.+-]*@|https?:|\d{1,2}[.:/]\d|\d{4}|,\s+(?:staff|senior|editor|correspondent|reporter|special|the\s|contributing)).*$/iu;
/** People who edit a text or make its pictures are no authors of it. */
const others =
  /(?:^|(?<!\s(?:и|and|und))[\s.,])(?:(?:edit(?:ing|ed)|photos?) by\s|(?:photo(?:s|graphs)?|pictures?|фото|fotos?)\s?:)[^;|]*/giu;
const noName =
  /^(?:admin(?:istrator)?|redaktion|editor(?:ial)?(?: (?:team|staff|board))?|staff|team|gast(?:autor)?|guest|webmaster|user|author|autor|anonymous|unknown|none|null|redakcja|редакция|администратор|share|comments?|kommentare?|posted|print|email|home|about|uncategorized|allgemein|news|nachrichten|новости|veröffentlicht|aktualisiert|geändert|stand|datum|quelle|published|updated|опубликовано|обновлено|publié|publicado|lesezeit)$/i;

const isDateLabel = new RegExp(`^(?:${ofPublication.source}|${ofChange.source}|${relativePattern})$`, 'iu');
const dateBehind = new RegExp(`(?:^|\\s)(?:${ofPublication.source}|${ofChange.source}).*$`, 'iu');

/** The people that a byline names: two to five words with capitals each, as bylines have them. */
export function peopleIn(byline: string): string[] {
  const whole = byline.replace(/\s+/g, ' ');
  if (whole.length > longestByline) return [];
  let text = decodeEntities(whole, { attribute: false })
    .replace(/<[^>]*>/g, ' ')
    .replace(others, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s—–-]+/, '')
    .trim();
  if (text.length > 300) return [];
  for (let cut = text.replace(prefix, ''); cut !== text; cut = text.replace(prefix, '')) text = cut;
  return text
    .split(
      /\s*(?:;|,(?!\s*[JS]r\b))\s*|(?<=\p{Ll}{3})\. (?=\p{Lu})|\s+(?:and|AND|und|UND|et|ET|и|И|y|og|och|ja|en|oraz|та|&)\s+|(?<=\p{Ll})\s+[ieaі]\s+(?=\p{Lu})/u,
    )
    .map(name =>
      name
        .replace(prefix, '')
        .replace(tail, '')
        .replace(dateBehind, '')
        .replace(/(?<!\s[JS][rR])[\s\p{P}]+$/u, '')
        .trim(),
    )
    .filter((name, at) => isName(name) && !(at > 0 && job.test(name)));
}

/** The label in front of the names of a byline: "By ", "Автор:"; undefined without one. */
export function labelOf(byline: string): string | undefined {
  const label = prefix.exec(byline)?.[0];
  if (label === undefined) return undefined;
  const isName = particle.test(label.trim()) && !/\s/.test(byline.slice(label.length).trim());
  return isName ? undefined : label.replace(/:\s+$/, ':').trimStart();
}

/** The names of a value that a rule gave: behind a label the people whom it names, without one the value as it is. */
export function withoutLabel(value: string): readonly string[] {
  const label = labelOf(value);
  if (label === undefined) return [value];
  const people = peopleIn(value);
  return people.length > 0 ? people : [value.trim().slice(label.length).trim()];
}

/** A job behind a name. */
const job =
  /^(?:[\p{L}-]+\s){0,3}(?:writer|reporter|editor|correspondent|journalist|columnist|contributor|photographer|redakteur(?:in)?|korrespondent(?:in)?|journaliste|корреспондент|обозреватель|журналист|редактор)$|^(?:lokal|sport|online)?(?:redaktion|ressort|rédaction|redacci[oó]n|redazione|редакция)(?:\s|$)/iu;

const personalName =
  /^\p{Lu}[\p{L}.’'-]*(?:\s(?:(?:[dl][’'])?\p{Lu}[\p{L}.’'-]*|van|von|vom|de|der|den|del|della|di|da|dos|du|la|le|al|bin|ter|zu)){1,4}$/u;

/** A name in two words or more, each with a capital. */
export function isPersonalName(name: string): boolean {
  return isName(name) && personalName.test(name);
}

function isName(name: string): boolean {
  if (
    name.length < 2 ||
    name.length > longestName ||
    noName.test(name) ||
    isDateLabel.test(name) ||
    isServiceLine(name) ||
    /^(?:by|von|фото|foto|photo(?:s|graph(?:s|y|er)?)?|pictures?|video|camera)(?![\p{L}])/iu.test(name)
  )
    return false;
  if (/\d|[?!<>{}[\]=_]|https?:|\.(?:com|de|ru|net|org)\b/i.test(name)) return false;
  const words = name.split(' ');
  if (words.length > 6) return false;
  return words.some(word => /^[\p{Lu}\p{Lo}]/u.test(word)) || words.length === 1;
}
