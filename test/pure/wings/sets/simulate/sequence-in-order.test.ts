import { expect, test } from 'vitest';
import { sequenceInOrder } from '../../../../../shared/wings/sets/simulate/sequence-in-order.ts';

/** A start page with links to ten pages; page n gives n external addresses. The first and the last pages have a feature each. */
const pages = Array.from({ length: 11 }, (_, page) => ({
  externals: Array.from({ length: page }, (_x, link) => 100 * page + link),
  links: page === 0 ? Array.from({ length: 10 }, (_x, link) => [link + 1, link < 5 ? 0 : 1]).flat() : [],
}));

test('the first pick has ten pages beside the start page, and its fifth page is the oldest', () => {
  const features = [[1], [2]];
  expect(sequenceInOrder({ pages, features }, 'breadth-first')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(sequenceInOrder({ pages, features }, 'links')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('the fifth page after the start page is the oldest, in each pick', () => {
  // The first pick has two pages, and page 2 shows that the other kind gives more.
  const two = pages.map((page, at) => ({ ...page, links: at === 0 ? [1, 0, 6, 1] : at === 1 ? pages[0]!.links : [] }));
  expect(sequenceInOrder({ pages: two, features: [[1], [2]] }, 'links')).toEqual([0, 1, 6, 7, 8, 2, 9, 10, 3, 4, 5]);
});
