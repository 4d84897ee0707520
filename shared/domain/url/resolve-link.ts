import { latin1 } from '../latin1.ts';
import { detached } from './detached-string.ts';
import { type LinkFolder, LinkMeaning, LinkMemory, type LinkSite } from './link-meaning.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { createNormalizer } from './normalize.ts';
import { createQueryEncoder } from './query-encoding.ts';
import type { ResolvedLink } from './resolved-link.ts';
import { maxUrlLength } from './traps.ts';

/** Resolves the links of one page. */
export interface PageResolver {
  /**
   * `raw` is the value of the attribute, its entities decoded. Every string has a meaning. Only a copy is remembered,
   * so a `raw` that is part of a page does not keep the page in memory.
   */
  resolve(raw: string): ResolvedLink;
  /** The same for an ASCII value without entities at `start … end` of a page. */
  resolveAt(page: Uint8Array, start: number, end: number): ResolvedLink;
}

export interface LinkResolver {
  /**
   * `base` is the absolute URL against which the page's links resolve: its own address or its `<base href>`. `encoding`
   * is any label of the Encoding standard (see `query-encoding.ts`).
   */
  forBase(base: string, encoding?: string): PageResolver;
}

export interface LinkResolverOptions {
  readonly site: LinkSite;
  readonly rules: NormalizationRules;
  /** With more texts or meanings than this, the next page begins with an empty memory. */
  readonly maxRemembered?: number;
}

/**
 * A resolver for a site with a million links. A text is first looked up among the texts of the folder. A plain text is
 * then joined to the folder (`createPlainResolver`). Only the rest is parsed.
 */
export function createLinkResolver(options: LinkResolverOptions): LinkResolver {
  const { site, rules, maxRemembered = 200_000 } = options;
  const meaning = new LinkMeaning(site, rules);
  const plain = createPlainResolver(site.origin, rules);
  const encoderFor = createEncoderCache();
  let memory = new LinkMemory();

  return {
    forBase: (base, encoding = 'utf-8') => {
      if (memory.holdsMoreThan(maxRemembered)) memory = new LinkMemory();
      // Links with a base of megabytes are forgotten after their page.
      const ofPage = base.length > maxUrlLength ? new LinkMemory() : memory;
      const page = new RememberingResolver(base, plain, rules.fragment, meaning, ofPage);
      const encoded = encoderFor(encoding);
      if (encoded === undefined) return page;
      // ASCII characters are the same in all these encodings.
      return {
        resolve: raw => page.resolve(encoded(raw)),
        resolveAt: (bytes, start, end) => page.resolveAt(bytes, start, end),
      };
    },
  };
}

/** A cache with one encoder for each known label. */
function createEncoderCache(): typeof createQueryEncoder {
  const encoders = new Map<string, (raw: string) => string>();
  return label => {
    const name = label.trim().toLowerCase();
    if (name === 'utf-8') return undefined;
    const encoder = encoders.get(name) ?? createQueryEncoder(name);
    if (encoder !== undefined) encoders.set(name, encoder);
    return encoder;
  };
}

class RememberingResolver implements PageResolver {
  readonly #base: string;
  readonly #folder: string;
  readonly #isBasePlain: boolean;
  readonly #isFolderPlain: boolean;
  readonly #plain: PlainResolver;
  readonly #cutsFragment: boolean;
  readonly #meaning: LinkMeaning;
  readonly #memory: LinkMemory;
  /** Texts that mean the same on all pages of the folder. */
  readonly #ofFolder: LinkFolder;
  /** Texts that begin with `/` and mean the same in all folders of an origin. */
  readonly #ofOrigin: Map<string, ResolvedLink>;
  /** Texts whose meaning may differ from page to page. */
  readonly #ofPage = new Map<string, ResolvedLink>();
  #basePath: string | undefined;
  #itself: ResolvedLink | undefined;

