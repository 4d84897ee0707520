/** Warnings about a source: one sign a row. */
import { describe, expect, test } from 'vitest';
import { type Arrivals, afterArrival, silentFor } from '../../../../../shared/wings/publications/looks/arrivals.ts';
import {
  entryAddress,
  type LookReport,
  lookedAt,
  readEntryState,
} from '../../../../../shared/wings/publications/watch/entry-state.ts';
import { sourceWarnings, type WarningSigns } from '../../../../../shared/wings/publications/watch/source-warnings.ts';
import { hourMs, noon, origin, shortPage, story, WatchedSource } from './watched-source.ts';

type Memory = WarningSigns['memory'];

const dayMs = 24 * hourMs;
const options = { leastS: 300, mostS: 86_400, recheckS: [] };

/** An entry after looks. */
function entry(
  kind: 'feed' | 'sitemap',
  looks: readonly Partial<LookReport>[],
  on = true,
): WarningSigns['entries'][number] {
  const fresh = entryAddress({ identity: `${origin}/x`, address: `${origin}/x`, kind }, { due: 0 });
  const watched = looks.reduce<typeof fresh>(
    (before, look) =>
      lookedAt(before, { report: { at: noon, outcome: 'read', items: 0, fresh: 0, ...look }, times: [] }, options),
    fresh,
  );
  return { ...readEntryState(watched), kind, on };
}

function warned(signs: Partial<WarningSigns>) {
  return sourceWarnings({ entries: [], memory: {}, publications: 0, queued: 0, trouble: { failures: 0 }, ...signs });
}

test.each<[string, WarningSigns['trouble'], object[]]>([
  ['whose robots.txt fails is warned of', { failures: 0, robotsFailures: 1 }, [{ of: 'robots', tries: 1 }]],
  ['that fails twice in a row is warned of', { failures: 2 }, [{ of: 'host', tries: 2 }]],
  ['whose circuit is open is warned of', { failures: 0, probes: 0 }, [{ of: 'host', tries: 5 }]],
  ['counts its probes', { failures: 6, probes: 3 }, [{ of: 'host', tries: 9 }]],
  ['with one page that failed is fine', { failures: 1 }, []],
])('a source %s', (_, trouble, warnings) => {
  expect(warned({ trouble })).toEqual(warnings.map(each => ({ kind: 'unanswered', ...each })));
});

describe('a sitemap', () => {
  const faults = { unknown: 62, service: 8 };
  const taken = { kind: 'none-taken', of: 'sitemap', named: 70 };
  test.each<[string, WarningSigns['entries'], object[]]>([
    ['that names 70 addresses of which none is taken is warned of', [entry('sitemap', [{ faults }])], [taken]],
    ['is still warned of when it has not changed', [entry('sitemap', [{ faults }, { outcome: 'unchanged' }])], [taken]],
    ['is still warned of when it fails', [entry('sitemap', [{ faults }, { outcome: 'timeout' }])], [taken]],
    ['is fine where one address is taken', [entry('sitemap', [{ faults, items: 1 }])], []],
    ['is fine where another one is taken', [entry('sitemap', [{ faults }]), entry('sitemap', [{ items: 3 }])], []],
    ['is judged apart from feeds', [entry('sitemap', [{ faults }]), entry('feed', [{ items: 3 }])], [taken]],
    ['is fine where it is off', [entry('sitemap', [{ faults }], false)], []],
    ['of nine addresses is too short to say', [entry('sitemap', [{ faults: { unknown: 9, 'bad-date': 9 } }])], []],
  ])('%s', (_, entries, warnings) => {
    expect(warned({ entries })).toEqual(warnings);
  });
});

describe('pages without a publication', () => {
  const failed = (why: string, due: number | undefined) => ({
    [why]: { address: '', foundOn: '', why, first: 0, last: 0, tries: 1, ...(due !== undefined && { due }) },
  });
  test.each<[string, Partial<WarningSigns> & { memory: Memory }, object[]]>([
    [
      'are warned of',
      { memory: { skipped: { 'no-article': 96 } } },
      [{ kind: 'none-kept', pages: 96, why: 'no-article' }],
    ],
    [
      'are warned of as drawn by scripts',
      { memory: { skipped: { drawn: 96, 'no-article': 3 } } },
      [{ kind: 'drawn', pages: 96 }],
    ],
    [
      'count while they are tried again',
      { memory: { skipped: { drawn: 4 }, failed: failed('drawn', 1) } },
      [{ kind: 'drawn', pages: 5 }],
    ],
    [
      'count once when they are given up',
      { memory: { skipped: { drawn: 4 }, failed: failed('drawn', undefined) } },
      [],
    ],
    ['are fine beside publications', { memory: { skipped: { 'no-article': 96 } }, publications: 10 }, []],
    [
      'are warned of beside few',
      { memory: { skipped: { 'no-article': 96 } }, publications: 9 },
      [{ kind: 'none-kept', pages: 96, why: 'no-article' }],
    ],
    ['are no sign yet while others wait', { memory: { skipped: { 'no-article': 19 } }, queued: 3 }, []],
    ['are parts of lists, which have none', { memory: { skipped: { list: 96, 'moved-away': 5 } } }, []],
  ])('%s', (_, signs, warnings) => {
    expect(warned(signs)).toEqual(warnings);
  });
});

