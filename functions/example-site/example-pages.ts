/**
 * The bundled site: a small museum, each of whose rooms shows something that crawlers meet. Its pages are the files of
 * `museum/`: among them a chain of levels, two addresses with equal content, and two orders of the same parameters.
 */

import { readFileSync, statSync } from 'node:fs';
import { answerOf, type ExampleAnswer, html } from './example-answer.ts';

/** The answer of the site for a path with its query. The same at every port and every time. */
export function exampleAnswer(pathAndQuery: string): ExampleAnswer {
  const target = redirects[pathAndQuery];
  if (target !== undefined) return { status: target.status, headers: { location: target.to }, body: '' };
  const page = filed(pathAndQuery) ?? madeUpPage(pathAndQuery);
  return page ?? { ...filed('/not-here.html')!, status: 404 };
}

const redirects: Readonly<Record<string, { readonly status: number; readonly to: string }>> = {
  '/old-entrance.html': { status: 301, to: '/about.html' },
  '/today.html': { status: 302, to: '/events.html' },
  '/round-a.html': { status: 302, to: '/round-b.html' },
  '/round-b.html': { status: 302, to: '/round-a.html' },
  '/shop.html': { status: 303, to: 'https://shop.example.com/' },
};

const pathOfFile = /^\/(?:[\w-]+\/)*[\w-]*(?:\.\w+)?$/;

/** The content of the file at this path; one of its pages is in another encoding. */
function filed(path: string): ExampleAnswer | undefined {
  const file = new URL(`./museum${path}${path.endsWith('/') ? 'index.html' : ''}`, import.meta.url);
  if (!pathOfFile.test(path) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  if (path === '/cyrillic.html') return answerOf(readFileSync(file), 'text/html; charset=windows-1251');
  const text = readFileSync(file, 'utf8');
  return file.pathname.endsWith('.html') ? html(text) : answerOf(text, 'text/plain; charset=utf-8');
}

/** Pages without a list: an agenda by its parameters, and a cellar that has a floor below every floor. */
function madeUpPage(pathAndQuery: string): ExampleAnswer | undefined {
  if (/^\/cellar\/(?:deeper\/)*$/.test(pathAndQuery)) {
    const floor = pathAndQuery.split('/').length - 2;
    return page(`Cellar, floor -${floor}`, '<a href="deeper/">Deeper</a>');
  }
  const query = new URLSearchParams(pathAndQuery.startsWith('/list?') ? pathAndQuery.slice('/list?'.length) : '');
  const kind = query.get('kind');
  if (kind !== 'talk' && kind !== 'tour') return undefined;
  return page(kind === 'talk' ? 'Talks' : 'Tours', '<a href="/events.html">Events</a>');
}

function page(title: string, link: string): ExampleAnswer {
  return html(
    `<!doctype html>\n<html lang="en">\n<title>${title}</title>\n<h1 id="top">${title}</h1>\n<p>${link}</p>\n</html>\n`,
  );
}