  constructor(base: string, plain: PlainResolver, cutsFragment: boolean, meaning: LinkMeaning, memory: LinkMemory) {
    this.#isBasePlain = plain.isPlain(base);
    this.#base = this.#isBasePlain ? base : new URL(base).href;
    this.#folder = folderOf(this.#base);
    this.#isFolderPlain = this.#isBasePlain || plain.isPlainFolder(this.#folder);
    this.#plain = plain;
    // A mere fragment is a link even if nothing else resolves (URL standard, section 4.4: base with an opaque path).
    this.#cutsFragment = cutsFragment && httpScheme.test(this.#base);
    this.#meaning = meaning;
    this.#memory = memory;
    this.#ofFolder = memory.under(this.#folder);
    this.#ofOrigin = memory.under(rootOf(this.#folder)).texts;
  }

  resolve(raw: string): ResolvedLink {
    const fragmentStart = this.#cutsFragment ? raw.indexOf('#') : -1;
    if (fragmentStart === 0 || raw === '') return this.#resolveItself();
    // White space before a `#` is part of the address; at the end the parser would remove it.
    const cuts = fragmentStart > 0 && raw.charCodeAt(fragmentStart - 1) > 0x20;
    const text = cuts ? raw.slice(0, fragmentStart) : raw;
    const known = this.#knownLike(text);
    const seen = known.get(text) ?? this.#ofPage.get(text);
    if (seen !== undefined) return seen;
    const link = this.#resolveNew(text);
    if (this.#isLasting(text)) this.#memory.remember(known, text, link);
    return link;
  }

  resolveAt(page: Uint8Array, start: number, end: number): ResolvedLink {
    if (!this.#cutsFragment) return this.resolve(latin1(page, start, end));
    if (start === end || page[start] === sharp) return this.#resolveItself();
    const { table } = this.#memory;
    const { number } = this.#ofFolder;
    const seen = table.find(number, page, start, end);
    if (seen !== undefined) return seen;
    const text = latin1(page, start, table.keyEnd);
    const link = this.#ofPage.get(text) ?? this.#resolveNew(text);
    if (this.#isLasting(text)) table.add(number, page, start, link);
    return link;
  }

  #knownLike(text: string): Map<string, ResolvedLink> {
    if (text.startsWith('/')) return this.#ofOrigin;
    return absoluteAddress.test(text) ? this.#memory.absolute : this.#ofFolder.texts;
  }

  #resolveItself(): ResolvedLink {
    this.#itself ??= this.#isBasePlain
      ? this.#meaning.ofPlain(this.#base, this.#memory)
      : this.#meaning.of('', URL.parse('', this.#base), this.#memory);
    return this.#itself;
  }

  /** Remembers the meaning for this page alone, if it may differ on other pages. */
  #resolveNew(text: string): ResolvedLink {
    const address = this.#isFolderPlain ? this.#plain.resolve(text, this.#folder) : undefined;
    if (address !== undefined) return this.#meaning.ofPlain(address, this.#memory);
    const url = URL.parse(text, this.#base);
    const link = this.#meaning.of(text, url, this.#memory);
    if (!absoluteAddress.test(text) && this.#hasPathOfBase(url)) this.#ofPage.set(detached(text), link);
    return link;
  }

  /** Whether a text means the same on the other pages. Texts too long for a request are not remembered. */
  #isLasting(text: string): boolean {
    return text.length <= maxUrlLength && !this.#ofPage.has(text);
  }

  /**
   * A text that leads to the base's own path may have taken the path from the base (`?x`, a space, `http:`). On another
   * page of the folder the same text leads elsewhere.
   */
  #hasPathOfBase(url: URL | null): boolean {
    this.#basePath ??= new URL(this.#base).pathname;
    return url?.pathname === this.#basePath;
  }
}

const sharp = '#'.charCodeAt(0);
const httpScheme = /^https?:/;

