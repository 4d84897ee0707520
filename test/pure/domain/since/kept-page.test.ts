import { describe, expect, test } from 'vitest';
import type { FetchResult } from '../../../../shared/domain/protocol/classify-answer.ts';
import type { Outcome } from '../../../../shared/domain/protocol/crawl-state.ts';
import type { ResolvedSpec } from '../../../../shared/domain/spec/crawl-spec.ts';
import type { CrawlSpec } from '../../../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { type EarlierPage, earlierPageOf, isKeptPage } from '../../../../shared/domain/turn/kept-page.ts';
import { decodeSegment, encodeSegment, type Segment } from '../../../../shared/domain/turn/segment.ts';
import { TrustedLinks } from '../../../../shared/domain/turn/trusted-page.ts';
import { TurnReader } from '../../../../shared/domain/turn/turn-reader.ts';
import { decodeTurnRecord, encodeTurnRecord, type FetchedEntry } from '../../../../shared/domain/turn/turn-record.ts';
import { judgeAnswer } from '../../../../shared/domain/turn/unchanged-page.ts';
import { randomNumbers, randomPage } from '../../../servers/changing-site.ts';

const origin = 'http://example.org';

function specWith(settings: CrawlSpec): ResolvedSpec {
  return resolveSpec([readSpec({ sites: [{ url: `${origin}/` }], ...settings }, path => path.join('.'))]);
}

function entryOf(path: string, result: FetchResult): FetchedEntry {
  return {
    entry: { identity: `${origin}${path}`, address: `${origin}${path}`, foundOn: '', attempt: 1, via: [] },
    result,
  };
}

function sent(body: string): FetchResult {
  return { kind: 'page', contentType: 'text/html', headers: { etag: '"x"' }, body: Buffer.from(body) };
}

function hashOf(place: number): string {
  return place.toString(16).padStart(64, '0');
}

/** Through the bytes of the record and of the segment. */
function read(spec: ResolvedSpec, turn: readonly FetchedEntry[], places: readonly number[]): Segment {
  const record = { turn: 1, phase: { level: 1, round: 0 }, origin, entries: turn };
  const outcomes = places.map((place): Outcome => ({ kind: 'node', hash: hashOf(place) }));
  const stored = decodeTurnRecord(Buffer.concat(encodeTurnRecord(record)));
  const { segment } = new TurnReader(spec, origin, []).read(stored, outcomes);
  return decodeSegment(Buffer.concat(encodeSegment(segment)));
}

function unchanged(earlier: EarlierPage): FetchResult {
  const answer = {
    kind: 'answered',
    status: 304,
    contentType: '',
    body: Buffer.alloc(0),
    truncated: false,
    elapsedMs: 1,
  };
  const judged = judgeAnswer(earlier, true, answer as Parameters<typeof judgeAnswer>[2]);
  if (judged.kind !== 'unchanged') throw new Error(judged.kind);
  return judged.result;
}

/** All that a segment says, whatever the numbers of its anchors are. */
function said(segment: Segment): unknown {
  const { numbers: _, anchors: __, pages, ...turn } = segment;
  return {
    ...turn,
    pages: pages.map(({ unchanged: ___, page: ____, ...entry }) => entry),
    kept: pages.map((_____, at) => earlierPageOf(segment, at)),
  };
}

const settings: readonly CrawlSpec[] = [
  {},
  { allLinks: true, nearDuplicates: 0.9 },
  { extract: ['head=//h1', 'first=css:a::attr(href)'], elements: ['a', 'link'] },
];

