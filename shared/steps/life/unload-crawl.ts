import type { CrawlRow } from '../../domain/protocol/crawl-state.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { hasFiles, siteFileNames } from '../../files/site-file-names.ts';
import type { Ports, ResultSink, ResultWriter } from '../../ports.ts';
import type { UnloadedCrawl } from '../../report/summary.ts';
import { unloadSite } from '../../wings/graph/unload-site.ts';
import { writeChoices } from '../../wings/sets/budget/write-choices.ts';
import { FragmentBuilder } from '../../wings/sets/fragment/fragment-builder.ts';
import { unloadFragment } from '../../wings/sets/fragment/unload-fragment.ts';

/** Writes the result files of every site, the Web fragment they make, and how they shared a page budget. */
export async function unloadCrawl(
  ports: Pick<Ports, 'store' | 'objects'>,
  sink: ResultSink,
  crawl: CrawlRow,
  rules: CrawlRules,
  writers: readonly ResultWriter[],
): Promise<UnloadedCrawl> {
  const sites = (await ports.store.readSites(crawl.id)).filter(hasFiles);
  const files: string[] = [];
  const noting: ResultSink = {
    create: async name => {
      files.push(name);
      return await sink.create(name);
    },
  };
  const unloaded: UnloadedCrawl['sites'][number][] = [];
  const fragment = new FragmentBuilder();
  const names = siteFileNames(sites);
  for (const row of sites) {
    const { results, links } = await unloadSite(ports, noting, row, rules, names.get(row.site)!, writers);
    fragment.add(links);
    unloaded.push({ site: row.site, results });
  }
  await unloadFragment(noting, fragment.build(), crawl.spec);
  await writeChoices(ports.store, crawl, noting);
  return { sites: unloaded, files: files.sort() };
}
