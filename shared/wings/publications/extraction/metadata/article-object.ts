import { isObject, type JsonObject, listOf, stringOf, typesOf } from './json-ld.ts';

const articleTypes =
  /^(?:(?:News|Blog|Scholarly|Tech|Report|Satirical|Opinion|Analysis|Background|Review|AdvertiserContent|MedicalScholarly)*Article|.*NewsArticle|(?:Live)?BlogPosting|LiveBlogPosting|Report|Review|Posting|SocialMediaPosting|DiscussionForumPosting|Recipe|HowTo|VideoObject)$/;
const pageTypes = /^(?:WebPage|ItemPage|MedicalWebPage|CreativeWork)$/;

/** The page's own names and addresses, beside its objects. */
export interface PageNames {
  /** Its canonical address and that of its card. */
  readonly addresses: readonly string[];
  /** Of its tab, its card and its headings. */
  readonly titles: readonly string[];
}

/**
 * The object that speaks of the page's article: of several of an article's type the one with the page's address or headline, else
 * the first. An object whose address and headline are both those of another page, as in a list of further articles, is none.
 */
export function articleObject(objects: readonly JsonObject[], page: PageNames): JsonObject | undefined {
  const articles = objects.filter(object => typesOf(object).some(type => articleTypes.test(type)));
  const scores = articles.map(article => scoreOf(article, page));
  const best = Math.max(...scores);
  return best < 0 ? undefined : articles[scores.indexOf(best)];
}

/** -1: the object is of another page; 0: nothing is known; more: the object names the page. */
function scoreOf(article: JsonObject, { addresses, titles }: PageNames): number {
  const own = addressesOf(article).map(plainAddress);
  const headline = wordsOf(stringOf(article, 'headline') ?? stringOf(article, 'name') ?? '');
  const isAddress = own.some(address => addresses.some(each => plainAddress(each) === address));
  const isTitle = headline !== '' && titles.some(title => areAlike(wordsOf(title), headline));
  if (isAddress || isTitle) return Number(isAddress) + Number(isTitle);
  return own.length > 0 && headline !== '' && addresses.length > 0 && titles.length > 0 ? -1 : 0;
}

function addressesOf(article: JsonObject): readonly string[] {
  return ['url', '@id', 'mainEntityOfPage'].flatMap(name =>
    listOf(article[name]).flatMap(value => {
      const address = isObject(value) ? (stringOf(value, '@id') ?? stringOf(value, 'url')) : value;
      return typeof address === 'string' && /^https?:|^\//.test(address) ? [address] : [];
    }),
  );
}

function plainAddress(address: string): string {
  return address
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .toLowerCase();
}

export function areAlike(title: string, headline: string): boolean {
  return title !== '' && (title.includes(headline) || headline.includes(title));
}

export function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The object that speaks of the page as a page. */
export function pageObject(objects: readonly JsonObject[]): JsonObject | undefined {
  return objects.find(object => typesOf(object).some(type => pageTypes.test(type)));
}

/** The text of an article, or the entries of a live blog with their times as they are written; empty where it has neither. */
export function bodyOf(article: JsonObject): string {
  const entries = listOf(article['liveBlogUpdate']).filter(isObject);
  const whole = stringOf(article, 'articleBody') ?? '';
  const texts = entries.map(entry => stringOf(entry, 'articleBody') ?? '');
  if (texts.every(text => text === '') || whole.length > texts.join('').length) return whole;
  return entries.flatMap((entry, at) => (texts[at] === '' ? [] : [...headOf(entry), texts[at]])).join('\n');
}

function headOf(entry: JsonObject): readonly string[] {
  const clock = /T(\d\d:\d\d)/.exec(stringOf(entry, 'datePublished') ?? '')?.[1];
  return [clock, stringOf(entry, 'headline')].filter(line => line !== undefined);
}
