import { describe, expect, test } from 'vitest';
import { PageScan } from '../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../shared/domain/html/scan-page.ts';
import { baseOf } from '../../../shared/domain/turn/link-types.ts';
import { type PageFacts, pageFacts } from '../../../shared/domain/turn/page-facts.ts';

test.each([
  ['/b/', 'http://example.org/b/'],
  ['mailto:x@y.example', 'mailto:x@y.example'],
  ['data:text/plain,a', 'http://example.org/other/'],
  ['http://[', 'http://example.org/other/'],
])('of several bases the first that is an address counts: %s', (href, base) => {
  const scan = new PageScan();
  scanPage(Buffer.from(`<base target=_top><base href="${href}"><base href="/other/">`), scan, { elements: ['a'] });
  expect(baseOf(scan, 'http://example.org/a/b', 'utf-8')).toBe(base);
});

function factsOf(html: string, headers?: Parameters<typeof pageFacts>[1]['headers'], isSecure = false): PageFacts {
  const scan = new PageScan();
  scanPage(Buffer.from(html), scan, { elements: ['a', 'refresh'] });
  return pageFacts(scan, {
    base: () => baseOf(scan, 'http://example.org/a/b', 'utf-8'),
    encoding: 'utf-8',
    contentType: 'text/html',
    headers,
    isSecure,
  });
}

describe('what a page says of itself', () => {
  test('is in its tags, addresses resolved against its base', () => {
    const html = `<!doctype html><HTML LANG="pt-BR"><head><base href="/base/"><meta name=ROBOTS content="NoIndex, follow,noindex">
      <link rel="alternate" hreflang=de href=de><link rel='alternate stylesheet' href=x.css><link rel="shortcut canonical" href="c?a=1&amp;b=2">
      <link rel=canonical href=second><title>not counted</title><body lang=xx>two words`;
    expect(factsOf(html)).toEqual({
      contentType: 'text/html',
      canonical: 'http://example.org/base/c?a=1&b=2',
      robots: 'noindex, follow',
      hreflang: ['de http://example.org/base/de'],
      language: 'pt-BR',
      markup: ['', '', 0, '', '', '.', ''],
      statements: [['meta', 'robots', 'NoIndex, follow,noindex']],
      words: 2,
    });
  });

  test('in other languages, in the page and then in the header Link', () => {
    const link =
      '</de>; rel="alternate"; hreflang="de", <http://a.example/fr>; rel=alternate; hreflang=fr, </x>; rel=alternate';
    const { hreflang, canonical } = factsOf('<link rel=alternate hreflang=en href=/en>', { link });
    expect([hreflang, canonical]).toEqual([
      ['en http://example.org/en', 'de http://example.org/de', 'fr http://a.example/fr'],
      undefined,
    ]);
  });

  test('or in the headers of its answer', () => {
    const headers = {
      link: '<http://example.org/style.css>; rel=preload, <http://example.org/c>; rel="canonical"',
      'x-robots-tag': 'none',
      'content-language': 'fr',
      'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT',
    };
    expect(factsOf('<p>', headers)).toEqual({
      contentType: 'text/html',
      canonical: 'http://example.org/c',
      robots: 'none',
      language: 'fr',
      lastModified: 'Sun, 06 Nov 1994 08:49:37 GMT',
      markup: ['', '', 0, '', '', '.', ''],
      statements: [['header', 'x-robots-tag', 'none']],
      words: 0,
    });
  });

  test.each([
    ['a title with a comma', '</c>; title="a, b"; rel=canonical', 'http://example.org/c'],
    ['several relations', '</c>; rel="shortlink Canonical"', 'http://example.org/c'],
    ['blanks', '</c> ; rel = "canonical" ,', 'http://example.org/c'],
    ['one of several links', '</a>; rel="next", </c>;rel=canonical, </d>; rel=canonical', 'http://example.org/c'],
    ['words of a title', '</c>; title="; rel=canonical"', undefined],
    ['the first rel alone', '</c>; rel=next; rel=canonical', undefined],
    ['a longer relation', '</c>; rel="canonical-x"', undefined],
    ['a link of something else', '</c>; rel=canonical; anchor="#part"', undefined],
  ])('its Link header is read as RFC 8288 says: %s', (_, link, canonical) => {
    expect(factsOf('<p>', { link }).canonical).toBe(canonical);
  });

  test('tags of a template say nothing, and a page says no more than 60 languages', () => {
    const links = Array.from({ length: 70 }, (_, i) => `<link rel=alternate hreflang=l${i} href=${i}>`).join('');
    const facts = factsOf(`<template><link rel=canonical href=no></template>${links}`);
    expect([facts.canonical, facts.hreflang?.length, facts.hreflang?.at(-1)]).toEqual([undefined, 61, '…']);
    expect(factsOf(links.slice(0, links.indexOf('<link rel=alternate hreflang=l60'))).hreflang?.at(-1)).toMatch(
      /^l59 /,
    );
  });

  test('is the same where links need the tree: words are counted once', () => {
    const scan = new PageScan();
    const html = '<html lang=en><a href=1><p>one<table><a href=2>two</a></table> three';
    scanPage(Buffer.from(html), scan, { elements: ['a'] });
    expect([scan.usedTree, scan.words, scan.described.length]).toEqual([true, 3, 1]);
  });
});

