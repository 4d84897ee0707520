import type { CrawlRules } from '../domain/crawl-rules.ts';
import type { CrawlRow } from '../domain/crawl-state.ts';
import { FragmentBuilder } from '../domain/fragment/fragment-builder.ts';
import { hasFiles, siteFileNames } from '../domain/site-file-names.ts';
import type { Ports, ResultSink, ResultWriter } from '../ports.ts';
import { unloadFragment } from './unload-fragment.ts';
import { type UnloadedSite, unloadSite } from './unload-site.ts';
import { writeChoices } from './writers/write-choices.ts';

export interface UnloadedCrawl {
  /** By site number, without sites that are the same as another. */
  readonly sites: readonly { readonly site: number; readonly results: UnloadedSite }[];
  /** Names of the files written, sorted. */
  readonly files: readonly string[];
}

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
