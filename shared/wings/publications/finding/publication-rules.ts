import { remember } from '../../../domain/remember.ts';
import { unescaped } from '../../../domain/url/url-parts.ts';
import { withoutAmp } from '../addresses.ts';
import { countsOf } from '../counts.ts';
import { monthOf } from '../times/month-names.ts';
import {
  generalShape,
  hasVariable,
  numberShape,
  pathShape,
  shapeOf,
  siblingShape,
  withoutEdition,
} from './address-shape.ts';
import { placesIn } from './further-parts.ts';
import { isLongAsHeadline } from './headline-length.ts';
import type { GlancedLink, PageGlance } from './page-glance.ts';

/** A shape of addresses that publications of a source have. */
export interface PublicationShape {
  readonly shape: string;
  /** Addresses of publications from which it was learnt. */
  readonly known: number;
}

/** The kind of an address of a source, as far as the address shows it. */
export type AddressKind =
  | 'publication'
  /** A list of links: the start page, a section. */
  | 'list'
  /** A further part of a list, or a day of a calendar. */
  | 'archive'
  /** Pages of tags, search, accounts, print. */
  | 'service'
  /** By its extension no page. */
  | 'file'
  | 'other-host'
  | 'unknown';

/** Publications of one shape before it is trusted. */
const leastKnown = 3;
/** Words that differ within a shape before any word may be in their place. */
const leastWords = 2;
const leastGeneral = 5;
const mostShapes = 50;
const mostRemembered = 100_000;

const files =
  /\.(?:pdf|docx?|xlsx?|pptx?|zip|rar|7z|gz|jpe?g|png|gif|webp|svg|mp3|mp4|avi|css|js|json|xml|rss|atom|txt|ics)$/i;
const services =
  /(?:^|[/?&])(?:tags?|search|login|logout|register|signup|account|profile|cart|print|share|comments?|subscribe|author|authors|users?|about|contacts?|privacy|terms|policy|advert\w*|rss|feed|amp)(?:$|[/?&=]|\.\w{2,5}$)/i;
const legal =
  /\/(?:impressum|imprint|datenschutz(?:erklaerung)?|agb|mentions-legales|aviso-legal|note-legali|privacy-policy|politika-konfidencialnosti)(?:\.\w{2,5})?\/?$/i;
const furtherParts = /[?&](?:page|p|paged|offset|start|from)=\d+|\/(?:page|p)[-/]?\d+\/?$/i;
const archives = /\/(?:archives?|archiv|arhiv)\/?$/i;
const calendar =
  /\/(?:19[89]\d|20\d\d)(?:[/-][01]?\d(?:[/-][0-3]?\d)?)?\/?$|\/(?:19[89]\d|20\d\d)[-.]?[01]\d(?:[-.]?[0-3]\d)?\/?$|\/(?:19[89]\d|20\d\d)[-/]?(?:w|week|kw|woche|semaine|semana|settimana)[-/]?[0-5]?\d\/?$|[?&](?:date|day|week|month|year)=[\d.-]+|[?&][\w-]+=(?:19[89]\d|20\d\d)(?:[-.]?(?:0[1-9]|1[0-2])(?:[-.]?[0-3]\d)?)?(?:&|$)/i;
/** A month by its name beside a year: `/archives/novembre-2026`, `/2026/march/`. */
const namedMonth =
  /\/(?:(?<before>\p{L}{3,12})[-_/]?(?:19[89]|20\d)\d|(?:19[89]|20\d)\d[-_/](?<after>\p{L}{3,12}))(?:\/|\.\w{2,5})?$/u;

/** Which addresses of a source are publications, learnt from publications that its feeds and sitemaps name. */
export class PublicationRules {
  readonly shapes: readonly PublicationShape[];
  readonly #hosts: ReadonlySet<string>;
  readonly #shapes: ReadonlySet<string>;
  readonly #general: ReadonlySet<string>;
  readonly #short: ReadonlyMap<string, number>;
  readonly #known: ReadonlySet<string>;
  readonly #parts: ReadonlySet<string>;
  /** Addresses that were judged. */
  readonly #kinds = new Map<string, AddressKind>();

