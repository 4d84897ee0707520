/** The test of each check; `issue-words.ts` has its words and severity. */

import { refusalOfCheck, statusText } from '../../../domain/protocol/external-check.ts';
import { failures, refusalOfSkip } from '../../../domain/protocol/refusal-class.ts';
import { noLevel } from '../../../domain/protocol/site-outcomes.ts';
import { namesAgent } from '../../../domain/robots/preferences.ts';
import { hasName } from '../../../domain/turn/page-anchors.ts';
import { moreAlternates } from '../../../domain/turn/page-facts.ts';
import type { GraphNode, SkippedUrl } from '../site-graph/graph.ts';
import type { IssueCheck, IssueSite, IssueTests } from './issue-check.ts';
import { issueWords } from './issue-words.ts';

/** Bounds of the tests; characters, clicks, words, bytes, links. */
const issueBounds = {
  longTitle: 60,
  shortTitle: 10,
  longDescription: 160,
  deepLevel: 5,
  largePage: 1_000_000,
  thinWords: 100,
  longAddress: 200,
  manyParameters: 3,
  manyLinks: 1_000,
  soft404Words: 300,
} as const;

const when = (isFound: boolean, detail: string | number = ''): string | undefined =>
  isFound ? String(detail) : undefined;

function hasDirective({ facts }: GraphNode, name: 'noindex' | 'nofollow'): boolean {
  let isForSearch = true;
  // Directives of a `meta` that names a crawler are not among those of all.
  const named = (facts?.statements ?? []).flatMap(([source, field, raw]) =>
    source === 'meta' && searchEngine.test(`${field}:`) ? [`${field}: ${raw.toLowerCase()}`] : [],
  );
  for (const said of [facts?.robots ?? '', ...named].join(',').split(/\s*,\s*/)) {
    if (namesAgent(said)) isForSearch = searchEngine.test(said);
    if (isForSearch && said.split(/[\s:;]+/).some(each => each === name || each === 'none')) return true;
  }
  return false;
}

/** Crawlers whose directives keep a page from visitors, as those for all do. */
const searchEngine = /^\s*(?:googlebot|bingbot|yandex|baiduspider|duckduckbot|applebot|slurp)[\w-]*\s*:/;

/** The status of an address that failed in such a way. */
function failed(
  { reason, status, detail, foundOn }: SkippedUrl,
  isWanted: (status: number) => boolean,
): string | undefined {
  const refusal = refusalOfSkip(reason, status);
  if (refusal === undefined || foundOn === '') return undefined;
  const isAnswer = reason === 'http-status' || reason === 'wall';
  if (!isWanted(isAnswer ? (status ?? 0) : 0)) return undefined;
  return isAnswer && status !== undefined ? statusText(status, detail) : failures[reason];
}

const isBlockedClass = (refusal: string | undefined): boolean =>
  refusal === 'wall' || refusal === 'refused' || refusal === 'payment';
const isBlocked = ({ reason, status }: SkippedUrl): boolean => isBlockedClass(refusalOfSkip(reason, status));
/** Reasons with a separate check. */
const ownFailures: readonly string[] = ['redirects', 'bad-location'];

/** Of a normalized address. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}
const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

/** The description, if another page has it. */
function shared(description: string | undefined, site: IssueSite): string | undefined {
  return description !== undefined && description !== '' && site.described(description) > 1 ? description : undefined;
}

/** `h2 h4`, of the first heading that skips a level below the heading before it. */
function skippedLevel(headings: string): string | undefined {
  const at = [...headings].findIndex((level, index) => index > 0 && Number(level) > Number(headings[index - 1]) + 1);
  return at < 0 ? undefined : `h${headings[at - 1]} h${headings[at]}`;
}

/** The canonical address of a page where it is another address of the site. */
function otherCanonical({ url, facts }: GraphNode, site: IssueSite): string | undefined {
  // Most pages name themselves.
  const named = facts?.canonical === undefined || facts.canonical === url ? undefined : site.own(facts.canonical);
  return named === undefined || named === url ? undefined : named;
}

function foreignCanonical({ url, facts }: GraphNode, site: IssueSite): string | undefined {
  const canonical = facts?.canonical;
  return canonical === undefined || canonical === url || site.own(canonical) !== undefined ? undefined : canonical;
}