test('times in the future are counted, those of feeds and those of pages', () => {
  const feed = entry('feed', [{ items: 3, faults: { 'future-date': 2 } }]);
  expect(warned({ entries: [feed], memory: { future: 1 } })).toEqual([{ kind: 'future-dates', times: 3 }]);
  expect(warned({ entries: [{ ...feed, on: false }] })).toEqual([]);
});

describe('a source that brings nothing new', () => {
  const brought = (...hours: readonly number[]): Arrivals =>
    hours.reduce<Arrivals | undefined>((before, hour) => afterArrival(before, noon + hour * hourMs), undefined)!;
  const dated = (...hours: readonly number[]): Arrivals =>
    afterArrival(
      undefined,
      noon,
      hours.map(hour => noon + hour * hourMs),
    );
  test.each<[string, Arrivals, number, number | undefined]>([
    ['for three usual intervals and more is silent', brought(0, 48, 96, 144), 144 + 145, 145],
    ['for three usual intervals is not', brought(0, 48, 96, 144), 144 + 144, undefined],
    ['over a weekend is not, however often it brought something', brought(0, 1, 2, 3), 3 + 72, undefined],
    ['for longer is', brought(0, 1, 2, 3), 3 + 73, 73],
    ['after its first run is not: nothing is usual yet', brought(0, 0.01, 0.02, 0.03), 500, undefined],
    ['is known by the dates of what the first run brought', dated(-1, -49, -97, -145), 145, 145],
    ['is not known by dates ahead, and by few', dated(-1, -49, -97, 47), 500, undefined],
  ])('%s', (_, arrivals, hours, silentHours) => {
    expect(silentFor(arrivals, noon + hours * hourMs)).toBe(silentHours && silentHours * 3600);
  });

  test('is silent at its last look, not later: a stopped watch looks no more', () => {
    const arrivals = brought(0, 24, 48, 72);
    const at = (days: number) => [entry('feed', [{ at: noon + days * dayMs, items: 3 }])];
    expect(warned({ entries: at(5), memory: { arrivals } })).toEqual([]);
    const silent = { kind: 'silent', forS: 7 * 86_400, usualS: 86_400 };
    expect(warned({ entries: at(10), memory: { arrivals } })).toEqual([silent]);
  });
});

test('a source remembers its arrivals, times ahead of their look, and pages that scripts draw', async () => {
  using source = new WatchedSource();
  await source.finds({
    '/news/a-1.html': story('the bridge').replace(
      '<article>',
      '<article><time datetime="2026-05-06T12:00:00Z">6 May</time>',
    ),
  });
  expect(source.memory).toMatchObject({ arrivals: { last: noon, gaps: 0 }, future: 1 });
  source.at += dayMs;
  const shell = '<title>News</title><div id="root"></div><script src="/app.js"></script>';
  await source.finds({ '/news/b-2.html': shell, '/news/c-3.html': shortPage(60) });
  expect(source.memory.arrivals).toEqual({ last: noon, gaps: 0, meanS: 0 });
  expect(Object.values(source.memory.failed!)).toMatchObject([{ why: 'drawn' }]);
  source.at += dayMs;
  await source.finds({ '/news/d-4.html': story('the harbour') });
  expect(source.memory.arrivals).toEqual({ last: noon + 2 * dayMs, gaps: 1, meanS: 2 * 86_400 });
});

test('a source remembers since when its pages are loaded in a browser', async () => {
  using source = new WatchedSource();
  const shell = Buffer.from('<title>News</title><script src="/app.js"></script>');
  const rendering = { kind: 'rendered', raw: shell, rawType: 'text/html', went: [] } as const;
  const drawn = (about: string) => ({
    ...({ kind: 'page', contentType: 'text/html; charset=utf-8', rendering } as const),
    body: Buffer.from(story(about)),
  });
  await source.finds({ '/news/a-1.html': story('the bridge') });
  expect(source.memory).not.toHaveProperty('renderedSince');
  source.at += dayMs;
  await source.finds({ '/news/b-2.html': drawn('the harbour') });
  expect(source.memory).toMatchObject({ rendered: 1, renderedSince: noon + dayMs });
  source.at += dayMs;
  await source.finds({ '/news/c-3.html': drawn('the tower') });
  expect(source.memory).toMatchObject({ rendered: 2, renderedSince: noon + dayMs });
});
