import { describe, expect, test } from 'vitest';
import type { ClaimedUrl, Outcome, Phase } from '../../../shared/domain/protocol/crawl-state.ts';
import type { SkipReason } from '../../../shared/domain/skip-reason.ts';
import type { Segment, SegmentPage } from '../../../shared/domain/turn/segment.ts';
import { buildSite } from '../../../shared/wings/graph/site-graph/build-site.ts';
import { CollectedSite, type OpenClaims } from '../../../shared/wings/graph/site-graph/collected-site.ts';

const origin = 'http://e.test';
const urlOf = (name: string): string => `${origin}/${name}`;
const identityOf = (address: string): string => address;
const facts = { fileName: 'e.test', origin, identityOf, rulesOf: () => ['rule'], isWhole: true };

interface Line {
  readonly name: string;
  readonly outcome: Outcome;
  readonly links?: readonly string[];
  readonly attempts?: number;
  /** The address that was requested; the name where it is not given. */
  readonly address?: string;
}

const node = (name: string, ...links: string[]): Line => ({ name, outcome: { kind: 'node', hash: `#${name}` }, links });
const redirect = (name: string, target: string): Line => ({
  name,
  outcome: { kind: 'redirect', status: 301, target: urlOf(target) },
});
const duplicate = (name: string, owner: string): Line => ({
  name,
  outcome: { kind: 'duplicate', hash: `#${owner}`, owner: urlOf(owner) },
});
const skipped = (name: string, reason: SkipReason): Line => ({ name, outcome: { kind: 'skipped', reason } });

function segmentOf(turn: number, phase: Phase, lines: readonly Line[]): Segment {
  const targets = [...new Set(lines.flatMap(({ links = [] }) => links))];
  const numbers: number[] = [];
  const pages = lines.map(({ name, outcome, links, attempts = 1, address = name }): SegmentPage => {
    const foundOn = phase.level === 0 ? '' : urlOf('');
    const seen = { identity: urlOf(name), address: urlOf(address), foundOn, attempts, outcome };
    if (links === undefined) return seen;
    const refs = { start: numbers.length, internal: links.length, external: 0 };
    numbers.push(...links.map(link => targets.indexOf(link)));
    return { ...seen, page: { title: name, bytes: 1, externalLinks: 0, linksDropped: 0, links: refs } };
  });
  const rest = { externals: [], bads: [], ignored: {} };
  return { turn, phase, pages, targets: targets.map(urlOf), ...rest, numbers: Uint32Array.from(numbers) };
}

/** Levels by the place in the list; each level is one turn. */
function collected(levels: readonly (readonly Line[])[], claims: readonly ClaimedUrl[] = [], open: OpenClaims = whole) {
  const site = new CollectedSite();
  for (const [level, lines] of levels.entries()) site.addSegment(segmentOf(level + 1, { level, round: 0 }, lines));
  site.addClaims(claims, open);
  return site;
}

const whole: OpenClaims = { maxLevel: Number.POSITIVE_INFINITY };
const claimed = (name: string, level: number, skip?: SkipReason): ClaimedUrl => ({
  ...{ identity: urlOf(name), level, foundOn: urlOf(''), attempts: 0 },
  ...(skip !== undefined && { skip }),
});

