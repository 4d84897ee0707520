import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { FragmentBuilder, writeFragment } from '../../../shared/wings/sets/fragment/fragment-part.ts';
import type { SiteLinks } from '../../../shared/wings/sets/fragment/site-links.ts';
import { MemorySink } from './memory-sink.ts';

/** Two target sites, one of which links to the other, and two that they link to; shown in `docs/formats/fragment.md`. */
export const sampleSites: readonly SiteLinks[] = [
  {
    site: 'example.org',
    pages: 2,
    links: [
      ['example.com', 1, 1],
      ['example.edu', 2, 1],
      ['example.net', 3, 2],
    ],
  },
  { site: 'example.edu', pages: 1, links: [['example.net', 1, 1]] },
];

/** The list of the sites: the first one has a name, the second one has none. */
const sites = [
  { url: 'https://example.org/', name: 'Example University', shortName: 'EU', tags: ['public', 'far north'] },
  { url: 'https://www.example.edu/' },
];
const listed = resolveSpec([{ spec: { sites }, nameOf: path => path.join('.') }]);

/** The files of a fragment, by name. */
export async function fragmentFiles(crawled: Iterable<SiteLinks>): Promise<MemorySink> {
  const sink = new MemorySink();
  const builder = new FragmentBuilder();
  for (const [index, site] of [...crawled].entries()) builder.add(site, index + 1);
  await writeFragment(sink, builder.build(listed.sites), { groupBy: 'domain' });
  return sink;
}
