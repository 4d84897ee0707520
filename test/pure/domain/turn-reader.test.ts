import { describe, expect, test } from 'vitest';
import { linkTypes } from '../../../shared/domain/link-type.ts';
import type { FetchResult } from '../../../shared/domain/protocol/classify-answer.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { typedLinks } from '../../../shared/domain/turn/link-types.ts';
import type { PageAnalyzer } from '../../../shared/domain/turn/page-analyzer.ts';
import { type ReadTurn, TurnReader } from '../../../shared/domain/turn/turn-reader.ts';

function specWith(settings: CrawlSpec): ResolvedSpec {
  return resolveSpec([readSpec({ sites: [{ url: 'http://example.org/' }], ...settings }, path => path.join('.'))]);
}

/** Reads one page at `/folder/page`. */
function read(
  body: string,
  analyzers: readonly PageAnalyzer[],
  answer: Partial<Extract<FetchResult, { kind: 'page' }>> = {},
  settings: CrawlSpec = {},
): ReadTurn {
  const url = 'http://example.org/folder/page';
  const entry = { identity: url, address: url, foundOn: '', attempt: 1, via: [] };
  const result = { kind: 'page', contentType: 'text/html', body: Buffer.from(body), ...answer } as const;
  const record = { turn: 1, phase: { level: 3, round: 0 }, origin: 'http://example.org', entries: [{ entry, result }] };
  return new TurnReader(specWith(settings), record.origin, analyzers).read(record, [{ kind: 'node', hash: 'h' }]);
}

function finding(...links: string[]): PageAnalyzer {
  return { name: 'finding', links: () => links };
}

describe('links that analyzers find', () => {
  test('resolve against the base of the page, and come after its own', () => {
    const { segment } = read('<base href="/base/"><a href="own">', [finding('found', 'own')]);
    expect(segment.targets).toEqual(['http://example.org/base/own', 'http://example.org/base/found']);
    expect([...segment.numbers]).toEqual([0, 1, 0]);
  });

  test('are external or bad like any other', () => {
    const { segment } = read('', [finding('http://other.example/', 'http://[/'), finding('http://other.example/')]);
    expect(segment.pages[0]?.page).toMatchObject({ externalLinks: 2 });
    expect(segment.externals).toEqual([{ identity: 'http://other.example/', page: 0, anchor: '' }]);
    expect(segment.bads).toMatchObject([{ text: 'http://[/', count: 1 }]);
  });

  test('count to the 200,000 of a page', () => {
    const many: PageAnalyzer = { name: 'many', links: () => Array<string>(200_003).fill('y') };
    const { segment } = read('<a href="x">', [many]);
    expect(segment.pages[0]?.page).toMatchObject({ linksDropped: 4, links: { internal: 200_000 } });
  });

  test('are the only ones of a page that is no HTML', () => {
    const css = { contentType: 'text/css' };
    const { segment } = read('/* <title>no</title><a href="no"> */', [finding('yes')], css);
    expect(segment.targets).toEqual(['http://example.org/folder/yes']);
    expect(segment.pages[0]?.page?.title).toBe('');
  });
});

describe('links that presses brought to light', () => {
  const clicked = (found: readonly string[]): Partial<Extract<FetchResult, { kind: 'page' }>> => ({
    rendering: {
      ...{ kind: 'rendered', raw: Buffer.from('<a href="sent">'), rawType: 'text/html', went: [] },
      clicks: { found: Buffer.from(found.join('\n')), states: Buffer.from('{}') },
    },
  });
  const [script, click] = [linkTypes.indexOf('script'), linkTypes.indexOf('click')];

  test('are of the type click, each once, where the document has no link to the same address', () => {
    const at = 'http://example.org/folder';
    const body = '<a href="sent"><a href="made"><a href="made">';
    const { segment } = read(
      body,
      [],
      clicked([`${at}/sent#x`, `${at}/shown`, `${at}/made`, `${at}/shown#y`, 'http://o.example/']),
    );
    expect(segment.targets).toEqual([`${at}/sent`, `${at}/made`, `${at}/shown`]);
    const { links, externalLinks, rendering } = segment.pages[0]!.page!;
    expect([...segment.numbers.subarray(links.start, links.start + links.internal)]).toEqual([0, 1, 1, 2]);
    const { internal, external } = typedLinks(links, segment.numbers);
    expect([[...internal], [...external]]).toEqual([
      [
        [1, script],
        [2, click],
      ],
      [[0, click]],
    ]);
    expect([externalLinks, rendering]).toMatchObject([1, { isTraversed: true }]);
  });

  test('count to the 200,000 of a page', () => {
    const many = Array.from({ length: 200_002 }, (_, n) => `http://example.org/${n}`);
    const { segment } = read('<a href="x">', [], clicked(many));
    expect(segment.pages[0]?.page).toMatchObject({ linksDropped: 3, links: { internal: 200_000 } });
  });
});

