import { detached } from './detached-string.ts';
import { LinkMeaning, type LinkSite } from './link-meaning.ts';
import { LinkMemory } from './link-memory.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { createPlainResolver, type PlainResolver } from './plain-links.ts';
import { createQueryEncoder } from './query-encoding.ts';
import type { ResolvedLink } from './resolved-link.ts';
import { maxUrlLength } from './traps.ts';

/** Resolves the links of one page. */
export interface PageResolver {
  /**
   * `raw` is the value of the attribute, its entities decoded. Every string has a meaning. What is remembered is a copy,
   * so `raw` may be a part of the page's text without keeping that alive.
   */
  resolve(raw: string): ResolvedLink;
}

export interface LinkResolver {
  /**
   * `base`, an absolute URL, is what the page's links resolve against: its own address or its `<base href>`; `encoding`
   * the page's, by any label of the Encoding standard (see `query-encoding.ts`).
   */
  forBase(base: string, encoding?: string): PageResolver;
}

export interface LinkResolverOptions {
  readonly site: LinkSite;
  readonly rules: NormalizationRules;
  /** Texts or meanings after which a new page begins with an empty memory: a cache may forget, never err. */
  readonly maxRemembered?: number;
}

/**
 * A resolver for one site, made for a million links: a text is first looked up among those seen in the same folder,
 * then, if plain, joined to the folder (see `plain-links.ts`), and only then parsed.
 */
export function createLinkResolver(options: LinkResolverOptions): LinkResolver {
  const { site, rules, maxRemembered = 200_000 } = options;
  const meaning = new LinkMeaning(site, rules);
  const plain = createPlainResolver(site.origin, rules);
  const encoderFor = createEncoderCache();
  let memory = new LinkMemory();

  return {
    forBase: (base, encoding = 'utf-8') => {
      if (memory.size > maxRemembered) memory = new LinkMemory();
      const page = new RememberingResolver(base, plain, rules.fragment, meaning, memory);
      const encoded = encoderFor(encoding);
      return encoded === undefined ? page : { resolve: raw => page.resolve(encoded(raw)) };
    },
  };
}

/** Holds one encoder per label that has one, whatever labels pages come up with. */
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
  readonly #isFolderPlain: boolean;
  readonly #plain: PlainResolver;
  readonly #cutsFragment: boolean;
  readonly #meaning: LinkMeaning;
  readonly #memory: LinkMemory;
  /** Texts that mean the same for all pages of the folder. */
  readonly #ofFolder: Map<string, ResolvedLink>;
  /** Texts beginning with `/`, which mean the same for all folders of an origin. */
  readonly #ofOrigin: Map<string, ResolvedLink>;
  /** Texts that may mean something else for each page. */
  readonly #ofPage = new Map<string, ResolvedLink>();
  #basePath: string | undefined;
  #itself: ResolvedLink | undefined;

  constructor(base: string, plain: PlainResolver, cutsFragment: boolean, meaning: LinkMeaning, memory: LinkMemory) {
    this.#base = plain.isPlain(base) ? base : new URL(base).href;
    this.#folder = folderOf(this.#base);
    this.#isFolderPlain = plain.isPlain(this.#folder);
    this.#plain = plain;
    // A fragment alone is a link even where nothing else resolves (URL standard, section 4.4: base with an opaque path).
    this.#cutsFragment = cutsFragment && httpScheme.test(this.#base);
    this.#meaning = meaning;
    this.#memory = memory;
    this.#ofFolder = memory.under(this.#folder);
    this.#ofOrigin = memory.under(rootOf(this.#folder));
  }

  resolve(raw: string): ResolvedLink {
    const fragmentStart = this.#cutsFragment ? raw.indexOf('#') : -1;
    if (fragmentStart === 0 || raw === '') {
      this.#itself ??= this.#resolveItself();
      return this.#itself;
    }
    // Before a `#` white space is part of the address; at the end the parser would take it away.
    const cuts = fragmentStart > 0 && raw.charCodeAt(fragmentStart - 1) > 0x20;
    const text = cuts ? raw.slice(0, fragmentStart) : raw;
    const known = this.#knownLike(text);
    return known.get(text) ?? this.#ofPage.get(text) ?? this.#resolveNew(text, known);
  }

  #knownLike(text: string): Map<string, ResolvedLink> {
    const first = text.charCodeAt(0);
    if (first === slash) return this.#ofOrigin;
    // the letter first: this is asked for every link
    return (first | 0x20) === letterH && absoluteAddress.test(text) ? this.#memory.absolute : this.#ofFolder;
  }

  #resolveItself(): ResolvedLink {
    if (this.#plain.isPlain(this.#base)) return this.#meaning.ofPlain(this.#base, this.#memory);
    return this.#meaning.of('', URL.parse('', this.#base), this.#memory);
  }

  #resolveNew(text: string, known: Map<string, ResolvedLink>): ResolvedLink {
    const address = this.#isFolderPlain ? this.#plain.resolve(text, this.#folder) : undefined;
    if (address !== undefined) return this.#remember(known, text, this.#meaning.ofPlain(address, this.#memory));

    const url = URL.parse(text, this.#base);
    const link = this.#meaning.of(text, url, this.#memory);
    if (known === this.#memory.absolute || !this.#hasPathOfBase(url)) return this.#remember(known, text, link);
    this.#ofPage.set(detached(text), link);
    return link;
  }

  /**
   * A text that leads to the base's own path may have taken it from there (`?x`, a space, `http:`): to the other pages
   * of the folder it means something else.
   */
  #hasPathOfBase(url: URL | null): boolean {
    this.#basePath ??= new URL(this.#base).pathname;
    return url?.pathname === this.#basePath;
  }

  #remember(known: Map<string, ResolvedLink>, text: string, link: ResolvedLink): ResolvedLink {
    if (text.length <= maxUrlLength) this.#memory.remember(known, text, link);
    return link;
  }
}

const slash = '/'.charCodeAt(0);
const letterH = 'h'.charCodeAt(0);
const httpScheme = /^https?:/;

/** The same address for every base (a scheme without slashes may be relative: `http:x`). */
const absoluteAddress = /^https?:\/\//i;

/** The part of a base address that links without a path of their own do not need: up to the last `/` of its path. */
function folderOf(base: string): string {
  if (!httpScheme.test(base)) return base;
  const end = base.search(/[?#]/);
  const lastSlash = base.lastIndexOf('/', end < 0 ? base.length : end);
  return base.slice(0, lastSlash + 1);
}

/** The folder at the top of a folder's origin; of what is not http(s), the folder itself. */
function rootOf(folder: string): string {
  return httpScheme.test(folder) ? folder.slice(0, folder.indexOf('/', 'https://'.length) + 1) : folder;
}