describe('the graph of a site', () => {
  test('a duplicate of a page that could not be read is skipped with it, and no redirect leads further', () => {
    const levels = [[node('', 'bad', 'd', 'r')], [skipped('bad', 'parser'), duplicate('d', 'bad'), redirect('r', 'd')]];
    const { graph, merges, skipped: rest, levels: counts } = buildSite(collected(levels), facts);
    expect([...graph.nodes()].map(({ label, duplicates }) => [label, duplicates])).toEqual([['/', 0]]);
    expect([...merges()].map(({ url, kind, keptUrl }) => [url, kind, keptUrl])).toEqual([
      [urlOf('r'), 'redirect', urlOf('d')],
    ]);
    expect([...rest()].map(({ url, reason }) => [url, reason])).toEqual([
      [urlOf('bad'), 'parser'],
      [urlOf('d'), 'parser'],
    ]);
    expect(counts[1]).toMatchObject({ found: 3, nodes: 0, redirects: 1, duplicates: 0, skipped: 2 });
  });

  test('redirects give way to their targets and duplicates to their owners, arcs that become equal are added up', () => {
    const site = collected([[node('', 'b', 'r', 'd', 'b')], [redirect('r', 'b'), node('b', ''), duplicate('d', 'b')]]);
    const { graph, merges } = buildSite(site, facts);
    expect(
      [...graph.nodes()].map(({ id, label, level, inDegree, outDegree, duplicates }) => [
        ...[id, label, level, inDegree, outDegree, duplicates],
      ]),
    ).toEqual([
      [0, '/', 0, 1, 1, 0],
      [1, '/b', 1, 1, 1, 1],
    ]);
    expect([[...graph.arcs.targets], [...graph.arcs.weights]]).toEqual([
      [1, 0],
      [4, 1],
    ]);
    expect([...merges()]).toEqual([
      { url: urlOf('d'), kind: 'duplicate', keptUrl: urlOf('b'), evidence: '#b' },
      { url: urlOf('r'), kind: 'redirect', keptUrl: urlOf('b'), evidence: '301' },
    ]);
  });

  test('ids are dense, by level and then by the bytes of the URL, whatever the order of fetching', () => {
    const site = collected([[node('', 'z', 'A', 'a')], [node('z'), node('a'), node('A')]]);
    expect([...buildSite(site, facts).graph.nodes()].map(({ label }) => label)).toEqual(['/', '/A', '/a', '/z']);
  });

  test('what clicks found behind the last level keeps its level, though pages of sitemaps come at this level', () => {
    const site = new CollectedSite();
    site.addSegment(segmentOf(1, { level: 0, round: 0 }, [node('', 'x')]));
    const listed = segmentOf(2, { level: 1, round: 0 }, [node('orphan', 'child')]);
    site.addSegment({ ...listed, pages: listed.pages.map(page => ({ ...page, foundOn: '' })) });
    const ofSitemap = { ...claimed('listed.pdf', 1, 'extension'), foundOn: '' };
    site.addClaims([claimed('x', 1, 'pattern-limit'), ofSitemap, claimed('child', 2, 'excluded')], whole);
    expect([...buildSite(site, facts).skipped()].map(({ url, level }) => [url, level])).toEqual([
      [urlOf('x'), 1],
      [urlOf('child'), -1],
      [urlOf('listed.pdf'), -1],
    ]);
  });

  test('what was found adds up at each level: nodes, redirects, duplicates, skipped', () => {
    const claims = [claimed('x.pdf', 1, 'extension'), claimed('deep', 2), claimed('b', 1)];
    const lines = [
      [node('', 'b', 'r', 'd', 's', 'x.pdf')],
      [node('b', 'deep'), redirect('r', 'b'), duplicate('d', 'b'), { ...skipped('s', 'robots'), attempts: 0 }],
    ];
    const { levels, skipped: rows } = buildSite(collected(lines, claims, { maxLevel: 1 }), facts);
    expect(levels).toEqual([
      { level: 0, found: 1, nodes: 1, redirects: 0, duplicates: 0, skipped: 0, normalized: 0 },
      { level: 1, found: 5, nodes: 1, redirects: 1, duplicates: 1, skipped: 2, normalized: 0 },
      { level: 2, found: 1, nodes: 0, redirects: 0, duplicates: 0, skipped: 1, normalized: 0 },
    ]);
    expect([...rows()].map(({ url, reason, attempts }) => [url, reason, attempts])).toEqual([
      [urlOf('s'), 'robots', 0],
      [urlOf('x.pdf'), 'extension', 0],
      [urlOf('deep'), 'level', 0],
    ]);
  });

  test('of a page that was tried again the last try counts', () => {
    const again: Line = { name: 'b', outcome: { kind: 'retry', reason: 'timeout' } };
    const site = collected([[node('', 'b')], [again]]);
    site.addSegment(segmentOf(3, { level: 1, round: 1 }, [{ ...node('b'), attempts: 2 }]));
    expect(buildSite(site, facts).levels[1]).toMatchObject({ found: 1, nodes: 1 });
  });

  test('a page that still waits to be tried again is skipped for the reason that the site ended for', () => {
    const again: Line = { name: 'b', outcome: { kind: 'retry', reason: 'http-status', status: 503 } };
    const site = collected([[node('', 'b')], [again]], [claimed('b', 1)], { ...whole, reason: 'stopped' });
    expect([...buildSite(site, { ...facts, isWhole: false }).skipped()]).toEqual([
      { url: urlOf('b'), level: 1, foundOn: urlOf(''), reason: 'stopped', status: 503, attempts: 1 },
    ]);
  });

  test('a claim by a try that died, of a page that nobody could read later, is skipped with its page', () => {
    const fromBad = { ...claimed('only-from-bad', 2), foundOn: urlOf('bad') };
    const levels = [[node('', 'bad')], [skipped('bad', 'parser')]];
    const { skipped: rest, levels: counts } = buildSite(collected(levels, [fromBad]), facts);
    expect([...rest()].map(({ url, level, reason }) => [url, level, reason])).toEqual([
      [urlOf('bad'), 1, 'parser'],
      [urlOf('only-from-bad'), 2, 'parser'],
    ]);
    expect(counts.map(({ found, nodes, skipped: gone }) => found - nodes - gone)).toEqual([0, 0, 0]);
    // A page that was read, or not taken for other reasons, claims nothing that is not fetched.
    const other = [[node('', 'bad')], [skipped('bad', 'binary')]];
    expect(() => collected(other, [fromBad])).toThrow(/only-from-bad was claimed and never fetched/);
  });

  test('a claim that was never fetched contradicts a site without work left', () => {
    expect(() => collected([[node('', 'b')]], [claimed('b', 1)])).toThrow(/\/b was claimed and never fetched/);
  });

  test('a level that is no distance contradicts a whole site, and is kept where the crawl was cut', () => {
    const site = collected([[node('', 'b', 'c')], [node('b')], [node('c')]]);
    expect(() => buildSite(site, facts)).toThrow(/\/c has level 2, but is 1 arcs from the start page/);
    expect(buildSite(site, { ...facts, isWhole: false }).graph.nodeCount).toBe(3);
  });
});

