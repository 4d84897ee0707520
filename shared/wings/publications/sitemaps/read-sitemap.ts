import { defined } from '../../../domain/defined.ts';
import { looksBinary } from '../../../domain/html/encoding/sniff-binary.ts';
import { detached } from '../../../domain/url/detached-string.ts';
import { listedAddress } from '../addresses.ts';
import { decodeMarkup } from '../markup/decode-markup.ts';
import { OpenElements } from '../markup/open-elements.ts';
import {
  type Attributes,
  definesEntities,
  type MarkupEvents,
  type MarkupReading,
  onOneLine,
  readMarkupByPieces,
} from '../markup/read-markup.ts';
import { XmlNames } from '../markup/xml-names.ts';
import { believedTime } from '../times/believed-time.ts';
import type { StatedTime } from '../times/stated-time.ts';
import type { NoSitemap, SitemapEntry, SitemapFault, SitemapNews, SitemapOptions, SitemapReading } from './sitemap.ts';
import { unpackGzip } from './unpack-gzip.ts';

const mostEntriesByDefault = 200_000;
const mostBytesByDefault = 64 * 1024 * 1024;
/** Characters of one element that are looked at. */
const longestField = 4_096;
const longestTitle = 1_000;
const mostBeforeRoot = 20;

/**
 * Reads a sitemap: `urlset` with entries of Google News, `sitemapindex`, or an address a line, each also as gzip. Hands over
 * entry by entry, and keeps none. Never throws, whatever the bytes: what cannot be taken is counted.
 */
export async function readSitemap(
  body: Uint8Array,
  options: SitemapOptions,
  take: (entry: SitemapEntry) => void,
): Promise<SitemapReading> {
  const { bytes, fault } = await unpackGzip(body, options.mostBytes ?? mostBytesByDefault);
  options.sized?.(bytes.length);
  const { text, wronglyDeclared } = decodeMarkup(bytes, options.contentType);
  const entries = new TakenEntries(options, take);
  if (fault !== undefined) entries.fault(fault);
  if (wronglyDeclared) entries.fault('encoding');
  const start = text.search(/[^\s\ufeff\0]/);
  if (start < 0) return { kind: 'none', why: fault === undefined ? 'empty' : fault === 'bad-gzip' ? fault : 'binary' };
  if (text[start] !== '<' && /^https?:\/\//i.test(text.slice(start, start + 8))) return readLines(text, entries);
  if (!text.includes('<')) return { kind: 'none', why: looksBinary(bytes) ? 'binary' : 'text' };
  if (definesEntities(text)) entries.fault('entities');
  const reader = new XmlSitemapReader(entries);
  await readMarkupByPieces(text, reader, { xml: true }, reading => {
    reader.reading = reading;
  });
  return reader.finish();
}

function readLines(text: string, entries: TakenEntries): SitemapReading {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const address = onOneLine(line);
    if (address !== '') entries.take({ loc: address });
  }
  return entries.end('text');
}

/** Fields of an entry as written. */
interface RawEntry {
  loc?: string;
  lastmod?: string;
  'news:title'?: string;
  'news:publication_date'?: string;
  'news:language'?: string;
}

class TakenEntries {
  readonly #options: SitemapOptions;
  readonly #take: (entry: SitemapEntry) => void;
  readonly #faults: Partial<Record<SitemapFault, number>> = {};
  #taken = 0;

  constructor(options: SitemapOptions, take: (entry: SitemapEntry) => void) {
    this.#options = options;
    this.#take = take;
  }

  fault(fault: SitemapFault): void {
    this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
  }

  take(raw: RawEntry): void {
    if (this.#taken >= (this.#options.mostEntries ?? mostEntriesByDefault)) {
      this.fault('too-many');
      return;
    }
    const address = raw.loc === undefined ? undefined : listedAddress(raw.loc, this.#options.base);
    if (address === undefined) {
      this.fault(raw.loc === undefined ? 'no-address' : 'bad-address');
      return;
    }
    this.#taken += 1;
    const modified = this.#time(raw.lastmod);
    const news = this.#news(raw);
    this.#take({
      address: detached(address),
      ...defined({ modified, news }),
    });
  }

  end(kind: 'urlset' | 'index' | 'text'): SitemapReading {
    return { kind, entries: this.#taken, faults: this.#faults };
  }

  #news(raw: RawEntry): SitemapNews | undefined {
    const title = raw['news:title']?.slice(0, longestTitle);
    const published = this.#time(raw['news:publication_date']);
    const language = raw['news:language']?.slice(0, 35);
    if (title === undefined && published === undefined) return undefined;
    return {
      ...(title !== undefined && { title: detached(title) }),
      ...(published !== undefined && { published }),
      ...(language !== undefined && { language: detached(language) }),
    };
  }

  #time(words: string | undefined): StatedTime | undefined {
    return believedTime(words, this.#options, why => this.fault(why));
  }
}

