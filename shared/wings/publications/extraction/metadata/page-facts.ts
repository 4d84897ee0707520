import { textIn } from '../../../../domain/html/tree-node.ts';
import { paywallWords } from '../text/boilerplate.ts';
import { isObject, type Json, listOf, stringOf } from './json-ld.ts';
import { metaOf, type PageParts } from './page-parts.ts';
import type { FactSource, Sourced } from './sourced.ts';

const mostTags = 50;

/** Whether all may read the article; pages are wrong about it now and then. */
export type Access = 'free' | 'paywalled';

export function sectionOf(parts: PageParts): Sourced<string> | undefined {
  return (
    meta(parts, 'article:section', 'og:article:section', 'parsely-section', 'sailthru.section') ??
    linked(parts, 'articleSection')
  );
}

export function tagsOf(parts: PageParts): Sourced<readonly string[]> | undefined {
  const article = parts.article;
  const lists: ReadonlyArray<readonly [FactSource, readonly string[]]> = [
    ['meta', [...(parts.metas.get('article:tag') ?? []), ...(parts.metas.get('og:article:tag') ?? [])]],
    ['ld', listOf(article?.['keywords']).flatMap(each => (typeof each === 'string' ? [each] : []))],
    ['meta', [metaOf(parts, 'news_keywords', 'keywords', 'parsely-tags', 'sailthru.tags') ?? '']],
    ['link', parts.named.filter(({ rel }) => /\btag\b/.test(rel)).map(({ node }) => textIn(node, 200))],
  ];
  for (const [source, list] of lists) {
    const all = list.flatMap(each => each.split(/[,;]/)).map(tag => tag.trim());
    const tags = all.filter(tag => tag !== '' && tag.length < 100);
    if (tags.length > 0) return { value: [...new Set(tags)].slice(0, mostTags), source };
  }
  return undefined;
}

/** BCP 47: what the page says; where it says nothing, a guess from the letters of the text. */
export function languageOf(parts: PageParts, text: string): Sourced<string> | undefined {
  const told: ReadonlyArray<readonly [FactSource, string | undefined]> = [
    ['text', parts.language],
    ['ld', stringOf(parts.article ?? {}, 'inLanguage')],
    ['meta', metaOf(parts, 'content-language', 'language', 'dc.language', 'og:locale')],
  ];
  const guess = guessedLanguage(text);
  for (const [source, value] of told) {
    const tag = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*/i.exec(value?.trim() ?? '')?.[0].replaceAll('_', '-');
    // A template in English around a Russian text says "en".
    if (tag !== undefined && (guess === undefined || isLike(tag, guess))) return { value: canonicalTag(tag), source };
  }
  return guess === undefined ? undefined : { value: guess, source: 'text' };
}

function isLike(tag: string, guess: string): boolean {
  const cyrillic = /^(?:ru|uk|be|bg|sr|mk|kk|ky|mn|tg|tt)/i;
  const arabic = /^(?:ar|fa|ur|ps|ku|ckb|sd|ug|prs)/i;
  const written = /^(?:ru|uk)$/.test(guess) ? cyrillic : /^(?:ar|fa)$/.test(guess) ? arabic : undefined;
  return written?.test(tag) ?? tag.toLowerCase().startsWith(guess.slice(0, 2));
}

function canonicalTag(tag: string): string {
  const [language, ...rest] = tag.split('-');
  return [language!.toLowerCase(), ...rest.map(part => (part.length === 2 ? part.toUpperCase() : part))].join('-');
}

/** Letters of the scripts that show a language, roughly; a text with fewer says none. */
const farLetters = /[\u0370-\u1fff\u3040-\udfff]/g;
const leastFarLetters = 4;

/** By script alone: Latin letters say no language. */
function guessedLanguage(text: string): string | undefined {
  const start = text.slice(0, 4_000);
  if ((start.match(farLetters)?.length ?? 0) < leastFarLetters) return undefined;
  const count = (pattern: RegExp) => start.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (letters < 40) return undefined;
  if (count(/\p{Script=Cyrillic}/gu) > 0.5 * letters) return count(/[іїєґ]/gi) > 0.02 * letters ? 'uk' : 'ru';
  if (count(/\p{Script=Greek}/gu) > 0.5 * letters) return 'el';
  if (count(/[\u3040-\u30ff]/g) > 0.1 * letters) return 'ja';
  if (count(/\p{Script=Hangul}/gu) > 0.3 * letters) return 'ko';
  if (count(/\p{Script=Han}/gu) > 0.3 * letters) return 'zh';
  if (count(/\p{Script=Arabic}/gu) > 0.5 * letters) return count(/[پچژگکی]/g) > 0.05 * letters ? 'fa' : 'ar';
  return count(/\p{Script=Hebrew}/gu) > 0.5 * letters ? 'he' : undefined;
}

/** Addresses are resolved against the base of the page; what is no address gives nothing. */
export function imageOf(parts: PageParts, base: string | undefined): Sourced<string> | undefined {
  const image = listOf(parts.article?.['image'])[0];
  const told: ReadonlyArray<readonly [FactSource, string | undefined]> = [
    ['meta', metaOf(parts, 'og:image', 'og:image:url', 'og:image:secure_url')],
    ['ld', addressIn(image)],
    ['meta', metaOf(parts, 'twitter:image', 'twitter:image:src', 'parsely-image-url', 'sailthru.image.full')],
    ['link', parts.links.get('image_src')?.[0]],
  ];
  return firstAddress(told, base);
}

export function canonicalOf(parts: PageParts, base: string | undefined): Sourced<string> | undefined {
  return firstAddress(
    [
      ['link', parts.links.get('canonical')?.[0]],
      ['meta', metaOf(parts, 'og:url')],
    ],
    base,
  );
}

export function ampOf(parts: PageParts, base: string | undefined): Sourced<string> | undefined {
  return firstAddress([['link', parts.links.get('amphtml')?.[0]]], base);
}

export function accessOf(parts: PageParts, ending: string): Sourced<Access> | undefined {
  const parted = listOf(parts.article?.['hasPart']).map(part =>
    isObject(part) ? part['isAccessibleForFree'] : undefined,
  );
  const free = parts.article?.['isAccessibleForFree'] ?? parted.find(each => each !== undefined && each !== null);
  if (free !== undefined && free !== null)
    return { value: /^(?:false|no|0)$/i.test(String(free).replace(/^.*\//, '')) ? 'paywalled' : 'free', source: 'ld' };
  const tier = metaOf(parts, 'article:content_tier', 'article:opinion_tier');
  if (tier !== undefined) return { value: tier === 'free' ? 'free' : 'paywalled', source: 'meta' };
  return paywallWords.test(ending) ? { value: 'paywalled', source: 'text' } : undefined;
}

function meta(parts: PageParts, ...names: readonly string[]): Sourced<string> | undefined {
  const value = metaOf(parts, ...names);
  return value === undefined ? undefined : { value, source: 'meta' };
}

function linked(parts: PageParts, name: string): Sourced<string> | undefined {
  const value = stringOf(parts.article ?? {}, name);
  return value === undefined ? undefined : { value, source: 'ld' };
}

function addressIn(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return isObject(value) ? (stringOf(value, 'url') ?? stringOf(value, '@id')) : undefined;
}

function firstAddress(
  told: ReadonlyArray<readonly [FactSource, string | undefined]>,
  base: string | undefined,
): Sourced<string> | undefined {
  for (const [source, text] of told) {
    const url = text === undefined || text === '' ? null : URL.parse(text, base);
    if (url !== null && /^https?:$/.test(url.protocol)) return { value: url.href, source };
  }
  return undefined;
}