describe('links whose addresses are long', () => {
  const links = Array.from({ length: 5_000 }, (_, i) => `<a href=${i}>`).join('');

  test.each([
    ['a base too long to be asked for', 1_000_000, 2],
    ['a base of 2,000 characters', 1_990, 1_000],
  ])('are dropped and counted where they would fill the memory: %s', (_what, length, least) => {
    const { segment } = read(`<base href="/${'x'.repeat(length)}/">${links}`, []);
    const kept = segment.targets.length;
    expect(kept).toBeGreaterThanOrEqual(least);
    expect(kept).toBeLessThan(2_000);
    expect(segment.pages[0]?.page).toMatchObject({ linksDropped: 5_000 - kept, links: { internal: kept } });
  });

  test('count as often as they occur, so that the turns before change nothing', () => {
    const again = links.replaceAll(/\d+/g, '1');
    const { segment } = read(`<base href="/${'x'.repeat(1_990)}/">${again}`, []);
    expect(segment.targets).toHaveLength(1);
    expect(segment.pages[0]?.page?.linksDropped).toBeGreaterThan(3_000);
  });
});

test('an analyzer sees the headers that hold addresses', () => {
  const analyzer: PageAnalyzer = {
    name: 'headers',
    analyze: ({ level, contentType, header }) => [level, contentType, header('link'), header('content-location')],
  };
  const { segment } = read('', [analyzer], { headers: { link: '</a>; rel=next' } });
  expect(segment.pages[0]?.page?.analyses).toEqual({ headers: [3, 'text/html', '</a>; rel=next', undefined] });
});

describe('links by the elements of the spec', () => {
  const html = `<link rel=next href=/L><meta http-equiv=refresh content="0;url=/R"><iframe src=/F></iframe>
    <a href=/A/>a</a><map><area href=/M></map>`;

  test.each<[CrawlSpec, paths: string[]]>([
    [{}, ['/R', '/A/', '/H']],
    [{ frames: true }, ['/R', '/F', '/A/', '/H']],
    [{ elements: ['a'] }, ['/A/']],
    [{ elements: ['refresh'] }, ['/R', '/H']],
    [{ elements: ['link', 'area'] }, ['/L', '/M']],
    [{ profile: 'beebot' }, ['/l', '/f', '/a', '/m']],
    [{ profile: 'beebot', frames: false, normalization: { lowerCase: false } }, ['/L', '/A', '/M']],
    [{ profile: 'beebot', elements: ['a', 'refresh'] }, ['/r', '/a', '/h']],
  ])('%j', (settings, paths) => {
    const { segment } = read(html, [], { refresh: '3; url=/H' }, settings);
    expect(segment.targets).toEqual(paths.map(path => `http://example.org${path}`));
  });

  test.each<[settings: CrawlSpec, anchors: string[]]>([
    [{ elements: ['a', 'area', 'link', 'frame', 'refresh'] }, ['', '', '', 'text', '']],
    [{ profile: 'beebot' }, ['', 'frame', 'text', '']],
  ])('have the anchors of their elements: %j', (settings, anchors) => {
    const outside = html.replaceAll(/href=|src=|url=/g, '$&http://other.example').replace('>a<', '> text <');
    const { segment } = read(outside, [], {}, settings);
    expect(segment.externals.map(({ anchor }) => anchor)).toEqual(anchors);
  });

  test('are internal in both schemes under the profile beebot, and external on another port', () => {
    const page =
      '<a href=https://EXAMPLE.org/x/>1</a><a href=http://example.org:443/y>2</a><a href=http://example.org:8080/>3';
    const { segment } = read(page, [], {}, { profile: 'beebot' });
    expect(segment.targets).toEqual(['https://example.org/x', 'http://example.org:443/y']);
    expect(segment.externals.map(({ identity }) => identity)).toEqual(['http://example.org:8080/']);
    expect(read(page, []).segment.externals).toHaveLength(3);
  });

  test('are asked for as they were first seen', () => {
    const { links } = read('<a href=/Dir/>1</a><a href=/dir>2</a>', [], {}, { profile: 'beebot' });
    expect(links).toEqual([{ identity: 'http://example.org/dir', address: 'http://example.org/Dir/', page: 0 }]);
  });
});