describe('a turn with pages of an earlier crawl', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('says what a turn says that reads them all (seed %i)', seed => {
    const spec = specWith(settings[seed % settings.length]!);
    const random = randomNumbers(seed);
    const bodies = Array.from({ length: 12 }, () => randomPage(random, 9).repeat(1 + random(2)));
    const before = read(
      spec,
      bodies.map((body, at) => entryOf(`/p${at}`, sent(body))),
      [...bodies.keys()],
    );
    const trusted = new TrustedLinks({ origin, schemes: 'same' }, spec.normalization, spec.extract?.length ?? 0);
    const earlier = bodies.map((_, at) => earlierPageOf(before, at)!);
    expect(earlier.filter(page => !trusted.isPage(page))).toEqual([]);
    // In another order, in other turns, some of them read.
    const order = [...bodies.keys()].sort((a, b) => ((a * 7 + seed) % 12) - ((b * 7 + seed) % 12));
    for (const part of [order.slice(0, 5), order.slice(5)]) {
      const whole = read(
        spec,
        part.map(at => entryOf(`/p${at}`, sent(bodies[at]!))),
        part,
      );
      const mixed = part.map(at => entryOf(`/p${at}`, random(4) === 0 ? sent(bodies[at]!) : unchanged(earlier[at]!)));
      expect(said(read(spec, mixed, part))).toEqual(said(whole));
    }
  });

  test('a page that was spelled in several ways keeps their order', () => {
    const spec = specWith({});
    const body =
      '<a href="/x?b=2&a=1">1</a><a href="/x?a=1&b=2">2</a><a href="/y">3</a><a href="//example.org//y">4</a><a href="/y">5</a>';
    const turn = [entryOf('/a', sent('<a href="/y">')), entryOf('/b', sent(body))];
    const before = read(spec, turn, [0, 1]);
    const alone = read(spec, [turn[1]!], [1]);
    expect(alone.spellings!.length).toBeGreaterThan(2);
    const again = read(spec, [entryOf('/b', unchanged(earlierPageOf(before, 1)!))], [1]);
    expect(again.spellings).toEqual(alone.spellings);
    expect(again.numbers).toEqual(alone.numbers);
  });
});

describe('what no crawl writes is not trusted', () => {
  const spec = specWith({ allLinks: true });
  const body =
    '<a href="/x">1</a><a href="//example.org//y">2</a><a href="http://other.example/">3</a><a href="javascript:no">4</a>';
  const segment = read(spec, [entryOf('/a', sent(body))], [0]);
  const earlier = earlierPageOf(segment, 0)!;
  const trusted = new TrustedLinks({ origin, schemes: 'same' }, spec.normalization, 0);
  const links = (change: Partial<EarlierPage['page']['links']>): EarlierPage => ({
    ...earlier,
    page: { ...earlier.page, links: { ...earlier.page.links, ...change } },
  });

  test('but what a crawl writes is', () => {
    expect(trusted.isPage(earlier)).toBe(true);
  });

  test.each<[string, EarlierPage]>([
    ['a link to another host', links({ targets: ['http://evil.example/', ...earlier.page.links.targets.slice(1)] })],
    ['a link that is no address', links({ targets: ['nothing', ...earlier.page.links.targets.slice(1)] })],
    [
      'an address that is not normalized',
      links({ targets: [`${origin}/x#y`, ...earlier.page.links.targets.slice(1)] }),
    ],
    ['a spelling of another page', links({ spelled: [[0, `${origin}/other`]] })],
    ['a page of the site as an external link', links({ externals: [[`${origin}/x`, 1, '']] })],
    ['an unknown reason', links({ bads: [['javascript:no', 'whatever', 1]] })],
    ['a hash that is none', { ...earlier, hash: 'x' }],
    ['fields that nobody asked for', { ...earlier, page: { ...earlier.page, fields: ['x'] } }],
    ['a negative count', { ...earlier, bytes: -1 }],
    ['an unknown fact', { ...earlier, page: { ...earlier.page, facts: { ...earlier.page.facts, more: 1 } as never } }],
  ])('%s', (_what, forged) => {
    expect(trusted.isPage(forged)).toBe(false);
  });

  test('numbers that lead nowhere', () => {
    const numbers = segment.numbers.slice();
    numbers[numbers.length - 2] = 99;
    expect(() => earlierPageOf({ ...segment, numbers }, 0)).toThrow('leads to nothing');
    const forged = {
      ...segment,
      pages: segment.pages.map(each => ({
        ...each,
        page: { ...each.page!, links: { ...each.page!.links, kept: { spelled: 9, bads: 9 } } },
      })),
    };
    expect(() => decodeSegment(Buffer.concat(encodeSegment(forged)))).toThrow('not among its numbers');
  });

  test('nor does a page count that was read in another way', () => {
    expect(isKeptPage(segment, 0)).toBe(true);
    expect(isKeptPage({ ...segment, readingVersion: 0 }, 0)).toBe(false);
  });
});
