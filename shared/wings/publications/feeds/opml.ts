import { decodeReferences } from '../../../domain/html/decode-text.ts';
import { xmlText } from '../../../files/xml-text.ts';
import { onOneLine, readMarkup } from '../markup/read-markup.ts';

/** A source in a list of feeds (OPML 2.0), as readers of feeds write it. */
export interface Outline {
  /** `''`: the list gives none. */
  readonly name: string;
  /** As the list has them: address of the feed, and of its site. */
  readonly feed?: string;
  readonly site?: string;
  /** Names of the folders around it and its categories, for example a region. */
  readonly tags: readonly string[];
}

const [mostOutlines, mostDepth] = [10_000, 32];

export function isOpml(text: string): boolean {
  const before = String.raw`(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*`;
  return new RegExp(String.raw`^\ufeff?\s*${before}<(?:[\w-]+:)?opml[\s>]`, 'i').test(text.slice(0, 8_192));
}

/** The first outlines with an address, however broken the list is. */
export function readOpml(text: string): readonly Outline[] {
  const found: Outline[] = [];
  const folders: (string | undefined)[] = [];
  let reading: { stop(): void } | undefined;
  const events = {
    open: (tag: string, attributes: { get(name: string): string | undefined }) => {
      if (!isOutline(tag)) return;
      // Many readers of feeds escape twice.
      const value = (name: string): string => onOneLine(decodeReferences(attributes.get(name) ?? ''));
      const [feed, site] = [plainAddress(value('xmlurl')), plainAddress(value('htmlurl'))];
      const name = value('title') || value('text');
      const categories = value('category').split(',');
      const isSource = feed !== '' || site !== '';
      const tags = [...folders, ...categories.map(each => each.trim().replace(/^\//, ''))];
      if (isSource)
        found.push({
          ...{ name, tags: [...new Set(tags.filter(tag => tag !== undefined && tag !== ''))] as string[] },
          ...(feed !== '' && { feed }),
          ...(site !== '' && { site }),
        });
      folders.push(isSource ? undefined : name);
      if (found.length >= mostOutlines || folders.length > mostDepth) reading?.stop();
    },
    close: (tag: string) => {
      if (isOutline(tag)) folders.pop();
    },
    text: () => {},
  };
  readMarkup(text, events, { xml: true }, each => {
    reading = each;
  });
  return found;
}

/** `feed://a.example/rss`, `feed:https://a.example/rss`, as older readers of feeds write addresses. */
function plainAddress(address: string): string {
  return address.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:\/\//i, 'http://');
}

/** Also with a prefix of a namespace. */
function isOutline(tag: string): boolean {
  return tag.replace(/^.*:/, '') === 'outline';
}

/** The address of the site: that of the list, else the start page of the feed's host. Another scheme stays, to be refused. */
export function siteOf({ site, feed = '' }: Pick<Outline, 'site' | 'feed'>): string {
  if (site !== undefined) return site;
  return /^https?:/i.test(feed) && URL.canParse(feed) ? new URL('/', feed).href : feed;
}

/** A list of feeds for readers of feeds; sites without a feed have their address alone. */
export function opmlOf(title: string, outlines: readonly Outline[]): string {
  const lines = outlines.map(({ name, feed, site, tags }) => {
    const categories = tags.length === 0 ? '' : ` category="${xmlText(tags.join(','))}"`;
    const own = ` text="${xmlText(name)}" title="${xmlText(name)}"${categories}`;
    const addresses = `${feed === undefined ? '' : ` type="rss" xmlUrl="${xmlText(feed)}"`}${site === undefined ? '' : ` htmlUrl="${xmlText(site)}"`}`;
    return `  <outline${own}${addresses}/>\n`;
  });
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n <head><title>${xmlText(title)}</title></head>\n`;
  return `${head} <body>\n${lines.join('')} </body>\n</opml>\n`;
}
