import { pageText } from '../../../domain/html/decode-text.ts';
import { isJson } from '../../../domain/http/page-type.ts';
import type { Rendering } from '../../../domain/protocol/classify-answer.ts';
import { listedAddress } from '../addresses.ts';
import type { Feed, FeedOptions, FeedReading, NoFeed } from '../feeds/feed.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { isChallenge } from '../finding/challenge.ts';
import { pageOfJson } from '../finding/json-part.ts';
import { glanceAtPage, type PageGlance } from '../finding/page-glance.ts';
import type { LookOutcome } from '../looks/look-outcome.ts';
import { readSitemap } from '../sitemaps/read-sitemap.ts';
import type { SitemapEnd, SitemapEntry } from '../sitemaps/sitemap.ts';

/** The document that a look at an entry brought. The list is closed. */
export type EntryDocument =
  | { readonly kind: 'feed'; readonly feed: Feed }
  | {
      readonly kind: 'sitemap' | 'index';
      readonly entries: readonly SitemapEntry[];
      readonly faults: SitemapEnd['faults'];
    }
  | ListDocument
  /** It is not what was requested. */
  | { readonly kind: 'none'; readonly why: LookOutcome };

export interface ListDocument {
  readonly kind: 'list';
  readonly glance: PageGlance;
  /** Addresses that presses revealed. */
  readonly pressed: readonly string[];
  /** Its own address. */
  readonly base: string;
}

export interface EntryPage {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly rendering?: Rendering;
}

/** A feed in place of a sitemap is read as one, and a sitemap in place of a feed. `nowMs`: epoch ms of the look. */
export async function readEntry(
  kind: 'feed' | 'sitemap' | 'list',
  page: EntryPage,
  base: string,
  nowMs: number,
): Promise<EntryDocument> {
  const { body, contentType, rendering } = page;
  const sent = rendering?.kind === 'rendered' ? rendering.raw : body;
  if (kind === 'list') return isChallenge(sent) ? { kind: 'none', why: 'challenge' } : readList(page, base);
  const options = { base, contentType, nowMs };
  const readers = {
    feed: () => feedOf(readFeed(body, options)),
    sitemap: async () => {
      const entries: SitemapEntry[] = [];
      const end = await readSitemap(body, options, entry => entries.push(entry));
      if (end.kind === 'none') return { kind: 'none', why: 'no-sitemap', is: end.why } as const;
      return { kind: end.kind === 'index' ? 'index' : 'sitemap', entries, faults: end.faults } as const;
    },
  };
  const other = kind === 'feed' ? 'sitemap' : 'feed';
  const first = await readers[kind]();
  const read = first.kind === 'none' && first.is === other ? await readers[other]() : first;
  return read.kind === 'none' ? { kind: 'none', why: isChallenge(body) ? 'challenge' : read.why } : read;
}

/** A part of a list may come as JSON. */
export function readList({ body: sent, contentType, rendering }: EntryPage, base: string): ListDocument {
  const isData = isJson(contentType) || /^\s*[{[]/.test(Buffer.from(sent.subarray(0, 100)).toString('latin1'));
  const page = isData ? pageOfJson(pageText({ body: sent, contentType }), base) : undefined;
  const body = page === undefined ? sent : Buffer.from(page);
  return {
    kind: 'list',
    glance: glanceAtPage(body, page === undefined ? contentType : 'text/html; charset=utf-8', base),
    pressed: pressedOf(rendering),
    base,
  };
}

/** A further page of a feed; undefined for any other page. */
export function readFeedPart(
  body: Uint8Array,
  options: FeedOptions,
): Extract<EntryDocument, { kind: 'feed' }> | undefined {
  const feed = readFeed(body, options);
  // Other lists in JSON have items, too.
  const isFeed = feed.kind !== 'none' && feed.items.length > 0 && feed.faults['malformed'] === undefined;
  return isFeed ? { kind: 'feed', feed } : undefined;
}

function feedOf(
  feed: FeedReading,
):
  | Extract<EntryDocument, { kind: 'feed' }>
  | { readonly kind: 'none'; readonly why: LookOutcome; readonly is: NoFeed } {
  return feed.kind === 'none' ? { kind: 'none', why: `no-feed-${feed.why}`, is: feed.why } : { kind: 'feed', feed };
}

function pressedOf(rendering: Rendering | undefined): readonly string[] {
  if (rendering?.kind !== 'rendered' || rendering.clicks === undefined) return [];
  const lines = Buffer.from(rendering.clicks.found).toString('utf8');
  return lines.split('\n').flatMap(line => listedAddress(line, line) ?? []);
}