describe('addresses that normalization joined', () => {
  /** A segment of links, as targets with their spellings; none: the identity alone. */
  const linking = (turn: number, links: Readonly<Record<string, readonly string[]>>): Segment => {
    const names = Object.keys(links);
    const segment = segmentOf(turn, { level: turn - 1, round: 0 }, [node(turn === 1 ? '' : `p${turn}`, ...names)]);
    const spellings = names.flatMap((name, target) =>
      links[name]!.map((address): [number, string] => [target, urlOf(address)]),
    );
    return { ...segment, spellings };
  };
  const rowsOf = (segments: readonly Segment[], claims: readonly ClaimedUrl[], askedAs: readonly Line[] = []) => {
    const site = new CollectedSite();
    for (const segment of segments) site.addSegment(segment);
    for (const [index, line] of askedAs.entries())
      site.addSegment(segmentOf(segments.length + index + 1, { level: 1, round: index }, [line]));
    site.addClaims(claims, { ...whole, reason: 'page-budget' });
    const { merges, levels, normalizedIsCut } = buildSite(site, { ...facts, isWhole: false });
    const rows = [...merges()].filter(({ kind }) => kind === 'normalized');
    const sum = levels.reduce((total, { normalized = 0 }) => total + normalized, 0);
    return {
      rows: rows.map(({ address = '', keptUrl }) => [address, keptUrl].map(each => each.slice(origin.length))),
      sum,
      normalizedIsCut,
    };
  };

  test('are told but for the one that was asked for', () => {
    const { rows, sum } = rowsOf([linking(1, { a: ['a', 'a?', 'a?x='] })], [], [node('a')]);
    expect(rows).toEqual([
      ['/a?', '/a'],
      ['/a?x=', '/a'],
    ]);
    expect(sum).toBe(2);
  });

  test('are told where the identity itself was seen in another turn', () => {
    const asked: Line = { ...node('a'), address: 'a?' };
    for (const segments of [
      [linking(1, { a: ['a?'] }), linking(2, { a: [] })],
      [linking(1, { a: [] }), linking(2, { a: ['a?'] })],
    ])
      expect(rowsOf(segments, [], [asked]).rows).toEqual([['/a', '/a']]);
    expect(rowsOf([linking(1, { a: [] })], [], [asked]).rows).toEqual([['/a', '/a']]);
    expect(rowsOf([linking(1, { a: ['a?'] })], [], [asked]).rows).toEqual([]);
  });

  test('are told where a redirect leads to them, and not where a page was asked for at each', () => {
    const to = (address: string): Line => redirect('r', address);
    const site = [linking(1, { r: [], a: [] })];
    const resolved = { ...facts, identityOf: (address: string) => address.replace(/\?$/, '') };
    const collectedWith = (...lines: readonly Line[]) => {
      const collecting = new CollectedSite();
      for (const segment of site) collecting.addSegment(segment);
      for (const [round, line] of lines.entries())
        collecting.addSegment(segmentOf(2 + round, { level: 1, round }, [line]));
      return [...buildSite(collecting, resolved).merges()].filter(({ kind }) => kind === 'normalized');
    };
    expect(collectedWith(to('a?'), node('a'))).toEqual([
      { url: urlOf('a'), kind: 'normalized', keptUrl: urlOf('a'), evidence: 'rule', address: urlOf('a?') },
    ]);
    const again: Line = { name: 'a', address: 'a', outcome: { kind: 'retry', reason: 'redirects' } };
    expect(collectedWith(to('a?'), again, { ...node('a'), address: 'a?' })).toEqual([]);
  });

  test('are told of pages that were never asked for, and not of those that a person deleted', () => {
    const links = [linking(1, { a: ['a', 'a?'], b: ['b?', 'b?x='] })];
    expect(rowsOf(links, [claimed('a', 1), claimed('b', 1)]).rows).toEqual([
      ['/a?', '/a'],
      ['/b?x=', '/b'],
    ]);
    expect(rowsOf(links, [{ ...claimed('a', 1), deleted: true }, claimed('b', 1)]).rows).toHaveLength(1);
  });

  test('are kept up to a bound, and it is said that there are more', { timeout: 60_000 }, () => {
    const many = Array.from({ length: 250_010 }, (_, n) => `a?s${n}=`);
    const { rows, sum, normalizedIsCut } = rowsOf([linking(1, { a: ['a', ...many] })], [], [node('a')]);
    expect([rows.length, sum, normalizedIsCut]).toEqual([250_000, 250_000, true]);
  });
});
