import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Sources of publications that behave badly, each under a folder of its own: `/future/`, `/bomb/` … */
export interface AdverseSources {
  readonly url: string;
  /** Requests so far, as path with query. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface Asked {
  readonly path: string;
  /** `/name/` of the source. */
  readonly folder: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly origin: string;
  /** How often this address was asked for before. */
  readonly before: number;
}

const item = (path: string, date = 'Tue, 12 Sep 2017 15:34:56 +0300'): string =>
  `<item><title>Story ${path}</title><link>${path}</link><pubDate>${date}</pubDate></item>`;
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>${items}</channel></rss>`;
const feed = (items: string): Answer => ({ type: 'application/rss+xml', body: rss(items) });
const page = (content: string, feedPath?: string): Answer => ({
  body: `<!doctype html><html><head><title>Source</title>${
    feedPath === undefined ? '' : `<link rel="alternate" type="application/rss+xml" href="${feedPath}">`
  }</head><body>${content}</body></html>`,
});
const stories = (from: number, to: number, folder: string): string =>
  Array.from({ length: to - from }, (_, n) => item(`${folder}story-${from + n}.html`)).join('');

const challenge: Answer = {
  body: '<!doctype html><html><head><title>Just a moment...</title></head><body><p>Verify you are human.</p><script>window._cf_chl_opt = {}</script></body></html>',
};
const bombHead = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "boom">${Array.from(
  { length: 30 },
  (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};&e${n};&e${n};">`,
).join('')}]>`;

function storyPage(number: number): Answer {
  const sentences = Array.from(
    { length: 8 },
    (_, n) => `Sentence ${n} of story ${number} tells at some length what happened.`,
  );
  return {
    body: `<!doctype html><html lang="en"><head><title>Story ${number}</title><meta property="og:type" content="article"></head><body><article><h1>Story ${number}</h1><p>${sentences.join(' ')}</p></article></body></html>`,
  };
}

/** A source with pages, whose feed depends on how often it was asked for. */
function grows(
  feedOf: (folder: string, before: number, origin: string) => Answer,
): (asked: Asked) => Answer | undefined {
  return ({ path, before, origin, folder }) => {
    if (path === '') return page('', 'feed.xml');
    if (path === 'feed.xml') return feedOf(folder, before, origin);
    const [, number] = /^story-(\d+)\.html$/.exec(path) ?? [];
    return number === undefined ? undefined : storyPage(Number(number));
  };
}

/** Draws what `/drawn/` shows. The section shows stories that the start page does not. */
const drawnScript = `
const app = document.getElementById('app');
const isSection = location.pathname.endsWith('science/');
app.innerHTML = '<nav><a href="/drawn/">Home</a> <a href="/drawn/science/">Science</a> <a href="/drawn/contact/">Contact</a></nav><div id="list"></div>';
const list = document.getElementById('list');
let shown = isSection ? 10 : 0;
async function more() {
  for (const n of await (await fetch('/drawn/list.json?from=' + shown)).json())
    list.insertAdjacentHTML('beforeend', '<p><a href="/drawn/a-very-long-story-' + n + '.html">A headline of many words, number ' + n + '</a></p>');
  shown += 5;
}
const press = document.createElement('div');
press.textContent = 'Ten years back';
press.addEventListener('click', more);
app.append(press);
more();
`;

/** By the name of the source, what it answers for the path below its folder. */
const adverseSources: Readonly<Record<string, (asked: Asked) => Answer | undefined>> = {
  /** New items come behind the same ETag and a 304. */
  'lying-etag': ({ path, headers, before }) => {
    if (path !== 'feed.xml') return path === '' ? page('', 'feed.xml') : undefined;
    if (headers['if-none-match'] !== undefined) return { status: 304, headers: { etag: '"always"' } };
    return { ...feed(stories(0, 5 + before, '/lying-etag/')), headers: { etag: '"always"' } };
  },
  /** The feed is cut in the middle of its third item. */
  truncated: ({ path }) => {
    if (path !== 'feed.xml') return path === '' ? page('', 'feed.xml') : undefined;
    const whole = rss(stories(0, 6, '/truncated/'));
    return { type: 'application/rss+xml', body: whole.slice(0, whole.indexOf('story-3') - 3) };
  },
  /** Dates of 1970 and far ahead. */
  dates: ({ path }) => {
    if (path !== 'feed.xml') return path === '' ? page('', 'feed.xml') : undefined;
    return feed(
      `${item('/dates/a-b-c-1.html', 'Thu, 01 Jan 1970 00:00:00 GMT')}${item('/dates/a-b-c-2.html', 'Fri, 01 Jan 2117 00:00:00 GMT')}${item('/dates/a-b-c-3.html', 'some day')}${stories(4, 9, '/dates/')}`,
    );
  },
  /** Entities that define each other, in a feed and in a sitemap. */
  bomb: ({ path }) => {
    if (path === 'feed.xml')
      return {
        type: 'text/xml',
        body:
          bombHead +
          rss(`${stories(0, 5, '/bomb/')}<item><title>&e30;</title><link>/bomb/story-9.html</link></item>`).slice(21),
      };
    return path === '' ? page('', 'feed.xml') : undefined;
  },
  /** The address that is declared as a feed is a page. */
  'no-feed': ({ path }) => (path === '' || path === 'feed.xml' ? page('<h1>Nothing</h1>', 'feed.xml') : undefined),
  /** Leads to a source elsewhere (another name of this machine). */
  moved: ({ path, origin }) =>
    path === ''
      ? { status: 301, headers: { location: `${origin.replace('127.0.0.1', 'localhost')}/truncated/` } }
      : undefined,
  /** Answers only to what a browser sends. */
  'browser-only': ({ headers }) =>
    headers['upgrade-insecure-requests'] === undefined
      ? { status: 403, body: 'Are you human?' }
      : page('<h1>Welcome</h1>'),
  /** Asks for proof that a person is there. */
  challenged: () => challenge,
  /** A list whose further parts have no end, and each has links that no other has. */
  endless: ({ query }) => {
    const n = Number(query.get('page') ?? 1);
    const links = Array.from(
      { length: 10 },
      (_, k) =>
        `<p><a href="/endless/a-very-long-story-${n * 10 + k}.html">A headline of many words, number ${n * 10 + k}</a></p>`,
    );
    return page(`${links.join('')}<a rel="next" href="?page=${n + 1}">Next</a>`);
  },
  /** Its publications are PDF files. */
  pdf: ({ path }) => {
    if (path === '')
      return page(
        Array.from(
          { length: 8 },
          (_, n) => `<a href="/pdf/report-of-the-year-${2000 + n}.pdf">The whole report of the year ${2000 + n}</a>`,
        ).join(''),
      );
    return path.endsWith('.pdf') ? { type: 'application/pdf', body: '%PDF-1.4\n' } : undefined;
  },
  /** No feed; its sitemap has all that its page lists, and more. Its robots.txt is to name the sitemap. */
  mapped: ({ path, origin }) => {
    const addresses = Array.from({ length: 60 }, (_, n) => `${origin}/mapped/the-long-story-${n}.html`);
    const day = new Date().toISOString().slice(0, 10);
    if (path === 'map.xml')
      return {
        type: 'application/xml',
        body: `<urlset>${addresses.map(each => `<url><loc>${each}</loc><lastmod>${day}</lastmod></url>`).join('')}</urlset>`,
      };
    const headline = (each: string, n: number): string =>
      `<p><a href="${each}">A headline of many words, number ${n}</a></p>`;
    if (path === '') return page(addresses.slice(0, 10).map(headline).join(''));
    const [, number] = /^the-long-story-(\d+)\.html$/.exec(path) ?? [];
    return number === undefined ? undefined : storyPage(Number(number));
  },
  /** An index of sitemaps that names itself, and another that names it. */
  circle: ({ path, origin }) => {
    const index = (paths: readonly string[]): Answer => ({
      type: 'application/xml',
      body: `<sitemapindex>${paths.map(each => `<sitemap><loc>${origin}/circle/${each}</loc></sitemap>`).join('')}</sitemapindex>`,
    });
    if (path === 'a.xml') return index(['a.xml', 'b.xml']);
    return path === 'b.xml' ? index(['a.xml', 'b.xml']) : undefined;
  },
  /** A packed sitemap of 60,000 addresses. */
  large: ({ path, origin }) =>
    path === 'map.xml.gz'
      ? {
          type: 'application/gzip',
          body: gzipSync(
            `<urlset>${Array.from({ length: 60_000 }, (_, n) => `<url><loc>${origin}/large/story-${n}.html</loc><lastmod>2017-09-12</lastmod></url>`).join('')}</urlset>`,
          ),
        }
      : undefined,
  /** Its menu leads to an article, which says so, though its address looks like that of a section. */
  disguised: ({ path }) => {
    if (path === '') return page('<nav><a href="essay/">An essay</a></nav>', 'feed.xml');
    if (path === 'feed.xml') return feed(stories(0, 5, '/disguised/'));
    if (path !== 'essay/') return undefined;
    const links = Array.from({ length: 5 }, (_, n) => `<a href="/disguised/story-${n}.html">story</a>`).join('');
    return { body: `<html><head><meta property="og:type" content="article"></head><body>${links}</body></html>` };
  },
  /** Its menu has no end tags but one, and its feed is sent as HTML. */
  sloppy: ({ path }) => {
    if (path === 'feed') return { body: rss(stories(0, 5, '/sloppy/')) };
    if (path !== '') return undefined;
    const links = Array.from(
      { length: 6 },
      (_, n) => `<p><a href="/sloppy/the-long-story-${n}.html">A headline of many words, number ${n}</a>`,
    );
    return page(`<nav><ul><li><a href="/sloppy/">Home</a><li><a href="/sloppy/us/">Us</a></nav>${links.join('')}`);
  },
  /** A hundred feeds. */
  feeds: ({ path }) => {
    if (path === '') return page(Array.from({ length: 100 }, (_, n) => `<a href="/feeds/${n}.rss">${n}</a>`).join(''));
    const [, n] = /^(\d+)\.rss$/.exec(path) ?? [];
    return n === undefined ? undefined : feed(stories(Number(n), Number(n) + 4, '/feeds/'));
  },
  down: () => ({ status: 500 }),
  /** Its publications are at another port of this machine, which its path names: `/split/8080/`. */
  split: ({ path }) => {
    const [, port, name] = /^(\d+)\/(.*)$/.exec(path) ?? [];
    if (name === '') return page('', 'feed.xml');
    return name === 'feed.xml' ? feed(stories(0, 5, `http://127.0.0.1:${port}/articles/`)) : undefined;
  },
  articles: grows(folder => feed(stories(0, 0, folder))),
  /** New items come behind the same ETag, and no request is answered 304. */
  'equal-etag': grows((folder, asked) => ({
    ...feed(stories(0, 5 + asked, folder)),
    headers: { etag: '"equal"' },
  })),
  /** From the third request on its feed is cut. */
  'cut-later': grows((folder, asked) => {
    const whole = rss(stories(0, 5 + asked, folder));
    const headers = { etag: `"${asked}"` };
    return { type: 'application/rss+xml', headers, body: asked < 2 ? whole : whole.slice(0, -50) };
  }),
  /** From the third request on its feed is what the word says. */
  'moves-later': grows((folder, asked, origin) =>
    asked < 2
      ? feed(stories(0, 5, folder))
      : { status: 301, headers: { location: `${origin.replace('127.0.0.1', 'localhost')}/truncated/feed.xml` } },
  ),
  /** From the third request on its feed is at another address of the host. */
  'renamed-later': asked =>
    asked.path === 'rss.xml'
      ? feed(stories(0, 6, asked.folder))
      : grows((folder, before) =>
          before < 2 ? feed(stories(0, 5, folder)) : { status: 308, headers: { location: `${folder}rss.xml` } },
        )(asked),
  'refuses-later': grows((folder, asked) =>
    asked < 2 ? feed(stories(0, 5, folder)) : { status: 403, body: 'Are you human?' },
  ),
  'challenges-later': grows((folder, asked) => (asked < 2 ? feed(stories(0, 5, folder)) : challenge)),
  'pdf-later': grows((folder, asked) =>
    asked < 2 ? feed(stories(0, 5, folder)) : { type: 'application/pdf', body: '%PDF-1.4\n' },
  ),
  'html-later': grows((folder, asked) => (asked < 2 ? feed(stories(0, 5, folder)) : page('<h1>Nothing</h1>'))),
  'bomb-later': grows((folder, asked) =>
    asked < 2
      ? feed(stories(0, 5, folder))
      : {
          type: 'text/xml',
          body: `${bombHead}${rss(`${stories(0, 6, folder)}<item><title>&e30;</title></item>`).slice(21)}`,
        },
  ),
  /** Its feed names a PDF by its address, a PDF that has the address of a page, a challenge, a page elsewhere, and one story. */
  mixed: ({ path, origin }) => {
    const paths = ['a-b-c-1.pdf', 'a-b-c-2.html', 'a-b-c-3.html', 'a-b-c-4.html', 'a-b-c-5.html', 'a-b-c-6.html'];
    const elsewhere = origin.replace('127.0.0.1', 'localhost');
    if (path === '') return page('', 'feed.xml');
    if (path === 'feed.xml')
      return feed(
        [...paths.map(each => `/mixed/${each}`), `${elsewhere}/mixed/a-b-c-7.html`].map(each => item(each)).join(''),
      );
    if (path === paths[1]) return { type: 'application/pdf', body: '%PDF-1.4\n' };
    if (path === paths[2]) return { body: '%PDF-1.4\n%\0\0\0\0' };
    if (path === paths[3]) return challenge;
    if (path === paths[4]) return { status: 302, headers: { location: `${elsewhere}/mixed/x.html` } };
    return path === paths[5] ? storyPage(6) : undefined;
  },
  /**
   * Scripts draw all of it: the menu, and a list that grows when something is pressed that no tag calls a button. Its section is drawn too.
   */
  drawn: ({ path, query }) => {
    const [, number] = /^a-very-long-story-(\d+)\.html$/.exec(path) ?? [];
    if (number !== undefined) return storyPage(Number(number));
    if (path === 'app.js') return { type: 'text/javascript', body: drawnScript };
    if (path === 'list.json') {
      const from = Number(query.get('from') ?? 0);
      const numbers = Array.from({ length: from < 20 ? 5 : 0 }, (_, n) => from + n);
      return { type: 'application/json', body: JSON.stringify(numbers) };
    }
    return path === '' || path === 'science/'
      ? page('<div id="app"></div><script src="/drawn/app.js"></script>')
      : undefined;
  },
  /** The list is empty until scripts fill it. */
  scripted: ({ path }) =>
    path === '' ? page('<div id="root"><ul class="news-list"></ul></div><script src="/app.js"></script>') : undefined,
};

/** Serves all of them on loopback. `robots`: its robots.txt; absent: there is none. */
export async function serveAdverseSources(robots?: string): Promise<AdverseSources> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    const origin = `http://${request.headers.host}`;
    const url = new URL(target, origin);
    const [, name = '', path = ''] = /^\/([^/]+)\/(.*)$/.exec(url.pathname) ?? [];
    const before = asked.filter(each => each === target).length;
    asked.push(target);
    if (robots !== undefined && target === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
      return;
    }
    const answer = adverseSources[name]?.({
      ...{ path, folder: `/${name}/` },
      query: url.searchParams,
      headers: request.headers,
      origin,
      before,
    });
    const { status = 200, type = 'text/html; charset=utf-8', headers = {}, body = '' } = answer ?? { status: 404 };
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