const fields = ['loc', 'lastmod', 'news:title', 'news:publication_date', 'news:language'] as const;
const plainParents = /^(?:url|sitemap|loc|lastmod|changefreq|priority)$/;
const notSitemaps: Readonly<Record<string, NoSitemap>> = {
  ...{ html: 'html', rss: 'feed', feed: 'feed', 'atom:feed': 'feed', 'rdf:rdf': 'feed' },
};

class XmlSitemapReader implements MarkupEvents {
  reading: MarkupReading | undefined;
  readonly #entries: TakenEntries;
  readonly #names = new XmlNames();
  readonly #open = new OpenElements();
  #kind: 'urlset' | 'index' | undefined;
  #none: NoSitemap = 'xml';
  #elements = 0;
  #entry: RawEntry | undefined;
  #field: keyof RawEntry | undefined;
  #text = '';
  #isWhole = false;

  constructor(entries: TakenEntries) {
    this.#entries = entries;
  }

  open(raw: string, attributes: Attributes): void {
    this.#names.see(attributes);
    const name = this.#names.nameOf(raw);
    if (this.#kind === undefined) {
      this.#seekRoot(name);
      if (this.#kind !== undefined) this.#open.open(name);
      return;
    }
    if (name === 'url' || name === 'sitemap') this.#beginEntry();
    else if (this.#entry !== undefined && (fields as readonly string[]).includes(name) && this.#isOfEntry(name)) {
      this.#field = name as keyof RawEntry;
      this.#text = '';
    }
    this.#open.open(name);
  }

  /** Pictures may have their own `loc` without a prefix. The end tag of a plain field may be missing. */
  #isOfEntry(name: string): boolean {
    return name.startsWith('news:') || plainParents.test(this.#open.name() ?? '');
  }

  text(text: string): void {
    if (this.#field !== undefined && this.#text.length < longestField) this.#text += text.slice(0, longestField);
  }

  close(raw: string): void {
    if (this.#kind === undefined) return;
    for (let ended = this.#open.endedBy(this.#names.nameOf(raw)); ended > 0; ended -= 1) this.#closeInnermost();
  }

  finish(): SitemapReading {
    if (this.#kind === undefined) return { kind: 'none', why: this.#none };
    if (!this.#isWhole) this.#entries.fault('truncated');
    if (this.#open.malformed) this.#entries.fault('malformed');
    return this.#entries.end(this.#kind);
  }

  #seekRoot(name: string): void {
    this.#elements += 1;
    if (name === 'urlset') this.#kind = 'urlset';
    else if (name === 'sitemapindex') this.#kind = 'index';
    else if (name in notSitemaps || this.#elements >= mostBeforeRoot) {
      this.#none = notSitemaps[name] ?? 'xml';
      this.reading?.stop();
    }
  }

  /** An entry inside of an entry: the end tag of the first is missing. */
  #beginEntry(): void {
    if (this.#entry !== undefined) {
      this.#open.malformed = true;
      while (this.#open.depth > 1) this.#open.close();
      this.#endEntry();
    }
    this.#field = undefined;
    this.#entry = {};
  }

  #closeInnermost(): void {
    const name = this.#open.name();
    this.#open.close();
    if (this.#field !== undefined && name === this.#field) this.#endField(this.#field);
    else if (name === 'url' || name === 'sitemap') this.#endEntry();
    if (this.#open.depth > 0) return;
    this.#isWhole = true;
    this.reading?.stop();
  }

  /** Images and videos have a `loc` of another namespace; of equal fields the first counts. */
  #endField(field: keyof RawEntry): void {
    this.#field = undefined;
    const entry = this.#entry;
    const text = onOneLine(this.#text);
    if (entry !== undefined && text !== '') entry[field] ??= text;
  }

  #endEntry(): void {
    const entry = this.#entry;
    this.#entry = undefined;
    this.#field = undefined;
    if (entry !== undefined) this.#entries.take(entry);
  }
}
