import { LinkMeaning } from './link-meaning.ts';
import { LinkMemory } from './link-memory.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { createPlainResolver, type PlainResolver } from './plain-links.ts';
import type { SiteSchemes } from './scope.ts';
import { maxUrlLength } from './traps.ts';

/**
 * What a link means. `mark` is the caller's, -1 at first: one `PageResolver` gives equal meanings as one object, and
 * pages share objects until their resolver forgets. So one object never has two meanings, but a meaning may get a
 * second object; so may addresses too long to be asked for, which are not remembered.
 */
export type ResolvedLink = { mark: number } & (
  | {
      /** An address of the site. */
      readonly kind: 'internal';
      readonly identity: string;
      /** What to ask for: the address as first seen, without fragment, user name and password. */
      readonly address: string;
    }
  /** An http(s) address of another site. */
  | { readonly kind: 'external'; readonly identity: string }
  /** Leads nowhere: no address; `javascript:` or `vbscript:`; `data:`. Equal texts are one object. */
  | { readonly kind: 'bad'; readonly reason: 'unparsable' | 'script' | 'data' }
  /** Another scheme (`mailto`, `ftp` …). */
  | { readonly kind: 'ignored'; readonly scheme: string }
);

/** Resolves the links of one page. */
export interface PageResolver {
  /** `raw` is the value of the attribute, its entities decoded. Every string has a meaning; none is kept alive. */
  resolve(raw: string): ResolvedLink;
}

export interface LinkResolver {
  /** `base`, an absolute URL, is what the page's links resolve against: its own address or its `<base href>`. */
  forBase(base: string): PageResolver;
}

export interface LinkResolverOptions {
  readonly site: {
    /** As `URL.origin` gives it. */
    readonly origin: string;
    readonly schemes: SiteSchemes;
  };
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
  const meaning = new LinkMeaning(options);
  const plain = createPlainResolver(site.origin, rules);
  let memory = new LinkMemory();

  return {
    forBase: address => {
      if (memory.size > maxRemembered) memory = new LinkMemory();
      return new RememberingResolver(address, plain, rules.fragment, meaning, memory);
    },
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
  readonly #known: Map<string, ResolvedLink>;
  /** Texts that may mean something else for each page. */
  readonly #ownTexts = new Map<string, ResolvedLink>();
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
    this.#known = memory.ofFolder(this.#folder);
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
    return this.#known.get(text) ?? this.#resolveNew(text);
  }

  #resolveItself(): ResolvedLink {
    if (this.#plain.isPlain(this.#base)) return this.#meaning.ofPlain(this.#base, this.#memory);
    return this.#meaning.of('', URL.parse('', this.#base), this.#memory);
  }

  #resolveNew(text: string): ResolvedLink {
    const address = this.#isFolderPlain ? this.#plain.resolve(text, this.#folder) : undefined;
    if (address !== undefined) return this.#remember(this.#known, text, this.#meaning.ofPlain(address, this.#memory));
    if (absoluteAddress.test(text)) {
      const { absolute } = this.#memory;
      return (
        absolute.get(text) ?? this.#remember(absolute, text, this.#meaning.of(text, URL.parse(text), this.#memory))
      );
    }
    return this.#ownTexts.get(text) ?? this.#parse(text);
  }

  #parse(text: string): ResolvedLink {
    const url = URL.parse(text, this.#base);
    const link = this.#meaning.of(text, url, this.#memory);
    // A text that leads to the base's own path may have taken it from there (`?x`, a space, `http:`): to the other
    // pages of the folder it means something else.
    this.#basePath ??= new URL(this.#base).pathname;
    if (url?.pathname !== this.#basePath) return this.#remember(this.#known, text, link);
    this.#ownTexts.set(text, link);
    return link;
  }

  #remember(known: Map<string, ResolvedLink>, text: string, link: ResolvedLink): ResolvedLink {
    if (text.length <= maxUrlLength) this.#memory.remember(known, text, link);
    return link;
  }
}

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
