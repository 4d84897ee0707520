import { describe, expect, it } from 'vitest';
import { type GeneratedSite, generatePage, numberOf, pathOf } from '../../../bench/servers/generated-page.ts';

/** The level of every page, by a breadth-first walk over the links of the pages themselves. */
function levelsOf(site: GeneratedSite): number[] {
  const levels: number[] = Array(site.pages).fill(-1);
  const queue = [0];
  levels[0] = 0;
  for (const page of queue) {
    for (const target of internalLinksOf(site, page)) {
      if (levels[target] === -1) {
        levels[target] = levels[page]! + 1;
        queue.push(target);
      }
    }
  }
  return levels;
}

function internalLinksOf(site: GeneratedSite, page: number): number[] {
  const links = generatePage(site, page)!.matchAll(/<a href="\.\.(\/[^"]*)"/g);
  return [...links].map(([, path]) => numberOf(path!));
}

describe('a generated site', () => {
  it.each([1, 2, 500, 1_000])('of %i pages reaches all of them within eight clicks', pages => {
    const levels = levelsOf({ pages, seed: 1 });
    expect(Math.min(...levels)).toBe(0);
    expect(Math.max(...levels)).toBeLessThanOrEqual(8);
  });

  it('is about eight levels deep at every size of the benchmark', () => {
    const deepest = [500, 3_000].map(pages => Math.max(...levelsOf({ pages, seed: 1 })));
    expect(deepest.every(level => level >= 7 && level <= 8)).toBe(true);
  });

  it('has 67 links and about 26 KB a page', () => {
    const page = generatePage({ pages: 500, seed: 1 }, 7)!;
    expect(page.match(/<a href=/g)).toHaveLength(67);
    expect(page.length).toBeGreaterThan(25_000);
    expect(page.length).toBeLessThan(27_000);
  });

  it('is the same for the same seed and another for another', () => {
    const page = (seed: number) => generatePage({ pages: 500, seed }, 7);
    expect(page(1)).toBe(page(1));
    expect(page(2)).not.toBe(page(1));
  });

  it.each(['/', '/folder-0/page-500.html', '/folder-1/page-7.html', '/folder-0/page-07.html', '/page-7.html'])(
    'has no page at %s',
    target => {
      expect(generatePage({ pages: 500, seed: 1 }, numberOf(target))).toBeUndefined();
    },
  );

  it('finds every page by its path', () => {
    expect([0, 7, 99, 100, 29_999].map(number => numberOf(pathOf(number)))).toEqual([0, 7, 99, 100, 29_999]);
  });
});