test('a segment has the addresses of targets that are seen as more than their identity', () => {
  const links = ['/a?', '/a', '/a?', '/b', '/b?x=', '/b', '/c', '/d?x=', '/d?y=', '/e#x', '/e'];
  const { segment } = read(links.map(link => `<a href="${link}">`).join(''), []);
  const at = (path: string): string => `http://example.org${path}`;
  expect(segment.targets).toEqual(['/a', '/b', '/c', '/d', '/e'].map(at));
  expect(segment.spellings).toEqual([
    [0, at('/a?')],
    [0, at('/a')],
    [1, at('/b')],
    [1, at('/b?x=')],
    [3, at('/d?x=')],
    [3, at('/d?y=')],
  ]);
});

test("an analyzer's tree is bounded, its text is not", () => {
  const seen: [headings: number, characters: number][] = [];
  const looking: PageAnalyzer = {
    name: 'looking',
    analyze: page => void seen.push([page.tree()('h1').length, page.html().length]),
  };
  const plain = `<h1>x</h1>${'text '.repeat(900_000)}`;
  // 400 elements for each paragraph: ten million in all.
  const formatting = Array.from({ length: 400 }, (_, i) => `<b x=${i}>`).join('');
  const multiplying = `<h1>x</h1><p>${formatting}${'<p>x'.repeat(25_000)}`;
  read(`${plain}<h1>y</h1>`, [looking]);
  read(multiplying, [looking]);
  expect(seen).toEqual([
    [1, plain.length + 10],
    [0, multiplying.length],
  ]);
});

describe('a page whose reading throws', () => {
  const hash = 'h';
  const entryOf = (name: string, body: unknown) => {
    const url = `http://example.org/${name}`;
    const result = { kind: 'page', contentType: 'text/html', body } as Extract<FetchResult, { kind: 'page' }>;
    return { entry: { identity: url, address: url, foundOn: '', attempt: 1, via: [] }, result };
  };
  const good = (name: string) => entryOf(name, Buffer.from(`<title>${name}</title><a href=/x>x</a><a href=${name}>`));
  /** It has no bytes at all, which no code of ours expects. */
  const broken = (name: string) => entryOf(name, null);
  const recordOf = (...entries: ReturnType<typeof entryOf>[]) => ({
    ...{ turn: 1, phase: { level: 1, round: 0 }, origin: 'http://example.org', entries },
  });
  const nodes = (count: number) => Array.from({ length: count }, () => ({ kind: 'node', hash }) as const);

  test('is skipped, and the others are what they are without it', () => {
    const reader = new TurnReader(specWith({}), 'http://example.org', []);
    const { segment, links, unread } = reader.read(recordOf(good('a'), broken('b'), good('c'), broken('d')), nodes(4));
    expect(unread).toEqual([
      { page: 1, why: expect.stringMatching(/^reading it failed: /) as string },
      { page: 3, why: expect.stringMatching(/^reading it failed: /) as string },
    ]);
    const outcome = { kind: 'skipped', reason: 'parser', status: 200 };
    expect(segment.pages.map(page => page.outcome)).toEqual([
      { kind: 'node', hash },
      outcome,
      { kind: 'node', hash },
      outcome,
    ]);
    expect(links.map(({ identity, page }) => [identity, page])).toEqual([
      ['http://example.org/x', 0],
      ['http://example.org/a', 0],
      ['http://example.org/c', 2],
    ]);
    expect([...segment.numbers]).toEqual([0, 1, 0, 2]);
    // The next turn of the same reader begins anew.
    expect([...reader.read(recordOf(good('a')), nodes(1)).segment.numbers]).toEqual([0, 1]);
  });

  test('is no matter of analyzers: what they throw is thrown', () => {
    const analyze = (): never => {
      throw new Error('no luck');
    };
    const reader = new TurnReader(specWith({}), 'http://example.org', [{ name: 'fragile', analyze }]);
    expect(() => reader.read(recordOf(good('a')), nodes(1))).toThrow('no luck');
  });

  test('is announced before it is read, and so is each other page that is read', () => {
    const reader = new TurnReader(specWith({}), 'http://example.org', []);
    const record = recordOf(good('a'), broken('b'), good('c'));
    const outcomes = [nodes(1)[0]!, nodes(1)[0]!, { kind: 'duplicate', hash, owner: 'http://example.org/a' } as const];
    expect([...reader.readPages(record, outcomes)]).toEqual([0, 1, 0]);
  });
});
