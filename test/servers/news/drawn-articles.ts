/** A news site whose articles are drawn by scripts, with a feed that names them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DrawnSite {
  readonly url: string;
  /** Paths in the order of their requests. */
  readonly requested: string[];
  close(): Promise<void>;
}

const names = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord'];

/** `isDrawn`: false if its articles are in the pages as they are sent. */
export async function serveDrawnSite(isDrawn = true): Promise<DrawnSite> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    const [status, type, body] = answerOf(path, `http://${request.headers.host}`, isDrawn);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requested,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function answerOf(path: string, origin: string, isDrawn: boolean): readonly [number, string, string] {
  const html = 'text/html; charset=utf-8';
  const name = /^\/news\/(\w+)-vote-of-the-council\.html$/.exec(path)?.[1];
  if (path === '/') return [200, html, page('Post', '<h1>Post</h1>')];
  if (path === '/feed.xml') return [200, 'application/rss+xml', feed(origin)];
  if (path === '/app.js') return [200, 'text/javascript', script];
  if (name === undefined || !names.includes(name)) return [404, html, 'no'];
  const story = `<article><h1>Vote on ${name}</h1>${sentences(name)}</article>`;
  return [200, html, isDrawn ? page('Post', shell) : page(`Vote on ${name}`, story)];
}

const shell = '<div id="root"></div><script src="/app.js"></script>';

/** Draws the article of the address. */
const script = `
const name = location.pathname.split('/')[2].split('-')[0];
document.title = 'Vote on ' + name;
document.getElementById('root').innerHTML = '<article><h1>Vote on ' + name + '</h1>' +
  [1, 2, 3, 4, 5, 6].map(n => '<p>In sentence ' + n + ' the council speaks of ' + name + ', and whoever lives beside the river listens to it with care.</p>').join('') + '</article>';
`;

function sentences(name: string): string {
  return [1, 2, 3, 4, 5, 6]
    .map(
      n =>
        `<p>In sentence ${n} the council speaks of ${name}, and whoever lives beside the river listens to it with care.</p>`,
    )
    .join('');
}

function page(title: string, body: string): string {
  const feedLink = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${feedLink}</head><body>${body}</body></html>`;
}

function feed(origin: string): string {
  const items = names.map(
    (name, n) =>
      `<item><title>Vote on ${name}</title><link>${origin}/news/${name}-vote-of-the-council.html</link><pubDate>Fri, 06 Mar 2026 10:0${n}:00 GMT</pubDate></item>`,
  );
  return `<rss version="2.0"><channel><title>Post</title>${items.join('')}</channel></rss>`;
}