/** The same address for every base (a scheme without slashes may be relative: `http:x`). */
const absoluteAddress = /^https?:\/\//i;

/** The folder of a base address: the address up to the last `/` of its path. */
function folderOf(base: string): string {
  if (!httpScheme.test(base)) return base;
  const end = base.search(/[?#]/);
  const lastSlash = base.lastIndexOf('/', end < 0 ? base.length : end);
  return base.slice(0, lastSlash + 1);
}

/** The root folder of a folder's origin; the folder itself unless it is http(s). */
function rootOf(folder: string): string {
  return httpScheme.test(folder) ? folder.slice(0, folder.indexOf('/', 'https://'.length) + 1) : folder;
}

/**
 * The short way for most links of most sites, called plain: addresses whose characters the URL parser and all rules of
 * normalization leave unchanged, so that resolving means joining two strings. All others take the long way: `%`, `;`,
 * `?`, `#`, `:`, `\`, empty segments, segments that begin with a dot (except for leading `../`) or with a bracket,
 * anything not ASCII, and whatever is longer than an address may be.
 */
function patternsOf(letters: string) {
  const segment = `[${letters}0-9_~!$&')*+,=@-][${letters}0-9_~!$&'()*+,=@.-]*`;
  return {
    path: new RegExp(`^/(?:${segment}/)*(?:${segment})?$`),
    relative: new RegExp(`^(?:\\.\\./)*(?:${segment}/)*(?:${segment})?$`),
  };
}

const anyCase = patternsOf('A-Za-z');
const lowerCase = patternsOf('a-z');

interface PlainResolver {
  /** Whether `address` is an absolute address of the site and its own identity. */
  isPlain(address: string): boolean;
  /** Whether `folder`, which ends in `/`, is plain except for this slash. */
  isPlainFolder(folder: string): boolean;
  /**
   * Resolves `raw` on a page of the plain folder `folder`: an absolute normalized address, or undefined if the long way
   * is needed.
   */
  resolve(raw: string, folder: string): string | undefined;
}

/** For the site of an `origin`, spelled as in `URL.origin`. */
function createPlainResolver(origin: string, rules: NormalizationRules): PlainResolver {
  const sitePrefix = `${origin}/`;
  const isOriginPlain = createNormalizer(rules)(new URL(origin)) === sitePrefix;
  const patterns = rules.lowerCase ? lowerCase : anyCase;
  const keepsEnd = (address: string) =>
    !(rules.trailingSlash && wantsSlash(address)) &&
    !(rules.dropFinalSlash && address.endsWith('/') && address.length > sitePrefix.length);
  const isPlainFolder = (address: string) =>
    isOriginPlain &&
    address.length <= maxUrlLength &&
    address.startsWith(sitePrefix) &&
    patterns.path.test(address.slice(origin.length));
  const isPlain = (address: string) => isPlainFolder(address) && keepsEnd(address);

  return {
    isPlain,
    isPlainFolder,
    resolve: (raw, folder) => {
      if (raw === '' || raw.length > maxUrlLength) return undefined;
      if (patterns.relative.test(raw)) {
        const address = joined(folder, raw, origin.length);
        return keepsEnd(address) ? address : undefined;
      }
      const address = raw.startsWith('/') ? origin + raw : raw;
      return isPlain(address) ? address : undefined;
    },
  };
}

/** Joins `folder` and `relative`. Each leading `../` goes one folder up, not beyond the root (at `pathStart`). */
function joined(folder: string, relative: string, pathStart: number): string {
  let end = folder.length;
  let start = 0;
  while (relative.startsWith('../', start)) {
    start += 3;
    if (end > pathStart + 1) end = folder.lastIndexOf('/', end - 2) + 1;
  }
  return folder.slice(0, end) + relative.slice(start);
}

function wantsSlash(address: string): boolean {
  return !address.includes('.', address.lastIndexOf('/') + 1) && !address.endsWith('/');
}
