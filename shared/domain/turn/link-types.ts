import { sniffEncoding, toScannable } from '../html/decode-text.ts';
import { parseRefresh } from '../html/meta-refresh.ts';
import type { PageScan } from '../html/page-scan.ts';
import { type ScanOptions, scanPage } from '../html/scan-page.ts';
import { attributeText, baseTexts } from '../html/scanned-text.ts';
import { type LinkType, linkTypes } from '../link-type.ts';
import type { LinkResolver } from '../url/resolve-link.ts';
import type { LinkRefs, Segment } from './segment.ts';

/** A page as the server sent it, which a browser then loaded. */
interface SentPage {
  readonly address: string;
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly refresh: string | undefined;
}

/** Identities of the links in the page as it was sent, and the encoding of its addresses. Uses up `scan`. */
export function sentLinks(
  { address, body, contentType, refresh }: SentPage,
  scan: PageScan,
  options: ScanOptions,
  links: LinkResolver,
): { readonly identities: ReadonlySet<string>; readonly sentIn: string } {
  const { bytes, encoding, sentIn } = toScannable(body, sniffEncoding({ body, contentType }).encoding);
  scanPage(bytes, scan, options);
  const resolver = links.forBase(baseOf(scan, address, encoding), sentIn);
  const identities = new Set<string>();
  const add = (raw: string | undefined): void => {
    const meaning = raw === undefined ? undefined : resolver.resolve(raw);
    if (meaning !== undefined && 'identity' in meaning) identities.add(meaning.identity);
  };
  for (let link = 0; link < scan.linkCount; link += 1) {
    const text = attributeText(scan, link, encoding);
    add(scan.kind(link) === 'refresh' ? parseRefresh(text)?.url : text);
  }
  if (refresh !== undefined) add(parseRefresh(refresh)?.url);
  return { identities, sentIn };
}

/**
 * The first `base` whose href is an address counts, unless it is `data:` or `javascript:` (HTML standard, section
 * 4.2.3); else the page's own address. Relative addresses do not resolve against `mailto:`.
 */
export function baseOf(scan: PageScan, address: string, encoding: string): string {
  if (scan.bases.length === 0) return address;
  for (const text of baseTexts(scan, encoding)) {
    const base = URL.parse(text, address);
    if (base !== null && !/^(?:data|javascript):$/.test(base.protocol)) return base.href;
  }
  return address;
}

type TypeAt = (kind: 'internal' | 'external', page: number, index: number) => LinkType | undefined;

/** The type of a page's link by its index in `targets` or `externals`; undefined if the page was not loaded in a browser. */
export function linkTypeAt({ pages, numbers }: Pick<Segment, 'pages' | 'numbers'>): TypeAt {
  const known = new Map<number, ReturnType<typeof typedLinks>>();
  return (kind, page, index) => {
    const links = pages[page]?.page?.links;
    if (links?.typed === undefined) return undefined;
    const typed = known.get(page) ?? typedLinks(links, numbers);
    known.set(page, typed);
    return linkTypes[typed[kind].get(index) ?? 0];
  };
}

/** Links of a page that are not in the page as it was sent: an index into `targets` or `externals`, and the type's number. */
export function typedLinks(
  { start, internal, external, typed }: LinkRefs,
  numbers: Uint32Array,
): { readonly internal: ReadonlyMap<number, number>; readonly external: ReadonlyMap<number, number> } {
  const pairs = (from: number, count: number): ReadonlyMap<number, number> => {
    const found = new Map<number, number>();
    for (let i = 0; i < count; i += 1) found.set(numbers[from + 2 * i]!, numbers[from + 2 * i + 1]!);
    return found;
  };
  const from = start + internal + 2 * external;
  return {
    internal: pairs(from, typed?.internal ?? 0),
    external: pairs(from + 2 * (typed?.internal ?? 0), typed?.external ?? 0),
  };
}
