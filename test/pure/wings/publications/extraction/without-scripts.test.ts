import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';
import { glanceAtPage } from '../../../../../shared/wings/publications/finding/page-glance.ts';

const title = 'The harbour of Brookhaven reopens after the winter works';
const paragraphs = Array.from(
  { length: 4 },
  (_, n) =>
    `Part ${n} of the harbour was closed for ${n + 2} weeks, because the old walls of Brookhaven did not hold the water.`,
);
const article = `<h1>${title}</h1><time datetime="2026-03-12T10:15:00Z">12 March</time>${paragraphs.map(text => `<p>${text}</p>`).join('')}`;
const extract = (body: string) =>
  extractPage({
    html: `<!doctype html><html lang=en><title>${title}</title><body>${body}`,
    url: 'https://lark.example/news/harbour-reopens',
    now: Date.UTC(2026, 10, 29),
  });

describe('a page without its scripts (A22)', () => {
  test.each([
    ['an open shadow root', `<x-story><template shadowrootmode="open">${article}</template></x-story>`],
    ['a closed shadow root', `<x-story><template shadowrootmode=closed>${article}</template></x-story>`],
    [
      'a shadow root in a shadow root',
      `<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open>${article}</template></x-b></template></x-a>`,
    ],
    [
      'the content of the host, in the slot of a shadow root',
      `<x-a><template shadowrootmode=open><style>p{}</style><slot></slot></template>${article}</x-a>`,
    ],
    ['noscript', `<div id=app></div><noscript>${article}</noscript><script src=app.js></script>`],
  ])('has the article of %s', (_, body) => {
    const [seen, plain] = [extract(body), extract(article)];
    expect(seen.text).toBe(paragraphs.join('\n\n'));
    expect(seen.published?.words).toBe('2026-03-12T10:15:00Z');
    expect({ ...seen, confidence: 0 }).toEqual({ ...plain, confidence: 0 });
  });

  test('has no text of other templates, and none of a noscript where the article is shown', () => {
    const other = 'Switch on the scripts of your browser, or else the comments of our readers cannot be shown here.';
    expect(extract(`<template>${article}</template>`).text).toBe('');
    expect(extract(`${article}<noscript><p>${other}</p></noscript>`).text).toBe(paragraphs.join('\n\n'));
  });

  test('is a list of links where noscript or a shadow root has them, but not where another template has', () => {
    const links = (around: string, end: string) =>
      glanceAtPage(
        Buffer.from(
          `<body>${around}<a href=/news/1>The harbour reopens</a>${end}<a href=/news/2>The bridge closes</a>`,
        ),
        'text/html',
        'https://lark.example/',
      ).links.map(link => link.address);
    expect(links('<noscript>', '</noscript>')).toHaveLength(2);
    expect(links('<x-list><template shadowrootmode=open>', '</template></x-list>')).toHaveLength(2);
    expect(links('<template>', '</template>')).toEqual(['https://lark.example/news/2']);
  });
});
