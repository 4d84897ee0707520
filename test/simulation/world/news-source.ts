import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import type { Fetcher, FetchRequest } from '../../../shared/ports/request-ports.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

const hour = 3_600_000;
/** Items of its feed. */
const listed = 6;

/** The client. Every attempt of a process begins with its name. */
interface Client {
  readonly name: string;
  readonly monotonic: () => number;
  readonly isDead: () => boolean;
}

interface Article {
  readonly url: string;
  readonly isChanged: boolean;
  readonly isGone: boolean;
  /** It had changed, or was gone, before anybody watched. */
  readonly isOld: boolean;
}

/** A source that publishes an article an hour; some are changed after two hours, some are gone after five. Notes every breach of politeness. */
export class NewsSource {
  readonly origin = 'https://news.example';
  readonly breaches: string[] = [];
  requests = 0;
  /** Requests for its feed. */
  looks = 0;
  private readonly time: VirtualTime;
  private readonly random: Random;
  private readonly holder: () => string;
  private readonly begin: number;
  private readonly delayMs: number;
  /** Articles that it published before anybody watched it, an hour apart: its feed names them all. */
  private readonly backlog: number;
  private last = Number.NEGATIVE_INFINITY;

  constructor(time: VirtualTime, random: Random, delayMs: number, holder: () => string, backlog = 0) {
    this.time = time;
    this.random = random;
    this.delayMs = delayMs;
    this.holder = holder;
    this.backlog = backlog;
    this.begin = time.now - backlog * hour;
  }

  /** Articles that were published `ageMs` ago or longer. */
  articles(ageMs: number): readonly Article[] {
    const count = Math.floor((this.time.now - ageMs - this.begin) / hour) + 1;
    return Array.from({ length: Math.max(0, count) }, (_, article) => ({
      // An item that is gone is gone before anybody sees its change.
      ...{ url: this.url(article), isChanged: article % 5 === 1 && article % 7 !== 3, isGone: article % 7 === 3 },
      isOld: article < this.backlog,
    }));
  }

  fetcherOf(client: Client): Fetcher {
    return { fetch: async request => await this.fetch(client, request), close: async () => undefined };
  }

  private async fetch(client: Client, request: FetchRequest): Promise<FetchAnswer> {
    if (client.isDead()) return await new Promise<never>(() => undefined);
    if (!this.holder().startsWith(`${client.name}#`))
      this.breaches.push(`${client.name} asks for ${request.address} while "${this.holder()}" holds the token`);
    const sinceMs = this.time.now - this.last;
    if (sinceMs < this.delayMs)
      this.breaches.push(`${request.address} is asked for ${sinceMs} ms after the one before`);
    this.last = this.time.now;
    this.requests += 1;
    request.onStart?.(client.monotonic());
    const answer = this.answer(new URL(request.address).pathname);
    await this.time.sleep(this.random.int(5, 400));
    if (client.isDead()) return await new Promise<never>(() => undefined);
    return { ...answer, elapsedMs: 5 };
  }

  private answer(path: string): FetchAnswer & { readonly kind: 'answered' } {
    if (path === '/robots.txt') return answered(404, 'text/plain', '');
    if (path === '/rss') this.looks += 1;
    if (path === '/rss') return answered(200, 'application/rss+xml', this.feed());
    const [, number] = /^\/news\/(\d+)\.html$/.exec(path) ?? [];
    if (number === undefined) return answered(200, 'text/html', '<title>News</title><h1>News</h1>');
    const article = Number(number);
    const ageMs = this.time.now - this.begin - article * hour;
    if (ageMs < 0 || (article % 7 === 3 && ageMs > 5 * hour)) return answered(404, 'text/html', '');
    return answered(200, 'text/html', pageOf(article, article % 5 === 1 && ageMs > 2 * hour));
  }

  private feed(): string {
    const count = Math.floor((this.time.now - this.begin) / hour) + 1;
    const first = Math.max(0, count - listed - this.backlog);
    const items = Array.from({ length: count - first }, (_, n) => {
      const article = first + n;
      const at = new Date(this.begin + article * hour).toUTCString();
      return `<item><title>Article ${article}</title><link>${this.url(article)}</link><pubDate>${at}</pubDate></item>`;
    });
    return `<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`;
  }

  private url(article: number): string {
    return `${this.origin}/news/${article}.html`;
  }
}

function answered(status: number, contentType: string, text: string): FetchAnswer & { readonly kind: 'answered' } {
  return {
    ...{ kind: 'answered', status, contentType, body: Buffer.from(text), truncated: false, elapsedMs: 0, fields: [] },
  };
}

function pageOf(article: number, isChanged: boolean): string {
  const sentence = (n: number): string =>
    `Sentence ${n} of article ${article} tells at some length what happened on day ${article * 31 + n} of the story.`;
  const paragraphs = [1, 2, 3].map(n => `<p>${sentence(n)} ${sentence(n + 10)}</p>`);
  const more = isChanged ? `<p>Correction: ${sentence(99)}</p>` : '';
  return `<!doctype html><html lang="en"><title>Article ${article}</title><meta property="og:type" content="article">
<article><h1>Article ${article}</h1>${paragraphs.join('')}${more}</article></html>`;
}
