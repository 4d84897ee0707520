import { decodeEntities } from '../../../../domain/html/decode-text.ts';
import { textIn } from '../../../../domain/html/tree-node.ts';
import { wordsOf } from '../../search/words.ts';
import { isElsewhere } from './elsewhere.ts';
import { stringOf } from './json-ld.ts';
import { metaOf, type NamedElement, type PageHeading, type PageParts } from './page-parts.ts';
import type { Sourced } from './sourced.ts';

const leastWords = 0.6;
/** Characters of a title that has a vote. */
const leastVoted = 15;
/** Words of a tab that may be the name of its site alone. */
const mostOfSite = 3;
/** The signs that separate a headline from the name of its site in a title. */
const separator = /\s+[|·•»«:–—/\\-]+\s+|\s*\|\s*|(?<=\p{L}): (?=\p{Lu})/u;

/** A title, and whether another place of the page says the same, word for word. */
export interface Headline extends Sourced<string> {
  readonly isAgreed: boolean;
}

/**
 * The title that most of these places say: JSON-LD, the heading with the words of the page's title, the card, the tab. In doubt
 * JSON-LD counts. If all differ, the heading counts, then the card, JSON-LD, the tab and a lone heading. A tab that has no
 * more than the name of its site comes after a heading of the first level.
 */
export function titleOf(parts: PageParts): Headline | undefined {
  const inData = clean(stringOf(parts.article ?? {}, 'headline'));
  const linked = inData || markedHeadline(parts);
  const card = clean(metaOf(parts, 'og:title', 'twitter:title', 'dc.title', 'parsely-title', 'sailthru.title'));
  const site = clean(metaOf(parts, 'og:site_name', 'application-name'));
  const page = clean(parts.title);
  const headings = parts.headings.filter(({ text }) => text.length > 3 && text.length < 400);
  const told = [card, page, linked].filter(each => each !== '');
  const isSaid = agreement(told, site);
  const heading = [1, 2]
    .flatMap(level => headings.filter(each => each.level === level))
    .find(({ text }) => isSaid(clean(text)));
  const first = headings.find(({ level }) => level === 1) ?? headings[0];
  const said = {
    linked: { value: linked, source: inData === '' ? 'microdata' : 'ld' },
    heading: { value: headlineIn(heading, told, site), source: 'text' },
    card: { value: isSite(card, site) ? '' : withoutSite(card, site), source: 'meta' },
    tab: { value: withoutSite(page, site), source: 'title' },
    first: { value: clean(first?.text), source: 'text' },
  } as const;
  const agreed = mostSaid([said.linked, said.heading, said.card, said.tab]);
  if (agreed === undefined) {
    const isSiteAlone = first?.level === 1 && wordsOf(page).length <= mostOfSite;
    const last = isSiteAlone ? [said.first, said.tab] : [said.tab, said.first];
    const any = [said.heading, said.card, said.linked, ...last].find(({ value }) => value !== '');
    return any && { ...any, isAgreed: false };
  }
  const isShown = wordsOf(agreed.value).join(' ') === wordsOf(said.heading.value).join(' ');
  return { ...(isShown ? said.heading : agreed), isAgreed: true };
}

/** The only visible headline that microdata, RDFa or a microformat marks. */
function markedHeadline({ named }: PageParts): string {
  const isMarked = ({ itemprop, names }: NamedElement) =>
    itemprop === 'headline' || /(?:^|\s)(?:entry-title|p-name)(?:\s|$)/.test(names);
  const marked = named.filter(each => each.node.name !== 'meta' && isMarked(each) && !isElsewhere(each));
  const texts = new Set(marked.map(({ node }) => clean(textIn(node, 400))));
  return texts.size === 1 ? [...texts][0]! : '';
}

/** A heading, without the kicker that has an element beside the words of a title. */
function headlineIn(heading: PageHeading | undefined, told: readonly string[], site: string): string {
  const titles = new Set(told.map(title => wordsOf(withoutSite(title, site)).join(' ')));
  const part = heading?.parts.find(each => titles.has(wordsOf(each).join(' ')));
  return clean(part ?? heading?.text);
}

/** The wording of most of the titles, word for word; undefined where each says something else. */
function mostSaid(said: readonly Sourced<string>[]): Sourced<string> | undefined {
  const words = said.map(({ value }) => wordsOf(value).join(' '));
  const votes = words.map(each => (each.length < leastVoted ? 0 : words.filter(other => other === each).length));
  const most = Math.max(...votes);
  return most > 1 ? said[votes.indexOf(most)] : undefined;
}

/** Whether a heading says what one of these titles says, besides the name of the site. */
function agreement(told: readonly string[], site: string): (heading: string) => boolean {
  const lengths = (title: string) => title.split(separator).map(part => wordsOf(part).length);
  const titles = told.map(title => ({
    words: new Set(wordsOf(title)),
    least: leastWords * Math.min(wordsOf(withoutSite(title, site)).length, Math.max(...lengths(title))),
  }));
  return heading => {
    const said = wordsOf(heading);
    if (said.length === 0 || isSite(heading, site)) return false;
    return titles.some(({ words, least }) => {
      const common = said.filter(word => words.has(word)).length;
      return common / said.length >= 0.8 && common >= least;
    });
  };
}

function isSite(text: string, site: string): boolean {
  return site !== '' && wordsOf(text).join(' ') === wordsOf(site).join(' ');
}

/** A title without the site's name before or behind it; where no name is known, its first part between bars that has three words. */
function withoutSite(title: string, site: string): string {
  const parts = title.split(/\s+(?:[|·•»«]|::)\s+|\s*\|\s*/u).filter(part => part !== '');
  const others = parts.filter(part => !isSite(part, site));
  const main = others.find(part => wordsOf(part).length >= 3) ?? others[0] ?? title;
  const ends = main.split(separator);
  if (ends.length < 2) return main;
  const last = ends.at(-1)!;
  const first = ends[0]!;
  const isShort = site === '' && wordsOf(last).length <= 4 && wordsOf(first).length > wordsOf(last).length;
  if (isSite(last, site) || isShort) return main.slice(0, main.lastIndexOf(last)).replace(/[\s|·•»«:–—/\\-]+$/u, '');
  if (isSite(first, site)) return main.slice(main.indexOf(first) + first.length).replace(/^[\s|·•»«:–—/\\-]+/u, '');
  return main;
}

function clean(text: string | undefined): string {
  return decodeEntities(text ?? '', { attribute: false })
    .replace(/[\u00ad\u200b]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
