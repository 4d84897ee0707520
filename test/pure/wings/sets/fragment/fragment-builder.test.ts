import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arcsOf, type Fragment } from '../../../../../shared/wings/sets/fragment/fragment.ts';
import type { SiteLinks } from '../../../../../shared/wings/sets/fragment/site-links.ts';
import { crawledSites, fragmentOf, onePage } from './sample-fragments.ts';

const groups = (fragment: Fragment) =>
  Object.fromEntries(fragment.sites.filter(({ group }) => group !== '').map(({ site, group }) => [site, group]));
const links = ({ sites, arcs }: Fragment) =>
  [...arcsOf(arcs)].map(({ source, target, links, pages }) => [sites[source]!.site, sites[target]!.site, links, pages]);

describe('the accompanying set', () => {
  it('is linked from one, from several, or from all target sites that gave a page', () => {
    const fragment = fragmentOf(onePage('a', 'x', 'y', 'z'), onePage('b', 'x', 'y'), onePage('c', 'x'), {
      site: 'not-available',
      pages: 0,
      links: [],
    });
    expect(groups(fragment)).toEqual({ x: 'all', y: 'several', z: 'one' });
    expect([fragment.targets, fragment.crawled]).toEqual([4, 3]);
  });

  it('has no group of several where two sites were crawled', () => {
    const fragment = fragmentOf(onePage('a', 'x', 'y'), onePage('b', 'y'));
    expect(groups(fragment)).toEqual({ x: 'one', y: 'all' });
  });

  it('is linked from one where a single site was crawled', () => {
    expect(
      groups(
        fragmentOf({
          site: 'a',
          pages: 9,
          links: [
            ['x', 5, 2],
            ['y', 1, 1],
          ],
        }),
      ),
    ).toEqual({ x: 'one', y: 'one' });
  });

  it('never has a target site, also one that is linked before its own turn comes', () => {
    const fragment = fragmentOf(onePage('a', 'b', 'x'), onePage('b'));
    expect(fragment.sites.map(({ site, kind }) => [site, kind])).toEqual([
      ['a', 'target'],
      ['b', 'target'],
      ['x', 'accompanying'],
    ]);
  });
});

describe('a fragment', () => {
  it('adds up the crawled sites that are one site of it', () => {
    const fragment = fragmentOf(
      {
        site: 'a',
        pages: 2,
        links: [
          ['b', 2, 1],
          ['x', 3, 2],
        ],
      },
      onePage('b'),
      { site: 'a', pages: 4, links: [['x', 4, 4]] },
    );
    expect(links(fragment)).toEqual([
      ['a', 'b', 2, 1],
      ['a', 'x', 7, 6],
    ]);
    expect(fragment.sites.map(({ site, pages }) => [site, pages])).toEqual([
      ['a', 6],
      ['b', 1],
      ['x', 0],
    ]);
    expect([fragment.targets, fragment.crawled]).toEqual([2, 2]);
  });

  it('says of each site whether it links back, where that can be known', () => {
    const fragment = fragmentOf(onePage('a', 'b', 'gone', 'x'), onePage('b', 'a', 'c'), onePage('c', 'x'), {
      site: 'gone',
      pages: 0,
      links: [],
    });
    expect(fragment.sites.map(({ site, mutual }) => `${site} ${mutual}`)).toEqual([
      'a yes',
      'b yes',
      'c no',
      'gone unknown',
      'x unknown',
    ]);
  });

  it('numbers components by size, then by their least name', () => {
    const fragment = fragmentOf(onePage('z'), onePage('m', 'n'), onePage('q', 'p'), onePage('k', 'u', 'v'));
    expect(fragment.components).toEqual([3, 2, 2, 1]);
    const numbers = Object.fromEntries(fragment.sites.map(({ site, component }) => [site, component]));
    expect(numbers).toEqual({ k: 1, u: 1, v: 1, m: 2, n: 2, p: 3, q: 3, z: 4 });
  });

  it('may be a single site without a link', () => {
    expect(fragmentOf(onePage('a')).sites).toMatchObject([{ site: 'a', mutual: 'no', pageRank: 1, hub: 0 }]);
  });

  it('parts its sites completely and without overlap, and its sums agree', () => {
    fc.assert(
      fc.property(crawledSites, crawled => {
        const fragment = fragmentOf(...crawled);
        const targets = new Set(crawled.map(({ site }) => site));
        const linked = new Set(crawled.flatMap(({ links }) => links.map(([name]) => name)));
        expect(fragment.sites.map(({ site }) => site).sort()).toEqual([...new Set([...targets, ...linked])].sort());
        for (const [id, { site, group, kind, inSites, ...sums }] of fragment.sites.entries()) {
          const sources = new Set(
            crawled.filter(from => from.links.some(([name]) => name === site)).map(from => from.site),
          );
          expect([inSites, sums.inLinks, sums.inPages]).toEqual([
            sources.size,
            linksTo(crawled, site, 1),
            linksTo(crawled, site, 2),
          ]);
          expect(sums.id).toBe(id);
          expect(kind).toBe(targets.has(site) ? 'target' : 'accompanying');
          expect(group).toBe(targets.has(site) ? '' : expectedGroup(sources.size, fragment.crawled));
        }
        const arcs = [...arcsOf(fragment.arcs)];
        expect(total(fragment.sites.map(({ outLinks }) => outLinks))).toBe(total(arcs.map(arc => arc.links)));
        expect(total(fragment.sites.map(({ outSites }) => outSites))).toBe(arcs.length);
        expect(total(fragment.components)).toBe(fragment.sites.length);
        for (const { source, target } of arcs)
          expect(fragment.sites[source]!.component).toBe(fragment.sites[target]!.component);
      }),
    );
  });
});

function linksTo(crawled: readonly SiteLinks[], site: string, column: 1 | 2): number {
  return total(crawled.flatMap(({ links }) => links.filter(([name]) => name === site).map(link => link[column])));
}

function expectedGroup(sources: number, crawled: number): string {
  if (sources === 1) return 'one';
  return sources === crawled ? 'all' : 'several';
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
