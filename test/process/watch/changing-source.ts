import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GeneratedTexts } from '../../../bench/publications/generated-texts.ts';

export interface ChangingSource {
  readonly url: string;
  /** Texts of the stories by their numbers, paragraphs as they are on the page. */
  readonly texts: Map<number, readonly string[]>;
  /** Adds stories to the feed; all pages have the design from now on. */
  publish(count: number, design?: Design): void;
  close(): Promise<void>;
}

/** `old` and `new` hold the text in different elements. */
export type Design = 'old' | 'new';

/** A source on loopback with a feed and stories, whose design changes when the test says so. */
export async function serveChangingSource(): Promise<ChangingSource> {
  const words = new GeneratedTexts();
  const texts = new Map<number, readonly string[]>();
  let design: Design = 'old';
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const story = /^\/news\/(\d+)\.html$/.exec(path);
    const paragraphs = story === null ? undefined : texts.get(Number(story[1]));
    if (path === '/rss.xml') {
      response.setHeader('content-type', 'application/rss+xml');
      response.end(feedOf(url, [...texts.keys()]));
    } else if (paragraphs !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(pageOf(Number(story![1]), paragraphs, design));
    } else if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<title>News</title><link rel="alternate" type="application/rss+xml" href="/rss.xml"><p>News');
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    texts,
    publish: (count, changed = design) => {
      design = changed;
      for (let n = 0; n < count; n += 1) texts.set(texts.size + 1, paragraphsOf(words.next().text));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function paragraphsOf(text: string): readonly string[] {
  const sentences = text.split('. ').map(sentence => `${sentence.trim()}.`);
  const third = Math.ceil(sentences.length / 3);
  return [0, 1, 2].map(n => sentences.slice(n * third, (n + 1) * third).join(' ')).filter(part => part !== '');
}

function feedOf(url: string, numbers: readonly number[]): string {
  const items = numbers.map(
    n => `<item><title>Story number ${n}</title><link>${url}news/${n}.html</link><guid>${n}</guid></item>`,
  );
  return `<rss version="2.0"><channel><title>News</title><link>${url}</link>${items.join('')}</channel></rss>`;
}

function pageOf(n: number, paragraphs: readonly string[], design: Design): string {
  const text = paragraphs.map(part => `<p>${part}</p>`).join('');
  const body =
    design === 'old'
      ? `<h1>Story number ${n}</h1><div class="story-text">${text}</div><span class="price">${n}.50</span>`
      : `<header><h2 class="top">Story number ${n}</h2></header><section class="words-of-it">${text}</section>`;
  return `<!doctype html><html lang="ru"><head><title>Story number ${n}</title></head><body><nav><a href="/">News</a></nav>${body}<footer>The end</footer></body></html>`;
}
