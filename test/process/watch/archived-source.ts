import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GeneratedTexts } from '../../../bench/publications/generated-texts.ts';

export interface ArchivedSource {
  readonly url: string;
  /** The address of a story. */
  story(number: number): string;
  /** The page of a story. */
  page(number: number): string;
  /** Paths that were requested, in order. */
  readonly requested: string[];
  close(): Promise<void>;
}

/** How a list of stories leads to its older parts. `path`: of the part with stories from the `from`th newest on. */
export type ListLinks = (from: number) => string;

const perPart = 10;

/**
 * A source on loopback with so many stories, of which its feed names the newest ten. The lists show ten a part, each by its own
 * links; a part beyond the last one repeats the last, as many sites answer.
 */
export async function serveArchivedSource(
  stories: number,
  lists: Readonly<Record<string, ListLinks>>,
  host = '127.0.0.1',
): Promise<ArchivedSource> {
  const words = new GeneratedTexts();
  const texts = Array.from({ length: stories }, () => words.next().text);
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    const [type, body] = answerTo(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
  const story = (number: number): string => `${url}/news/2026/${number}-story-of-the-town.html`;
  const page = (number: number): string =>
    `<title>Story ${number}</title><article><h1>The story of the town that has the number ${number}</h1>
     <p class="date">${dayOf(number)} 2026, 23:30</p><p>${texts[number - 1]!.split('. ').join('.</p><p>')}</p></article>`;

  function answerTo(path: string): readonly [type: string, body?: string] {
    const number = /^\/news\/2026\/(\d+)-/.exec(path)?.[1];
    if (number !== undefined && Number(number) <= stories) return ['text/html; charset=utf-8', page(Number(number))];
    if (path === '/rss.xml')
      return ['application/rss+xml', `<rss><channel>${newest(0).map(n => `<item><link>${story(n)}</link></item>`)}`];
    const { pathname, search } = new URL(path, url);
    const list = lists[pathname];
    if (list === undefined) return ['text/html'];
    const from = Math.min(Number(/=(\d+)/.exec(search)?.[1] ?? 0), stories - perPart);
    const links = newest(from).map(n => `<p><a href="${story(n)}">The story of the town that has number ${n}</a></p>`);
    const menu = '<link rel="alternate" type="application/rss+xml" href="/rss.xml">';
    return ['text/html; charset=utf-8', `<title>List</title>${menu}${links.join('')}${list(from)}`];
  }

  const newest = (from: number): number[] => Array.from({ length: perPart }, (_, at) => stories - from - at);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, story, page, requested },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** The older, the lower the number. */
function dayOf(number: number): string {
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];
  return `${(number % 28) + 1} ${months[Math.floor(number / 28) % months.length]}`;
}