/** Tests the other address of the site that a page names as canonical. */
function canonical(isWrong: (named: string, site: IssueSite) => boolean): IssueTests {
  return {
    page: (page, site) => {
      const named = otherCanonical(page, site);
      return named !== undefined && isWrong(named, site) ? named : undefined;
    },
  };
}

interface Alternate {
  readonly language: string;
  readonly address: string;
}

function alternatesOf({ facts }: GraphNode): readonly Alternate[] {
  return (facts?.hreflang ?? []).flatMap(text => {
    const at = text.indexOf(' ');
    return at < 0 ? [] : [{ language: text.slice(0, at), address: text.slice(at + 1) }];
  });
}

/** Names that the page itself lacks, and links to names that other pages lack. */
function lostNames(page: GraphNode, site: IssueSite): string | undefined {
  const { url, facts } = page;
  const [own, away] = [facts?.markup?.[3] ?? '', site.awayOf(page)];
  if (away === '') return own || undefined;
  const origin = url.slice(0, url.indexOf('/', 'https://'.length));
  let lost = own;
  for (const link of away.split(' ')) {
    const [to = '', ...names] = link.split('#');
    const known = site.namesAt(`${to.startsWith('/') ? origin : ''}${to}`);
    if (known === undefined) continue;
    for (const name of names) if (!hasName(known, name)) lost += ` ${to}#${name}`;
  }
  return lost.trim() || undefined;
}

/** The first alternate of the site that is wrong in such a way. */
function wrongAlternate(
  page: GraphNode,
  site: IssueSite,
  isWrong: (url: string, alternate: Alternate) => boolean,
): string | undefined {
  for (const alternate of alternatesOf(page)) {
    const url = site.own(alternate.address);
    if (url !== undefined && isWrong(url, alternate)) return `${alternate.language} ${url}`;
  }
  return undefined;
}

/** Whether the page may name the address: of a long list the end is not known. */
const namesPage = (page: GraphNode, url: string, site: IssueSite): boolean =>
  page.facts?.hreflang?.at(-1) === moreAlternates ||
  alternatesOf(page).some(({ address }) => site.own(address) === url);

const languageCode = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

/** Whether such a language and region exist; `UK` is a former name of `GB`. */
function isLanguageCode(code: string): boolean {
  if (/^x-default$/i.test(code)) return true;
  if (!languageCode.test(code)) return false;
  const { language, region } = new Intl.Locale(code);
  const isKnown = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language) !== undefined;
  if (region === undefined) return isKnown;
  const isRegion = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(region) !== undefined;
  return isKnown && isRegion && code.toUpperCase().endsWith(region);
}
const sessionName =
  /[;?&](?:jsessionid|phpsessid|aspsessionid\w*|cfid|cftoken|sessionid|session_id|sid)=|\/\(S\([a-z\d]+\)\)/i;