  /** `known`: addresses of publications; `parts`: places in which addresses of further parts of lists count. */
  constructor(hosts: readonly string[], known: Iterable<string>, parts: Iterable<string> = []) {
    this.#hosts = new Set(hosts.map(withoutWww));
    this.#known = new Set(known);
    this.#parts = new Set(parts);
    const shown = new Set([...this.#known].flatMap(address => [address, withoutAmp(address)]));
    const counts = countsOf([...shown].map(shapeOf).filter(hasVariable));
    this.#short = shortShapes(this.#known);
    this.shapes = [...counts, ...this.#short]
      .filter(([, count]) => count >= leastKnown)
      .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, mostShapes)
      .map(([shape, count]) => ({ shape, known: count }));
    const shapes = this.shapes.map(({ shape }) => shape);
    // Where the path distinguishes publications, the same path without a query is one of them.
    this.#shapes = new Set([...shapes, ...shapes.map(pathShape).filter(hasVariable)].map(withoutSlash));
    this.#general = believedGeneral(counts);
  }

  kindOf(address: string): AddressKind {
    const known = this.#kinds.get(address);
    if (known !== undefined) return known;
    const kind = this.#judge(address);
    remember(this.#kinds, address, kind, mostRemembered);
    return kind;
  }

  /** The kind of an address that something else speaks for: with a short name, it is what its neighbours are. */
  kindOfSibling(address: string): AddressKind {
    const kind = this.kindOf(address);
    const shape = shapeOf(address);
    const isShort = kind === 'list' || kind === 'unknown';
    const isSibling =
      (isShort && this.#has(siblingShape(shape))) || (kind === 'archive' && this.#has(numberShape(shape)));
    return isSibling ? 'publication' : kind;
  }

  /** The kinds of addresses that one sitemap names: where most are publications, they speak for the others. */
  kindsAmong(addresses: readonly string[]): (address: string) => AddressKind {
    const publications = addresses.filter(address => this.kindOf(address) === 'publication').length;
    return address => (2 * publications > addresses.length ? this.kindOfSibling(address) : this.kindOf(address));
  }

  #isPart({ href, pathname, searchParams }: URL): boolean {
    return (
      placesIn(href).some(({ place }) => this.#parts.has(place)) ||
      [...searchParams.keys()].some(name => this.#parts.has(`${pathname}?${name}=*`))
    );
  }

  /** The editions of a source in other languages have the same shapes behind the folder of their language. */
  #has(shape: string): boolean {
    const path = withoutSlash(shape);
    return this.#shapes.has(path) || this.#shapes.has(withoutEdition(path));
  }

  #judge(address: string): AddressKind {
    const url = URL.parse(address);
    if (url === null || !this.#hosts.has(withoutWww(url.host))) return 'other-host';
    if (files.test(url.pathname)) return isData(url.pathname) && this.#isPart(url) ? 'archive' : 'file';
    if (isLegalPage(address)) return 'service';
    if (this.#known.has(address)) return 'publication';
    const target = url.pathname + url.search;
    const shape = shapeOf(address);
    if (this.#parts.size > 0 && this.#isPart(url)) return 'archive';
    if (this.#has(shape)) return 'publication';
    // A folder of marks: `/after/eyJpZCI6N30`.
    if (this.#parts.has(url.pathname.replace(/[^/]+\/?$/, '*'))) return 'archive';
    if (furtherParts.test(target) || calendar.test(target) || archives.test(url.pathname) || isMonth(url))
      return 'archive';
    if (services.test(target)) return 'service';
    if (this.#short.has(siblingShape(shape))) return 'publication';
    if (hasVariable(shape) && this.#general.has(generalShape(shape))) return 'publication';
    return isSectionLike(url) ? 'list' : 'unknown';
  }
}

/** Files that may name publications: feeds, lists for scripts. */
export function isData(pathname: string): boolean {
  return /\.(?:json|xml|rss|atom)$/i.test(pathname);
}

/** A page that the law demands is no publication, even where a feed of all pages names it. */
export function isLegalPage(address: string): boolean {
  return legal.test(new URL(address).pathname);
}

/** Its text, its name or the heading beside it is as long as a headline. */
export function isHeadline({ text, label = '', heading = '', inMenu }: GlancedLink): boolean {
  return !inMenu && [text, label, heading].some(isLongAsHeadline);
}

/** Addresses behind headlines of a page, where nothing else is known of a source's publications. */
export function headlinesOf({ links }: PageGlance, host: string): readonly string[] {
  const headlines = links.filter(
    link =>
      isHeadline(link) &&
      !files.test(new URL(link.address).pathname) &&
      withoutWww(new URL(link.address).host) === withoutWww(host),
  );
  const shapes = countsOf(headlines.map(({ address }) => generalShape(shapeOf(address))).filter(hasVariable));
  const short = shortShapes(headlines.map(({ address }) => address));
  const own = new Set(headlines.map(({ address }) => shapeOf(address)).filter(hasVariable));
  const isKnown = (shape: string) => (shapes.get(generalShape(shape)) ?? 0) >= leastKnown;
  // A short name in the folder of the others is one of them.
  const isSibling = (shape: string) => own.has(siblingShape(shape)) && isKnown(siblingShape(shape));
  return headlines
    .map(({ address }) => address)
    .filter(address => {
      const shape = shapeOf(address);
      return isKnown(shape) || isSibling(shape) || short.has(siblingShape(shape));
    });
}

/** Addresses of sitemaps of a shape that many have, where neither feeds nor headlines say what publications look like. */
export function sitemapPublications(addresses: readonly string[], host: string): readonly string[] {
  const own = addresses.filter(
    address => withoutWww(new URL(address).host) === withoutWww(host) && !files.test(new URL(address).pathname),
  );
  const counts = countsOf(own.map(shapeOf).filter(hasVariable));
  return own.filter(address => (counts.get(shapeOf(address)) ?? 0) >= leastGeneral);
}

/** Short names in one folder, how many: `/s/7ts`, `/s/8kx` and more are `/s/*`. */
function shortShapes(addresses: Iterable<string>): ReadonlyMap<string, number> {
  const names = new Set([...addresses].map(shapeOf).filter(shape => !hasVariable(shape)));
  const folders = countsOf([...names].map(siblingShape).filter(shape => !shape.startsWith('/*')));
  return new Map([...folders].filter(([, count]) => count >= leastGeneral));
}

/** Shapes whose words differ: `/sport/N.html` and `/culture/N.html` make `/+/N.html` one of them. */
function believedGeneral(counts: ReadonlyMap<string, number>): ReadonlySet<string> {
  const general = Map.groupBy(counts, ([shape]) => generalShape(shape));
  const believed = [...general].filter(
    ([, shapes]) => shapes.length >= leastWords && shapes.reduce((sum, [, count]) => sum + count, 0) >= leastGeneral,
  );
  return new Set(believed.map(([shape]) => shape));
}

function isMonth({ pathname }: URL): boolean {
  const { before, after } = namedMonth.exec(unescaped(pathname))?.groups ?? {};
  return monthOf(before ?? after ?? '') !== undefined;
}

/** At most two folders of single words. */
function isSectionLike(url: URL): boolean {
  const segments = url.pathname.split('/').filter(segment => segment !== '');
  return url.search === '' && segments.length <= 2 && !hasVariable(shapeOf(url.href));
}

/** The shape without a slash at the end: entries of a source may name the same addresses with it and without. */
function withoutSlash(shape: string): string {
  return shape.replace(/\/$/, '');
}

export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
