import { resolvedAddress } from '../addresses.ts';
import { OpenElements } from '../markup/open-elements.ts';
import {
  type Attributes,
  type MarkupEvents,
  type MarkupReading,
  onOneLine,
  plainText,
  readMarkup,
} from '../markup/read-markup.ts';
import { XmlNames } from '../markup/xml-names.ts';
import type { Feed, FeedOptions, FeedReading, NoFeed } from './feed.ts';
import type { FeedBuilder, RawAddresses, RawItem } from './feed-builder.ts';

/** Characters of one element that are looked at. */
const longestField = 20_000;
/** Elements before the root: some servers put warnings there. */
const mostBeforeRoot = 20;
const mostAddresses = 10;
const longestName = 2_048;

/** The feed in `text`, an XML document however broken. */
export function readXmlFeed(text: string, options: FeedOptions, builder: FeedBuilder): FeedReading {
  const reader = new XmlFeedReader(builder, options.base);
  readMarkup(text, reader, { xml: true }, reading => {
    reader.reading = reading;
  });
  return reader.finish();
}

type Root = { readonly feed: Feed['kind'] } | { readonly none: NoFeed };

const roots: Readonly<Record<string, Root>> = {
  rss: { feed: 'rss' },
  'rdf:rdf': { feed: 'rdf' },
  feed: { feed: 'atom' },
  'atom:feed': { feed: 'atom' },
  html: { none: 'html' },
  // Of HTML the elements `html` and `head` may be left out; OPML has a `head`, too.
  meta: { none: 'html' },
  urlset: { none: 'sitemap' },
  sitemapindex: { none: 'sitemap' },
};

/** A text that is gathered: of a field of the feed or of an item. */
interface Field {
  readonly name: string;
  /** Open elements outside of it. */
  readonly depth: number;
  /** Of Atom: how its text is written. */
  readonly type: string;
  readonly base: string;
  /** Set by its attributes. */
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

interface ItemLink {
  readonly address: string;
  readonly base: string;
  /** The lowest is the item's address. */
  readonly rank: number;
}

const ranks = { original: 0, page: 1, other: 2, guid: 3 };

/** An item that is being read. */
interface OpenItem {
  readonly depth: number;
  readonly base: string;
  /** The first of each name. */
  readonly fields: Map<string, Field>;
  readonly links: ItemLink[];
  readonly authors: string[];
  readonly categories: string[];
  guid?: string;
  about?: string;
}

class XmlFeedReader implements MarkupEvents {
  reading: MarkupReading | undefined;
  readonly #builder: FeedBuilder;
  readonly #names = new XmlNames();
  readonly #open = new OpenElements();
  /** The base of each open element whose `xml:base` differs from that of its parent, with its depth. */
  readonly #bases: (readonly [base: string, depth: number])[];
  #kind: Feed['kind'] | undefined;
  #none: NoFeed = 'xml';
  #elements = 0;
  #item: OpenItem | undefined;
  #field: Field | undefined;
  /** Depth of an element inside of an item that speaks of something else (`source`). */
  #elsewhere: number | undefined;
  #isWhole = false;

  constructor(builder: FeedBuilder, base: string) {
    this.#builder = builder;
    this.#bases = [[base, -1]];
  }

