import { createHash } from 'node:crypto';
import type { FetchAnswer } from '../../shared/domain/http/fetch-answer.ts';
import type { Fetcher, FetchRequest } from '../../shared/ports/request-ports.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Time of an answer on the wire. */
const answerMs = 250;
const dayMs = 86_400_000;
/** Items of a feed, and links of the page of the section. */
const leastShown = 30;
const words = 'city council bridge river budget school winter train market museum harvest engine signal letter'.split(
  ' ',
);

/**
 * News sites that publish at even intervals: a feed and a page with the latest links, both with an ETag, and articles of 3 KB in
 * pages of 30 KB. A tenth of the articles changes once, two hours later.
 */
export class WatchedSites implements Fetcher {
  readonly publishedBefore: number;
  private readonly clock: VirtualClock;
  private readonly perDay: number;
  private readonly begin: number;

  constructor(clock: VirtualClock, perDay: number) {
    this.clock = clock;
    this.perDay = perDay;
    this.begin = clock.now() - 2 * dayMs;
    this.publishedBefore = this.publishedAt(clock.now());
  }

  async close(): Promise<void> {}

  async fetch({ address, fields, onStart }: FetchRequest): Promise<FetchAnswer> {
    onStart?.(this.clock.monotonic());
    await this.clock.sleep(answerMs);
    const found = this.body(new URL(address));
    const nothing = new Uint8Array(0);
    const common = { kind: 'answered', elapsedMs: answerMs, truncated: false } as const;
    if (found === undefined) return { ...common, status: 404, contentType: 'text/plain', fields: [], body: nothing };
    const etag = `"${digestOf(found.text)}"`;
    const answer = { ...common, contentType: found.type, fields: [['etag', etag]] as const };
    if (fields?.['if-none-match'] === etag) return { ...answer, status: 304, body: nothing };
    return { ...answer, status: 200, body: Buffer.from(found.text) };
  }

  /** Articles of each site that are there at an instant. */
  publishedAt(now: number): number {
    return Math.floor(((now - this.begin) / dayMs) * this.perDay);
  }

  private body({ origin, host, pathname }: URL): { readonly text: string; readonly type: string } | undefined {
    const last = this.publishedAt(this.clock.now());
    const latest = Array.from({ length: Math.min(Math.max(leastShown, this.perDay / 12), last) }, (_, at) => last - at);
    if (pathname === '/rss')
      return { type: 'application/rss+xml', text: feedOf(latest.map(n => this.item(origin, n))) };
    if (pathname === '/')
      return { type: 'text/html', text: pageOf('Latest', latest.map(n => linkOf(origin, n)).join('')) };
    const number = Number(/^\/news\/(\d+)-/.exec(pathname)?.[1]);
    if (!(number >= 1 && number <= last)) return undefined;
    const age = this.clock.now() - this.timeOf(number);
    const more = number % 10 === 0 && age > 7_200_000 ? '<p>Updated: the council has answered since.</p>' : '';
    return { type: 'text/html', text: pageOf(titleOf(number), articleOf(host, number, this.timeOf(number)) + more) };
  }

  private item(origin: string, number: number): string {
    const published = new Date(this.timeOf(number)).toUTCString();
    return `<item><title>${titleOf(number)}</title><link>${addressOf(origin, number)}</link><pubDate>${published}</pubDate></item>`;
  }

  private timeOf(number: number): number {
    return this.begin + (number / this.perDay) * dayMs;
  }
}

function addressOf(origin: string, number: number): string {
  return `${origin}/news/${number}-${words[number % words.length]}-${words[(number * 5) % words.length]}`;
}

function titleOf(number: number): string {
  return `The ${words[number % words.length]} of the ${words[(number * 5) % words.length]} is story ${number}`;
}

function linkOf(origin: string, number: number): string {
  return `<h2><a href="${addressOf(origin, number)}">${titleOf(number)}</a></h2>`;
}

function articleOf(host: string, number: number, at: number): string {
  const sentence = (n: number): string =>
    Array.from(
      { length: 14 },
      (_, k) => words[createHash('md5').update(`${host} ${number} ${n} ${k}`).digest()[0]! % words.length],
    ).join(' ');
  const paragraphs = Array.from(
    { length: 8 },
    (_, n) => `<p>${sentence(4 * n)}. ${sentence(4 * n + 1)}. ${sentence(4 * n + 2)}, and ${sentence(4 * n + 3)}.</p>`,
  );
  const time = `<time datetime="${new Date(at).toISOString()}">${new Date(at).toUTCString()}</time>`;
  return `<article><h1>${titleOf(number)}</h1>${time}${paragraphs.join('')}</article>`;
}

function pageOf(title: string, main: string): string {
  const menu = Array.from(
    { length: 120 },
    (_, n) => `<li><a href="/section/${n}">Section number ${n} of the menu</a></li>`,
  );
  const script = `<script>${'var unused = "x";'.repeat(900)}</script>`;
  return `<!doctype html><html lang="en"><head><title>${title}</title>${script}</head><body><nav><ul>${menu.join('')}</ul></nav><main>${main}</main><footer>All rights reserved.</footer></body></html>`;
}

function feedOf(items: readonly string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
