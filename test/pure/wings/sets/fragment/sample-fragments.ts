import fc from 'fast-check';
import type { Fragment } from '../../../../../shared/wings/sets/fragment/fragment.ts';
import { FragmentBuilder } from '../../../../../shared/wings/sets/fragment/fragment-part.ts';
import type { SiteLinks } from '../../../../../shared/wings/sets/fragment/site-links.ts';

export function fragmentOf(...crawled: readonly SiteLinks[]): Fragment {
  const builder = new FragmentBuilder();
  for (const site of crawled) builder.add(site);
  return builder.build();
}

/** A site of one page, which links once to each of `names`. */
export function onePage(site: string, ...names: readonly string[]): SiteLinks {
  return { site, pages: 1, links: names.map(name => [name, 1, 1]) };
}

const names = ['a.org', 'b.org', 'c.org', 'd.org', 'e.org', 'f.org', 'g.org'];

/** Up to four target sites, some with several crawled sites, that link to each other and to others. */
export const crawledSites: fc.Arbitrary<readonly SiteLinks[]> = fc.array(
  fc
    .record({
      site: fc.constantFrom(...names.slice(0, 4)),
      pages: fc.nat(3),
      linked: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 9 }), fc.nat(9)), {
        selector: ([name]) => name,
      }),
    })
    .map(({ site, pages, linked }): SiteLinks => {
      const links = linked.filter(([name]) => name !== site).sort(([a], [b]) => (a < b ? -1 : 1));
      return { site, pages: links.length > 0 ? pages + 1 : pages, links };
    }),
  { minLength: 1, maxLength: 6 },
);
