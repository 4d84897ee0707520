/** The first entries and the first way of loading of a new source, by its findings. */
import { expect, test } from 'vitest';
import type { SourceFindings } from '../../../../../shared/wings/publications/finding/source-findings.ts';
import { firstEntries, firstRendering } from '../../../../../shared/wings/publications/watch/first-entries.ts';

const address = 'https://news.example/';
const browser = { state: 'off' as const, pages: [], left: 1, requests: 0, requestsLeft: 0 };
const samples = { pages: 2, sent: 0, drawn: 0, unseen: 0 };
const feed = { kind: 'feed', address: `${address}rss`, on: true };
const given = { now: 7, watch: undefined, hasBrowser: true };

function findings(more: object = {}): SourceFindings {
  return { address, state: 'nothing', entries: [], known: [], browser, ...more } as unknown as SourceFindings;
}

const normal = { normalize: (url: URL) => url.href, siteKey: (url: string) => new URL(url).host };
const kinds = (of: SourceFindings, hasBrowser: boolean) =>
  firstEntries(of, normal, { now: 7, hasBrowser }).map(({ kind, due }) => `${kind} ${due}`);

test.each<[string, SourceFindings, object | undefined]>([
  [
    'articles that a browser has shown',
    findings({ entries: [feed], articles: { ...samples, drawn: 2 } }),
    { render: 'always', why: 'drawn', pages: 2 },
  ],
  [
    'articles that none has shown',
    findings({ entries: [feed], articles: { ...samples, unseen: 2 } }),
    { render: 'auto', why: 'unseen', pages: 2 },
  ],
  ['a start page that none has shown, and nothing else', findings(), { render: 'always', why: 'list', pages: 1 }],
  ['an article as it was sent', findings({ entries: [feed], articles: { ...samples, sent: 1 } }), undefined],
  ['a feed', findings({ entries: [feed] }), undefined],
  ['a source that refuses', findings({ state: 'refused' }), undefined],
])('%s', (_, found, expected) => {
  const { render, renderFound } = firstRendering(found, given) ?? {};
  const { at, ...why } = renderFound ?? {};
  expect(render && { render, ...why }).toEqual(expected);
  expect(at).toBe(expected && 7);
  expect(firstRendering(found, { ...given, watch: 'auto' })).toBeUndefined();
});

test('without a browser nothing is left to a browser', () => {
  expect(firstRendering(findings(), { ...given, hasBrowser: false })).toBeUndefined();
  expect(kinds(findings(), false)).toEqual([]);
});

test('a start page that seems to need scripts is a list where nothing else was found', () => {
  expect(kinds(findings(), true)).toEqual(['page 7']);
  expect(kinds(findings({ entries: [feed], state: 'found' }), true)).toEqual(['feed 7']);
  expect(kinds(findings({ browser: { ...browser, left: 0 } }), true)).toEqual([]);
});