  open(raw: string, attributes: Attributes): void {
    this.#names.see(attributes);
    if (this.#kind === undefined) this.#seekRoot(this.#nameOf(raw));
    if (this.#kind === undefined) return;
    const name = this.#nameOf(raw);
    this.#openBase(attributes);
    if (this.#elsewhere === undefined) this.#openElement(name, attributes);
    this.#open.open(name);
  }

  text(text: string): void {
    const field = this.#field;
    if (field !== undefined && field.text.length < longestField) field.text += text.slice(0, longestField);
  }

  close(raw: string): void {
    if (this.#kind === undefined) return;
    const name = this.#nameOf(raw);
    for (let ended = this.#open.endedBy(name); ended > 0; ended -= 1) this.#closeInnermost();
  }

  finish(): FeedReading {
    if (this.#kind === undefined) return { kind: 'none', why: this.#none };
    if (!this.#isWhole) this.#builder.fault('truncated');
    if (this.#open.malformed) this.#builder.fault('malformed');
    return this.#builder.finish(this.#kind);
  }

  /** Names of Atom have no prefix in Atom, and `atom:` elsewhere. */
  #nameOf(raw: string): string {
    const name = this.#names.nameOf(raw);
    return this.#kind === 'atom' && name.startsWith('atom:') ? name.slice('atom:'.length) : name;
  }

  #seekRoot(name: string): void {
    this.#elements += 1;
    const root = roots[name];
    if (root !== undefined && 'feed' in root) {
      this.#kind = root.feed;
      return;
    }
    if (root !== undefined && this.#none === 'xml') this.#none = root.none;
    if (root !== undefined || this.#elements >= mostBeforeRoot) this.reading?.stop();
  }

  #openBase(attributes: Attributes): void {
    const stated = attributes.get('xml:base');
    const base = stated === undefined ? undefined : URL.parse(stated, this.#base)?.href;
    if (base !== undefined) this.#bases.push([base, this.#open.depth]);
  }

  get #base(): string {
    return this.#bases.at(-1)![0];
  }

  #openElement(name: string, attributes: Attributes): void {
    const isItem = name === 'item' || name === 'entry';
    if (isItem && this.#field?.type !== 'xhtml') {
      this.#beginItem(attributes);
      return;
    }
    if (this.#field !== undefined) {
      if (this.#item !== undefined) this.#openNested(name);
      return;
    }
    if (this.#item !== undefined && name === 'source') this.#elsewhere = this.#open.depth;
    else if (this.#item !== undefined || this.#open.depth > 0) this.#openField(name, attributes);
  }

  /** An item inside of an item: the end tag of the first is missing. */
  #beginItem(attributes: Attributes): void {
    if (this.#item !== undefined) {
      this.#open.malformed = true;
      while (this.#open.depth > this.#item.depth) this.#open.close();
      this.#endItem();
    }
    this.#field = undefined;
    const item: OpenItem = {
      ...{ depth: this.#open.depth, base: this.#base, fields: new Map() },
      ...{ links: [], authors: [], categories: [] },
    };
    const about = attributes.get('rdf:about');
    if (about !== undefined) item.about = about;
    this.#item = item;
  }

  /** Names of persons are elements of the field `author`; other elements are markup of the text. */
  #openNested(name: string): void {
    const field = this.#field!;
    if (field.text.length < longestField) field.text += `<${name}>`;
    if (isPerson(field.name) && (name === 'name' || name === 'email' || name === 'uri')) {
      this.#field = { ...field, name: `${field.name}>${name}`, depth: this.#open.depth, text: '' };
    }
  }

  #openField(name: string, attributes: Attributes): void {
    const item = this.#item;
    // Fields of the feed itself are children of the channel, of Atom's root, or (RSS 0.9x as some write it) of the root.
    const around = item?.depth ?? Number(this.#open.name() === 'channel' && this.#open.depth - 1);
    const isChild = this.#open.depth === around + 1;
    if (!isChild && !/^(?:hour|day)$/.test(name)) return;
    if (name === 'skiphours' || name === 'skipdays' || name === 'channel' || name === 'image') return;
    if (isPerson(name) && item !== undefined) item.authors.push('');
    this.#field = {
      ...{ name, depth: this.#open.depth, base: this.#base, text: '' },
      type: attributes.get('type') ?? '',
      attributes: attributesOf(attributes),
    };
  }

  #closeInnermost(): void {
    this.#open.close();
    const { depth } = this.#open;
    while (this.#bases.at(-1)![1] >= depth) this.#bases.pop();
    if (this.#elsewhere === depth) this.#elsewhere = undefined;
    if (this.#field?.depth === depth) this.#endField(this.#field);
    if (this.#item?.depth === depth) this.#endItem();
    if (depth > 0) return;
    this.#isWhole = true;
    this.reading?.stop();
  }

  #endField(field: Field): void {
    this.#field = undefined;
    if (field.text.length >= longestField) this.#builder.fault('cut-text');
    if (this.#item === undefined) this.#endHeadField(field);
    else this.#endItemField(field, this.#item);
    // Elements behind the name of a person are still inside of the person.
    if (field.name.includes('>')) {
      this.#field = { ...field, name: field.name.replace(/>.*/, ''), depth: this.#open.depth - 1, text: '' };
    }
  }

  #endHeadField({ name, text, base, attributes }: Field): void {
    const { head } = this.#builder;
    const line = onOneLine(text);
    const address = (given: string) => resolvedAddress(given, base);
    if (name === 'title') setOnce(head, 'title', this.#builder.text(plainText(text), 1_000));
    else if (name === 'link' || name === 'atom:link') this.#headLink(line, attributes, address);
    else if (name === 'language' || name === 'dc:language') setOnce(head, 'language', this.#builder.text(line, 35));
    else if (name === 'ttl') setOnce(head, 'ttlMinutes', numberIn(line, 1, 1_000_000));
    else if (name === 'sy:updateperiod' || name === 'sy:updatefrequency') this.#updating(name, line);
    else if (name === 'hour') pushNumber(head.skipHours, numberIn(line, 0, 24), 24);
    else if (name === 'day') pushNumber(head.skipDays, weekdays.indexOf(line.slice(0, 3).toLowerCase()), 7);
  }

  #headLink(
    line: string,
    { href, rel = 'alternate' }: Field['attributes'],
    address: (given: string) => string | undefined,
  ): void {
    const { head } = this.#builder;
    if (href === undefined) setOnce(head, 'home', line === '' ? undefined : address(line));
    else if (rel === 'alternate') setOnce(head, 'home', address(href));
    else if (rel === 'next' || rel === 'prev-archive') setOnce(head, 'next', address(href));
  }

  #period = 0;
  #frequency = 1;

  /** RSS's module of syndication: so many times in a period. */
  #updating(name: string, line: string): void {
    if (name === 'sy:updateperiod') this.#period = periods[line.toLowerCase()] ?? 0;
    else this.#frequency = numberIn(line, 1, 1_440) ?? 1;
    if (this.#period > 0) this.#builder.head.ttlMinutes = Math.max(1, Math.floor(this.#period / this.#frequency));
  }

  #endItemField(field: Field, item: OpenItem): void {
    const { name, text, attributes, base } = field;
    const line = onOneLine(text.slice(0, longestName));
    if (name === 'link' || name === 'atom:link') this.#itemLink(line, field, item);
    else if (name === 'guid') {
      setOnce(item, 'guid', line);
      if (isPermanent(attributes['ispermalink'], line)) addLink(item, line, base, ranks.guid);
    } else if (name === 'feedburner:origlink') addLink(item, line, base, ranks.original);
    else if (name.endsWith('>name')) item.authors[item.authors.length - 1] = line;
    else if (name.endsWith('>email') && item.authors.at(-1) === '') item.authors[item.authors.length - 1] = line;
    else if (isPerson(name))
      // RSS has `address (name)` or an address alone.
      item.authors[item.authors.length - 1] ||= plainText(text).replace(/^[^\s@]+@[^\s@]+ \(([^()]+)\)$/, '$1');
    else if (name === 'dc:creator') item.authors.push(plainText(text));
    else if (name === 'category' || name === 'dc:subject') item.categories.push(attributes['term'] ?? plainText(text));
    else if (!item.fields.has(name)) item.fields.set(name, field);
  }

  #itemLink(line: string, { attributes, base }: Field, item: OpenItem): void {
    const { href, rel = 'alternate', type = 'text/html' } = attributes;
    if (href === undefined) addLink(item, line, base, ranks.page);
    else if (rel === 'alternate')
      addLink(item, href, base, this.#kind === 'atom' && /html/i.test(type) ? ranks.page : ranks.other);
  }

  #endItem(): void {
    const item = this.#item!;
    this.#item = undefined;
    this.#field = undefined;
    this.#elsewhere = undefined;
    this.#builder.add(addressesOf(item), () => rawItem(item, this.#kind === 'atom'));
  }
}

const isPerson = (name: string): boolean => name === 'author' || name === 'contributor';
const kept = ['href', 'rel', 'type', 'term', 'ispermalink'] as const;
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const periods: Readonly<Record<string, number>> = {
  ...{ hourly: 60, daily: 1_440, weekly: 10_080, monthly: 43_200, yearly: 525_600 },
};

function attributesOf(attributes: Attributes): Readonly<Record<string, string>> {
  return Object.fromEntries(
    kept.flatMap(name => {
      const value = attributes.get(name);
      return value === undefined
        ? []
        : [[name, name === 'rel' || name === 'ispermalink' ? value.trim().toLowerCase() : value]];
    }),
  );
}

/** Whether the `guid` of an item is its address: a relative one only where the feed says so. */
function isPermanent(isPermaLink: string | undefined, guid: string): boolean {
  return isPermaLink === 'true' ? !/\s/.test(guid) : isPermaLink !== 'false' && /^https?:\/\//i.test(guid);
}

/** An address that begins with the host of the feed has lost its scheme: no path of a site begins so. */
function addLink(item: OpenItem, given: string, base: string, rank: number): void {
  const host = URL.parse(base)?.host;
  const address = host !== undefined && given.startsWith(`${host}/`) ? `//${given}` : given;
  if (address !== '' && item.links.length < mostAddresses) item.links.push({ address, base, rank });
}

function setOnce<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  value: Target[Name] | undefined,
): void {
  if (value !== undefined && target[name] === undefined) target[name] = value;
}

function numberIn(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function pushNumber(into: number[], value: number | undefined, below: number): void {
  // Midnight is hour 0 in some feeds and hour 24 in others.
  if (value !== undefined && value >= 0 && !into.includes(value % below)) into.push(value % below);
}

const publishedNames = 'published pubdate issued dc:date dc:issued dc:created created atom:published'.split(' ');
const updatedNames = ['updated', 'modified', 'dc:modified', 'atom:updated', 'lastbuilddate'];
const summaryNames = ['summary', 'description', 'dc:description', 'content', 'content:encoded', 'atom:summary'];

function addressesOf({ links, about, fields, base }: OpenItem): RawAddresses {
  const named = [about, fields.get('id')?.text.trim()].filter(
    each => each !== undefined && each.length < longestName && /^https?:\/\//i.test(each),
  ) as string[];
  return [
    ...(links.length < 2 ? links : links.toSorted((a, b) => a.rank - b.rank)).map(
      each => [each.address, each.base] as const,
    ),
    ...named.map(each => [each, base] as const),
  ];
}

function rawItem({ fields, authors, categories, guid, about }: OpenItem, isAtom: boolean): RawItem {
  const first = (names: readonly string[]): string | undefined => {
    for (const name of names) {
      const field = fields.get(name);
      const text = field === undefined ? '' : textOf(field, isAtom);
      if (text !== '') return text;
    }
    return undefined;
  };
  return {
    id: guid ?? first(['id', 'dc:identifier']) ?? about,
    title: first(['title', 'dc:title', 'media:title']),
    published: first(publishedNames),
    updated: first(updatedNames),
    authors: authors.filter(author => author !== ''),
    summary: first(summaryNames),
    categories: categories.filter(category => category !== ''),
  };
}

/** Texts of Atom are plain unless they say otherwise; those of RSS may always hold markup. */
function textOf({ text, type }: Field, isAtom: boolean): string {
  const isText = isAtom && (type === '' || type === 'text' || type === 'text/plain');
  return isText ? onOneLine(text) : plainText(text);
}