const lostTitle =
  /(?:^|[-–—|:·(]\s*)404(?:\s*[-–—|:·!)]|$)|\b(?:error|erreur|fehler|errore?|http|status)\W{0,2}404\b|ошибка\W{0,2}404|\b404\W{1,3}(?:error|page|erreur|fehler|ошибка)|\b(?:not found|page (?:does not|doesn't) exist|nicht gefunden|introuvable|no encontrada|não encontrada|non trovata|niet gevonden)\b|nie znaleziono|не найден|не существует|не знайдено/i;
/** Languages without blanks between words: the count of words is too low. */
const unspaced = /^(?:zh|ja|th|lo|km|my|bo|dz|yue)\b/i;

const countsWords = ({ facts }: GraphNode): boolean => !unspaced.test(facts?.language ?? facts?.detected ?? '');

const isBlank = (text: string): boolean => /^[\s\u200b-\u200d\u2060]*$/.test(text);

const issueTests: Readonly<Record<string, IssueTests>> = {
  'broken-link': {
    skipped: url =>
      isBlocked(url) || ownFailures.includes(url.reason) ? undefined : failed(url, status => status < 500),
  },
  'server-error': { skipped: url => (isBlocked(url) ? undefined : failed(url, status => status >= 500)) },
  'blocked-link': { skipped: url => (isBlocked(url) ? failed(url, () => true) : undefined) },
  'redirect-loop': { skipped: ({ reason }) => when(reason === 'redirects') },
  'redirect-nowhere': { skipped: ({ reason, status = '' }) => when(reason === 'bad-location', status) },
  'redirect-broken': {
    redirect: ({ target }, site) => site.failureAt(target) && `${target} ${site.failureAt(target)}`,
  },
  'redirect-chain': { redirect: ({ target }, site) => when(site.kindAt(target) === 'redirect', target) },
  'redirect-linked': { redirect: ({ isLinked, target }) => when(isLinked, target) },
  'redirect-temporary': {
    redirect: ({ status, target }) => when(status === 302 || status === 303 || status === 307, `${status} ${target}`),
  },
  'external-broken': {
    external: each => {
      const refusal = refusalOfCheck(each);
      return when(refusal === 'gone' || refusal === 'error', each.status);
    },
  },
  'external-moved': { external: ({ state, target = '' }) => when(state === 'moved', target) },
  'external-blocked': { external: each => when(isBlockedClass(refusalOfCheck(each)), each.status) },
  'bad-link': { bad: ({ page, reason }) => when(reason === 'unparsable', page) },
  'title-missing': { page: ({ title }) => when(isBlank(title)) },
  'title-double': { page: ({ title }, site) => when(!isBlank(title) && site.titled(title) > 1, title) },
  'title-long': { page: ({ title }) => when([...title].length > issueBounds.longTitle, [...title].length) },
  'title-short': {
    page: ({ title }) => when(!isBlank(title) && [...title.trim()].length < issueBounds.shortTitle, title),
  },
  'description-missing': { page: ({ facts }) => when(facts?.markup?.[0] === '') },
  'description-double': { page: ({ facts }, site) => shared(facts?.markup?.[0], site) },
  'description-long': {
    page: ({ facts }) => {
      const { length } = [...(facts?.markup?.[0] ?? '')];
      return when(length > issueBounds.longDescription, length);
    },
  },
  'soft-404': {
    page: ({ title, facts }) =>
      when(facts !== undefined && facts.words < issueBounds.soft404Words && lostTitle.test(title), title),
  },
  'empty-page': { page: ({ facts }) => when(facts?.words === 0 && isHtmlPage(facts.contentType)) },
  'thin-page': {
    page: page => {
      const { words = 0 } = page.facts ?? {};
      return when(words > 0 && words < issueBounds.thinWords && countsWords(page), words);
    },
  },
  'headings-missing': { page: ({ facts }) => when(facts?.markup?.[1] === '' && facts.words > 0) },
  'h1-missing': { page: ({ facts }) => when(/^[2-6]+$/.test(facts?.markup?.[1] ?? '')) },
  'h1-several': {
    page: ({ facts }) => {
      const count = (facts?.markup?.[1] ?? '').split('1').length - 1;
      return when(count > 1, count);
    },
  },
  'heading-skipped': { page: ({ facts }) => skippedLevel(facts?.markup?.[1] ?? '') },
  'alt-missing': { page: ({ facts }) => when((facts?.markup?.[2] ?? 0) > 0, facts?.markup?.[2]) },
  'anchor-lost': { page: lostNames },
  'same-content': { page: ({ duplicates }) => when(duplicates > 0, duplicates) },
  'near-duplicate': { page: (page, site) => site.nearest(page) },
  'canonical-broken': canonical((named, site) => {
    return site.kindAt(named) !== 'redirect' && site.failureAt(named) !== undefined;
  }),
  'canonical-redirect': canonical((named, site) => site.kindAt(named) === 'redirect'),
  'canonical-chain': canonical((named, site) => {
    const target = site.pageAt(named);
    return target !== undefined && otherCanonical(target, site) !== undefined;
  }),
  'canonical-noindex': canonical((named, site) => {
    const target = site.pageAt(named);
    return target !== undefined && hasDirective(target, 'noindex');
  }),
  // Also one that no page links to, which the crawl does not know.
  'canonical-other': canonical((named, site) => ['node', undefined].includes(site.kindAt(named))),
  'canonical-elsewhere': { page: foreignCanonical },
  'noindex-linked': { page: page => when(hasDirective(page, 'noindex') && page.inDegree > 0, page.facts?.robots) },
  'nofollow-page': { page: page => when(hasDirective(page, 'nofollow'), page.facts?.robots) },
  'hreflang-no-return': {
    page: (page, site) =>
      wrongAlternate(page, site, url => {
        const target = url === page.url ? undefined : site.pageAt(url);
        return target?.facts !== undefined && !namesPage(target, page.url, site);
      }),
  },
  'hreflang-broken': { page: (page, site) => wrongAlternate(page, site, url => site.failureAt(url) !== undefined) },
  'hreflang-redirect': {
    page: (page, site) =>
      wrongAlternate(page, site, url => site.kindAt(url) === 'redirect' && site.failureAt(url) === undefined),
  },
  'hreflang-no-self': { page: (page, site) => when(alternatesOf(page).length > 0 && !namesPage(page, page.url, site)) },
  'hreflang-code': { page: page => alternatesOf(page).find(({ language }) => !isLanguageCode(language))?.language },
  'language-missing': { page: ({ facts }) => when(facts !== undefined && facts.language === undefined) },
  'charset-missing': {
    page: ({ facts }) =>
      when(facts !== undefined && isHtmlPage(facts.contentType) && !/charset/i.test(facts.contentType)),
  },
  'http-page': { page: ({ url }, { origin }) => when(origin.startsWith('https:') && url.startsWith('http:')) },
  'mixed-content': { page: ({ facts }) => facts?.markup?.[4] || undefined },
  orphan: { page: ({ level }) => when(level === noLevel) },
  'deep-page': { page: ({ level }) => when(level > issueBounds.deepLevel, level) },
  'dead-end': { page: (page, site) => when(page.externalLinks === 0 && !site.leadsOn(page)) },
  'many-links': { page: ({ outDegree }) => when(outDegree > issueBounds.manyLinks, outDegree) },
  'large-page': { page: ({ bytes }) => when(bytes > issueBounds.largePage, bytes) },
  'too-large': { skipped: ({ reason }) => when(reason === 'too-large') },
  'not-text': { skipped: ({ reason }) => when(reason === 'binary') },
  'robots-linked': { skipped: ({ reason, foundOn }) => when(reason === 'robots' && foundOn !== '', foundOn) },
  'address-uppercase': { page: ({ url }) => when(/[A-Z]/.test(pathOf(url).replace(/%[0-9A-F]{2}/g, ''))) },
  'address-underscore': { page: ({ url }) => when(pathOf(url).includes('_')) },
  // Normalization drops most of these ids from the address of the page.
  'address-session': { page: ({ fetchedUrl }) => when(sessionName.test(fetchedUrl), fetchedUrl) },
  'address-parameters': {
    page: ({ url }) => when([...new URLSearchParams(queryOf(url))].length > issueBounds.manyParameters, queryOf(url)),
  },
  'address-long': { page: ({ url }) => when(url.length > issueBounds.longAddress, url.length) },
  'sitemap-broken': { listed: ({ url }, site) => (site.kindAt(url) === 'redirect' ? undefined : site.failureAt(url)) },
  'sitemap-redirect': { listed: ({ url }, site) => when(site.kindAt(url) === 'redirect') },
  'sitemap-elsewhere': { listed: ({ isElsewhere, sitemap }) => when(isElsewhere, sitemap) },
  'sitemap-noindex': {
    listed: ({ url }, site) => {
      const page = site.pageAt(url);
      return when(page !== undefined && page.url === url && hasDirective(page, 'noindex'));
    },
  },
  'sitemap-robots': {
    listed: ({ url }, site) => when(site.kindAt(url) === 'skipped' && site.reasonAt(url) === 'robots'),
  },
  'sitemap-canonical': {
    listed: ({ url }, site) => {
      const page = site.pageAt(url);
      return page?.url === url ? (otherCanonical(page, site) ?? foreignCanonical(page, site)) : undefined;
    },
  },
  'sitemap-missing': {
    page: (page, site) =>
      when(
        site.hasSitemaps &&
          page.facts !== undefined &&
          !site.isListed(page.url) &&
          !hasDirective(page, 'noindex') &&
          (otherCanonical(page, site) ?? foreignCanonical(page, site)) === undefined,
      ),
  },
};

/** In the order of reports. Throws if a check has no test. */
export const issueChecks: readonly IssueCheck[] = issueWords.map(words => {
  const tests = issueTests[words.key];
  if (tests === undefined) throw new Error(`the check ${words.key} has no test`);
  return { ...words, tests };
});

function isHtmlPage(contentType: string): boolean {
  return /html/i.test(contentType);
}
