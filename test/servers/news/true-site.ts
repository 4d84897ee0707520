/** A news site on loopback, made of pages that a design gives. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TrueArticle } from './true-articles.ts';

export interface SiteAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface AskedPage {
  /** Decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly origin: string;
}

export interface SiteDesign {
  /** The newest first. */
  readonly articles: readonly TrueArticle[];
  /** The path of an article, as its own page and links of the site have it. */
  pathOf(article: TrueArticle): string;
  /** Undefined: there is no such page. */
  answer(asked: AskedPage): SiteAnswer | undefined;
}

export interface TrueSite extends SiteDesign {
  readonly url: string;
  /** Paths with queries, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export async function serveTrueSite(design: SiteDesign): Promise<TrueSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams: query } = new URL(request.url ?? '/', origin);
    asked.push(request.url ?? '/');
    const answer = design.answer({ path: decodeURIComponent(pathname), query, origin });
    const { status = 200, type = 'text/html; charset=utf-8', headers = {}, body = '' } = answer ?? notFound;
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    ...design,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const notFound: SiteAnswer = { status: 404, body: '<!doctype html><title>Not found</title><h1>Page not found</h1>' };

export interface FeedDesign {
  readonly title: string;
  readonly size: number;
  /** The text behind the address of each item, as `?utm_source=rss`. */
  readonly tracking?: string;
  readonly hasAuthors: boolean;
  /** RFC 822. */
  dateOf(article: TrueArticle): string;
}

/** RSS 2.0. */
export function feedOf(design: SiteDesign, feed: FeedDesign, origin: string): SiteAnswer {
  const items = design.articles.slice(0, feed.size).map(article => {
    const link = `${origin}${design.pathOf(article)}${feed.tracking ?? ''}`.replaceAll('&', '&amp;');
    const creators = feed.hasAuthors ? `<dc:creator><![CDATA[${article.authors.join(', ')}]]></dc:creator>` : '';
    return `<item><title>${article.title}</title><link>${link}</link>${creators}<pubDate>${feed.dateOf(article)}</pubDate>
<category><![CDATA[${article.section}]]></category><guid isPermaLink="false">${origin}/?p=${article.number}</guid>
<description><![CDATA[${article.paragraphs[0]}]]></description></item>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${feed.title}</title><link>${origin}/</link><description>News</description>${items.join('\n')}</channel></rss>`;
  return { type: 'application/rss+xml; charset=UTF-8', body };
}

/** `changed`: epoch ms. */
export function sitemapOf(entries: readonly { readonly address: string; readonly changed?: number }[]): SiteAnswer {
  const urls = entries.map(({ address, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${new Date(changed).toISOString()}</lastmod>`;
    return `<url><loc>${address}</loc>${lastmod}</url>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>`;
  return { type: 'text/xml; charset=UTF-8', body };
}
