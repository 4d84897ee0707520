/**
 * Further parts of lists, found by the behaviour of a list: numbers, or one word for the next part, link to addresses that differ
 * in one number. The name of the place does not matter: `?PAGEN_1=2`, `?start=20`, `/news/page-3.html`.
 */
import { timePlaces } from './archive-forms.ts';
import { type GlancedLink, moreText, type PageGlance } from './page-glance.ts';

/** A number in an address. */
interface CountingPlace {
  /** `?name` of a parameter; or the path with `#` in place of the number. */
  readonly place: string;
  readonly path: string;
  readonly value: number;
}

interface NumberedLink extends CountingPlace {
  /** The number that the link shows. */
  readonly number: number;
}

const page = 'page|seite|página|pagina|strona|страница|стр\\.?|сторінка|бет';
const shownNumber = new RegExp(`^(?:(?:${page})\\s*)?[[(]?(\\d{1,4})[\\])]?$`, 'iu');
/** "11–20" shows which items a part has. */
const shownRange = /^(\d{1,5})\s*[-–—]\s*(\d{1,5})$/;
const next = [
  'next|older|earlier|следующ\\p{L}+|след\\.?|вперед|вперёд|дальше|ранее|более ранние|старые|наступн\\p{L}+|далі|старіші|келесі|наступная',
  'weiter|nächsten?|ältere|suivante?s?|plus anciens|siguientes?|anteriores|próxima|successiv[ao]|avanti|następna|starsze|volgende|další|nästa|sonraki',
].join('|');
const items =
  'posts?|news|entries|articles?|stories|записи|новости|материалы|статьи|новини|записи|beiträge|artikel|meldungen|nachrichten|einträge|artículos|noticias|articoli|wpisy|sida|sayfa|стр\\.?|items|results|inhalte|ergebnisse|éléments|résultats|elementos|elementi';
const nextWords = new RegExp(
  `^[←«‹<]*\\s*(?:(?:(?:the|die|les|los) )?(?:\\d{1,3} )?(?:(?:${page}|${items}) )?(?:${next})(?: \\d{1,3})?(?: (?:${page}|${items}))?|[→»›>]+)\\s*[→»›>]*$`,
  'iu',
);
const mostDigits = 6;
/** Parameters that say how many items a part has. */
export const sizes = /^(?:(?:page|list)?[-_]?size|sizen_\d+|limit|per[-_]?page|rows)$/i;

/** The places in which addresses of further parts of this list count. `base`: the address of the page. */
export function countingPlaces(
  { links, next, forms }: Pick<PageGlance, 'links' | 'next' | 'forms'>,
  base: string,
): readonly string[] {
  const { host, pathname } = new URL(base);
  const own = links.filter(({ address }) => new URL(address).host === host);
  const numbered = own.flatMap(link => numberedOf(link).filter(place => isNear(place, pathname)));
  const groups = Map.groupBy(numbered, ({ place, path }) => `${place} ${path}`);
  const ofNumbers = [...groups.values()].filter(countsUp).map(([first]) => first!.place);
  return [...new Set([...ofNumbers, ...ofNext(own, next, base), ...forms.flatMap(timePlaces)])];
}

/** All places of an address that could count. */
export function placesIn(address: string): readonly CountingPlace[] {
  const { pathname: path, search } = new URL(address);
  const ofQuery = [...new URLSearchParams(search)].flatMap(([name, value]) => {
    // A parameter may have no value: `?page2`.
    const [, words = '', digits = ''] = /^(\p{L}*[-_]?)(\d+)$/u.exec(value === '' ? name : value) ?? [];
    const place = value === '' ? `${words}#` : `${name}${words && `=${words}`}`;
    return isNumber(digits) && !sizes.test(name) ? [{ place: `?${place}`, path, value: Number(digits) }] : [];
  });
  const ofPath = [...path.matchAll(/\d+/g)].flatMap(({ 0: digits, index }) => {
    const place = `${path.slice(0, index)}#${path.slice(index + digits.length)}`;
    return isNumber(digits) && search === '' ? [{ place, path: place, value: Number(digits) }] : [];
  });
  return [...ofQuery, ...ofPath];
}

/** Which part of which list an address is, where it counts in one of `places`. */
export function partOf(
  address: string,
  places: readonly string[],
): { readonly list: string; readonly value: number } | undefined {
  const found = placesIn(address).find(({ place }) => places.includes(place));
  return found && { list: `${found.place} ${found.path}`, value: found.value };
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text) && text.length <= mostDigits;
}

function numberedOf(link: GlancedLink): readonly NumberedLink[] {
  const number = numberIn(shownBy(link));
  return number === undefined ? [] : placesIn(link.address).map(place => ({ ...place, number }));
}

/** The number of the part: as it is shown, or that of the items from "11–20" on. */
function numberIn(text: string): number | undefined {
  const [, shown] = shownNumber.exec(text) ?? [];
  if (shown !== undefined) return Number(shown);
  const [from, to] = (shownRange.exec(text) ?? []).slice(1).map(Number);
  if (from === undefined || to === undefined || to <= from) return undefined;
  const number = (from - 1) / (to - from + 1) + 1;
  return Number.isInteger(number) ? number : undefined;
}

/** A picture has a label in place of a text. */
function shownBy({ text, label = '' }: GlancedLink): string {
  return text === '' ? label : text;
}

