import { cutText } from '../../../domain/cut-text.ts';
import { detached } from '../../../domain/url/detached-string.ts';
import type { Attributes } from './read-markup.ts';

/** Prefixes by which readers know the names of a namespace; names of RSS and of sitemaps have none. */
const namespaces: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [/^https?:\/\/www\.w3\.org\/2005\/atom\/?$/, 'atom:'],
  [/^https?:\/\/purl\.org\/atom\/ns#$/, 'atom:'],
  [/^https?:\/\/purl\.org\/dc\/(?:elements\/1\.[01]|terms)\/?$/, 'dc:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, 'content:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/syndication\/?$/, 'sy:'],
  [/^https?:\/\/rssnamespace\.org\/feedburner\/ext\/1\.0$/, 'feedburner:'],
  [/^https?:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#$/, 'rdf:'],
  [/^https?:\/\/www\.google\.com\/schemas\/sitemap-news\/0\.9\/?$/, 'news:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/?$/, ''],
  [/^https?:\/\/my\.netscape\.com\/rdf\/simple\/0\.9\/$/, ''],
  [/^https?:\/\/(?:www\.sitemaps\.org|www\.google\.com)\/schemas\/sitemap\/0\.[0-9]+\/?$/, ''],
];

/** Prefixes that a document may declare; further ones keep their names. */
const mostPrefixes = 100;
const longestUri = 200;

/**
 * Names of elements whatever prefixes a document gives its namespaces: `a10:updated` of a feed that declares `a10` as
 * Atom's prefix is `atom:updated`. A declaration holds from where it is to the end of the document.
 */
export class XmlNames {
  readonly #prefixes = new Map<string, string>();

  /** Takes the declarations of an element; to be called before its own name is requested. */
  see(attributes: Attributes): void {
    for (const name of attributes.names) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const uri = cutText(attributes.get(name)!.trim().toLowerCase(), longestUri);
      const prefix = detached(name.slice('xmlns:'.length));
      const known = namespaces.find(([pattern]) => pattern.test(uri))?.[1];
      if (known === undefined) this.#prefixes.delete(prefix);
      else if (this.#prefixes.size < mostPrefixes) this.#prefixes.set(prefix, known);
    }
  }

  nameOf(name: string): string {
    const colon = name.indexOf(':');
    const known = this.#prefixes.get(colon < 0 ? '' : name.slice(0, colon));
    return known === undefined ? name : known + name.slice(colon + 1);
  }
}