describe('words of a page', () => {
  test.each([
    ['one two\nthree', 3],
    ['<b>W</b>ord and <i>other</i>wise', 3],
    ['<p>one</p><p>two</p><td>three<br>four', 4],
    ['caf&eacute; a&nbsp;b&#160;c &amp; AT&amp;T', 5],
    ['слово — ещё «одно» 漢字', 4],
    ['a b', 2],
    ['<script>no words here</script><style>nor here</style><!-- nor here -->yes', 1],
    ['1 < 2 & 3', 3],
    ['&', 0],
  ])('%j has %i', (html, words) => {
    expect(factsOf(html).words).toBe(words);
  });
});

test.each([
  ['<img src=http://a.example/i.png alt=x>', 'http://a.example/i.png'],
  ['<script src=" HTTP://a.example/s.js"></script>', 'HTTP://a.example/s.js'],
  ['<object data=http://a.example/o></object>', 'http://a.example/o'],
  ['<video><source src=http://a.example/v></video>', 'http://a.example/v'],
  ['<link rel=stylesheet href=http://a.example/s.css>', 'http://a.example/s.css'],
  ['<img alt=x src=a srcset="b 1x, http://a.example/c 2x">', 'http://a.example/c'],
  ['<picture><source srcset="http://a.example/w,1.webp"></picture>', 'http://a.example/w,1.webp'],
  ['<video poster=http://a.example/p></video>', 'http://a.example/p'],
  ['<video><track src=http://a.example/t></video>', 'http://a.example/t'],
  ['<input type=image alt=Go src=http://a.example/g>', 'http://a.example/g'],
  ['<svg><image xlink:href=http://a.example/s /></svg>', 'http://a.example/s'],
  ['<link rel="preload stylesheet" href=http://a.example/s.css>', 'http://a.example/s.css'],
  ['<link rel="shortcut icon" href=http://a.example/f.ico>', 'http://a.example/f.ico'],
  ['<style>a{background:url( "http://a.example/b.png" )}</style>', 'http://a.example/b.png'],
  [`<style>@import 'http://a.example/i.css';</style>`, 'http://a.example/i.css'],
  ['<p style="background:url(&quot;http://a.example/q&quot;)">', 'http://a.example/q'],
  ['<base href=http://a.example/><img alt=x src=data:,><img alt=x src=rel.png>', 'rel.png'],
  ['<style>/* url(http://a.example/c) */ @namespace svg url(http://www.w3.org/2000/svg);</style>', ''],
  [
    '<script>"<p style=background:url(http://a.example/j)>"</script><!-- <style>@import "http://a.example/"</style> -->',
    '',
  ],
  [
    '<link rel="profile license" href=http://a.example/><p data-style="url(http://a.example/)">url(http://a.example/)',
    '',
  ],
  ['<link rel=canonical href=http://a.example/><a href=http://a.example/>x</a><img src=//a.example/i alt="">', ''],
  ['<template><img src=http://a.example/i></template>', ''],
])('a secure page loads %s by plain http: %s', (html, address) => {
  expect(factsOf(html, undefined, true).markup?.[4]).toBe(address);
  expect(factsOf(html).markup?.[4]).toBe('');
});

test.each([
  ['<a href=#a>x</a><a href=#b>x</a><i id=a>', '#b'],
  [`<a href=#a>x</a><i id='a'>`, ''],
  ['<base href=/other><a href=#a>x</a>', ''],
  ['<a href=#a>x</a><i data-id=a>', '#a'],
  ['<a href=#ab>x</a><i id=a><i id=abc>', '#ab'],
  // A page made to slow us down counts as sound.
  [`<a href=#gone>x</a>${'<i id=x>'.repeat(20_001)}`, ''],
])('links of %s to names of the page itself that are not there: %s', (html, lost) => {
  expect(factsOf(html).markup?.[3]).toBe(lost);
});

test.each([
  ['<img src=a>', 1],
  ['<img src=a role=button>', 1],
  ['<img src=a aria-label=" ">', 1],
  ['<img src=a aria-hidden=false>', 1],
  ['<image src=a>', 1],
  ['<input type=IMAGE src=a>', 1],
  ['<input type=text><svg><image href=a /></svg>', 0],
  ['<img src=a alt>', 0],
  ['<img src=a role=Presentation>', 0],
  ['<img src=a role=none>', 0],
  ['<img src=a aria-hidden=true>', 0],
  ['<img src=a aria-label=Map>', 0],
  ['<img src=a aria-labelledby=m>', 0],
  ['<img src=a title=Map>', 0],
])('%s has %i images without a name', (html, count) => {
  expect(factsOf(html).markup?.[2]).toBe(count);
});

test.each([
  ['<h1>One</h1><h2> Two </h2><H3><em>Three</em></H3><h4>Four', '1234'],
  ['<h1></h1><h2>Two</h2>', '2'],
  ['<h1 class=a>\n &nbsp;</h1><h2>Two</h2>', '2'],
  ['<h1><!-- no title --><a href=/ name="top"><span></span> </a></H1 ><h2>Two</h2>', '2'],
  ['<h1><a href=/><img src=a alt=Home></a></h1><h2><svg></svg></h2><h3><a aria-label=Up href=/></a></h3>', '123'],
  ['<h1><img src=a alt=""></h1><h2>Two</h2>', '2'],
  [
    '<div role="heading" aria-level=1>One</div><p role=heading>Two</p><a href=/ role=heading aria-level="3">Three</a>',
    '123',
  ],
  ['<h2 role=heading aria-level=3>Two</h2><template><p role=heading>No</p></template><p data-role=heading>No', '2'],
  [`<h1>${'<span>'.repeat(60)}far${'</span>'.repeat(60)}</h1>`, '1'],
])('headings of %j that are not empty: %s', (html, levels) => {
  expect(factsOf(html).markup?.[1]).toBe(levels);
});