/** A part is of the same list: of the same path, below it, or with a number behind its name. */
function isNear({ path }: Pick<CountingPlace, 'path'>, pathname: string): boolean {
  return (
    path.startsWith(folderOf(pathname)) ||
    folderOf(path.replace(/[^/]*#.*$/, '')) === folderOf(pathname) ||
    path.replace(/[-_]#/, '') === pathname
  );
}

function folderOf(pathname: string): string {
  return pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

/** The numbers of the address grow with the shown ones: n, n - 1, or a multiple of n - 1. */
function countsUp(links: readonly NumberedLink[]): boolean {
  const later = links.filter(({ number }) => number > 1);
  const [first] = later;
  if (first === undefined) return false;
  const step = first.value / (first.number - 1);
  return (
    later.every(({ number, value }) => value === number) ||
    (Number.isInteger(step) && step > 0 && later.every(({ number, value }) => value === step * (number - 1)))
  );
}

export function isNextLink(link: GlancedLink): boolean {
  return nextWords.test(shownBy(link));
}

/** A list has one next part: words like "next" behind many addresses lead to publications. */
function ofNext(links: readonly GlancedLink[], next: string | undefined, base: string): readonly string[] {
  const buttons = new Set(links.filter(({ isButton }) => isButton).map(({ address }) => address));
  const worded = new Set(
    links.filter(link => isNextLink(link) || moreText.test(shownBy(link))).map(({ address }) => address),
  );
  const said = worded.size === 1 ? worded : next === undefined ? [] : [next];
  const [address] = buttons.size === 1 ? buttons : said;
  if (address === undefined || new URL(address).host !== new URL(base).host) return [];
  // Scripts of buttons may request any path.
  const isOfButton = buttons.has(address);
  const before = new Map(placesIn(base).map(({ place, value }) => [place, value]));
  const { pathname } = new URL(base);
  const further = placesIn(address).filter(
    each => (isOfButton || isNear(each, pathname)) && each.value > (before.get(each.place) ?? 0),
  );
  const ofOneMore = further.filter(each => each.value === (before.get(each.place) ?? 1) + 1);
  const [place, ...others] = ofOneMore.length === 1 ? ofOneMore : further;
  if (place !== undefined && others.length === 0 && (ofOneMore.length === 1 ? !hasDigits(place) : !isMark(place)))
    return [place.place];
  const marked = markedPlaces(address, base, links, isOfButton);
  return marked.length > 0 || others.length > 0 || further.some(hasDigits) ? marked : further.map(each => each.place);
}

/** A number within a name is that of a part behind a word for parts, or a few letters; else the name is a mark: `/after/ab12c`. */
function isMark(place: CountingPlace): boolean {
  return place.place.startsWith('/') && !counted.test(nameIn(place));
}

/** Beside the number: `/after/k4d7#`. */
function hasDigits(place: CountingPlace): boolean {
  return place.place.startsWith('/') && /\p{L}\d|\d\p{L}/u.test(nameIn(place));
}

function nameIn({ place }: CountingPlace): string {
  return /[^/]*#[^/]*(?=\/?$)/.exec(place)?.[0] ?? '#';
}

const counted = new RegExp(
  `^(?:(?:${page}|pages|part|teil|list|start|from|offset|skip)|[a-z]{0,2})[-_.]?#(?:\\.\\w{2,5})?$|[-_.]#(?:\\.\\w{2,5})?$`,
  'iu',
);

/** The part behind a part that names no further one, with `count` publications: the only place in which its address counts goes on. */
export function laterPart(address: string, count: number): string | undefined {
  const places = placesIn(address);
  const isNamed = (each: CountingPlace) => skips.test(each.place) || /page|^\?p$/i.test(each.place);
  const { place = '', value = 0 } = places.find(isNamed) ?? (places.length === 1 ? places[0]! : {});
  const [url, later] = [new URL(address), String(value + (skips.test(place) ? count : 1))];
  const [, name = '', word = ''] = /^\?([^=]+)(?:=(.*))?$/.exec(place) ?? [];
  if (url.searchParams.has(name)) url.searchParams.set(name, `${word}${later}`);
  else if (place.startsWith('/')) url.pathname = place.replace('#', later);
  else return undefined;
  return url.href;
}

/** Places that count publications. */
const skips = /[?/](?:[\w-]*[-_])?(?:offset|skip|start|from|shown|loaded|count)(?:[=/-]|$)/i;

/** Characters of a link that leads to a part. */
const longestLabel = 25;
/** Parameters that name one publication. */
const identifying = /^(?:.*_)?(?:id|p|q|s|article|story|news|post|item|tag|search|query)$/i;

/**
 * The place in which the next part has a mark in place of a number: `?after=eyJpZCI6N30`, `?before=2026-11-20T14:05`, `/after/eyJpZCI6N30`.
 * A folder with a mark holds nothing else.
 */
function markedPlaces(
  address: string,
  base: string,
  links: readonly GlancedLink[],
  isOfButton: boolean,
): readonly string[] {
  const [url, own] = [new URL(address), new URL(base)];
  if (!isOfButton && !isNear({ path: url.pathname }, own.pathname)) return [];
  const folder = folderOf(url.pathname.replace(/\/$/, ''));
  const beside = links.filter(link => new URL(link.address).pathname.startsWith(folder));
  if (url.search === own.search && url.pathname !== own.pathname)
    return folder !== '/' && beside.every(({ text }) => text.length < longestLabel) ? [`${folder}*`] : [];
  const marked = [...url.searchParams].filter(([name, value]) => own.searchParams.get(name) !== value);
  const [name] = marked[0] ?? [];
  const isMarked = name !== undefined && marked.length === 1 && !identifying.test(name);
  return isMarked ? [`${url.pathname}?${name}=*`] : [];
}
