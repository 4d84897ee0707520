/** Which pages of a watch only send their visitors on, and where. */
import { describe, expect, test } from 'vitest';
import type { FetchResult } from '../../../../../shared/domain/protocol/classify-answer.ts';
import { withRedirects } from '../../../../../shared/wings/publications/visits/sent-on.ts';

const requested = 'https://news.example/r/bridge';
const body = (html: string): Uint8Array => Buffer.from(html);
const page = (html: string, more: object = {}): FetchResult => ({
  kind: 'page',
  contentType: 'text/html; charset=utf-8',
  body: body(html),
  ...more,
});

const isOwn = (each: string): boolean => each.startsWith('https://news.example/');

function targetOf(result: FetchResult, via: readonly string[] = [], address = requested): string | undefined {
  const entry = { identity: address, address, attempt: 1, via, foundOn: '' };
  const record = { turn: 1, phase: { level: 1, round: 0 }, origin: 'https://news.example', at: 0 };
  const [read] = withRedirects({ ...record, entries: [{ entry, result }] }, isOwn).entries;
  return read!.result.kind === 'redirect' ? read!.result.target : undefined;
}

const story = 'https://news.example/n/bridge-opens-again.html';

describe('a page that sends its visitors on is a redirect', () => {
  test.each<[string, FetchResult]>([
    ['at once', page('<meta http-equiv="refresh" content="0;url=/n/bridge-opens-again.html">Moving on')],
    ['with capitals and quotes', page(`<META HTTP-EQUIV='Refresh' CONTENT="3; URL='${story}'"><p>Please wait.</p>`)],
    [
      'after a comment',
      page(
        '<!-- <meta http-equiv=refresh content="0;url=/old"> --><meta http-equiv=refresh content="1;/n/bridge-opens-again.html">',
      ),
    ],
    ['by the header', page('Moving on', { refresh: '0; url=/n/bridge-opens-again.html' })],
    [
      'by a script',
      page('<title>Moving</title><script>window.location.replace("/n/bridge-opens-again.html");</script>'),
    ],
    ['by a script that assigns', page(`<body><script type="text/javascript">\n location.href = '${story}'\n</script>`)],
    [
      'also where a browser has loaded it',
      page('<p>What the browser shows</p>', {
        rendering: {
          kind: 'rendered',
          raw: body(`<script>location='${story}'</script>`),
          rawType: 'text/html',
          went: [],
        },
      }),
    ],
  ])('%s', (_, result) => expect(targetOf(result)).toBe(story));
});

describe('a page stays where', () => {
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ');
  test.each<[string, FetchResult]>([
    ['it has something to say', page(`<meta http-equiv="refresh" content="5;url=/n/other">${words}`)],
    ['it is shown for long', page('<meta http-equiv="refresh" content="300;url=/n/other">Short news')],
    ['it reloads itself', page('<meta http-equiv="refresh" content="5">Short news')],
    ['it leads to itself', page('<meta http-equiv="refresh" content="0;url=/r/bridge">Short news')],
    [
      'only those without scripts are sent on',
      page('<noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript>Short'),
    ],
    ['its script does more', page('<script>if (old) location.href = "/old"</script>Short news')],
    ['the refresh is no address of the web', page('<meta http-equiv="refresh" content="0;url=app://story">Short news')],
    ['it is no page', { kind: 'skipped', reason: 'http-status', status: 404 }],
  ])('%s', (_, result) => expect(targetOf(result)).toBeUndefined());

  test('the way leads back', () => {
    expect(targetOf(page(`<meta http-equiv="refresh" content="0;url=${story}">`), [story])).toBeUndefined();
  });
});

describe('an AMP version is a redirect to the page that it calls canonical', () => {
  const words = Array.from({ length: 80 }, (_, index) => `<p>word${index}</p>`).join(' ');
  const canonical = (href: string): string => `<link href="${href}" rel="canonical">`;
  test.each<[string, string, string]>([
    ['by its root element', `<!doctype html><html ⚡ lang=en><head>${canonical(story)}</head>${words}`, requested],
    [
      'by the attribute in letters',
      `<html lang="en" amp>${canonical('/n/bridge-opens-again.html')}${words}`,
      requested,
    ],
    ['by its address', `<html>${canonical(story)}${words}`, 'https://news.example/amp/n/bridge-opens-again.html'],
    ['by a parameter', `<link rel=canonical href=${story}>${words}`, `${story}?amp=1`],
    ['with the host of the source', `<html amp>${canonical(story.replace('news', 'www.news'))}${words}`, requested],
  ])('%s', (_, html, address) => expect(targetOf(page(html), [], address)).toBe(story));

  test('and so is a page whose address has parameters that its canonical address lacks', () => {
    const read = (address: string, href: string) => targetOf(page(`${canonical(href)}${words}`), [], address);
    expect(read(`${story}?trk=feed-main&kit=4`, story)).toBe(story);
    expect(read(`${story}?trk=feed-main&v=4`, `${story}?v=4`)).toBe(`${story}?v=4`);
    expect(read(`${story}?v=4`, `${story}?v=5`)).toBeUndefined();
    for (const one of ['lang=en', 'newsid=7', 'article=7', 'nr=7'])
      expect(read(`${story}?${one}`, story)).toBeUndefined();
    expect(read('https://news.example/news.php?nr=7', 'https://news.example/news.php')).toBeUndefined();
    expect(read(`${story}?trk=feed`, 'https://news.example/n/another-bridge-falls.html')).toBeUndefined();
  });

  test.each<[string, string, string[]]>([
    ['it is no AMP version', `<html>${canonical(story)}${words}`, []],
    ['it names no page', `<html amp>${words}`, []],
    ['it names the home page', `<html amp>${canonical('/')}${words}`, []],
    ['its page is at another host', `<html amp>${canonical('https://agency.example/bridge')}${words}`, []],
    ['it is the page itself', `<html amp>${canonical(requested)}${words}`, []],
    ['its page led here', `<html amp>${canonical(story)}${words}`, [story]],
  ])('not where %s', (_, html, via) => expect(targetOf(page(html), via)).toBeUndefined());
});
