import { writeFragment } from '../../shared/wings/sets/fragment/fragment-part.ts';
import type { SiteLinks } from '../../shared/wings/sets/fragment/site-links.ts';
import { fragmentOf } from '../wings/sets/fragment/sample-fragments.ts';
import { MemorySink } from './memory-sink.ts';

/** Two target sites, one of which links to the other, and two that they link to; shown in `shared/FORMATS.md`. */
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

/** The files of a fragment, by name. */
export async function fragmentFiles(crawled: Iterable<SiteLinks>): Promise<MemorySink> {
  const sink = new MemorySink();
  await writeFragment(sink, fragmentOf(...crawled), { groupBy: 'domain' });
  return sink;
}
