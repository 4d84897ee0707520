import type { CrawlRules } from '../domain/crawl-rules.ts';
import type { CrawlRow, SiteRow } from '../domain/crawl-state.ts';
import { FragmentBuilder } from '../domain/fragment/fragment-builder.ts';
import { fileNameOf } from '../domain/url/scope.ts';
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
  for (const row of sites) {
    const { results, links } = await unloadSite(ports, noting, row, rules, fileNameFor(row, sites), writers);
    fragment.add(links);
    unloaded.push({ site: row.site, results });
  }
  await unloadFragment(noting, fragment.build(), crawl.spec);
  await writeChoices(ports.store, crawl, noting);
  return { sites: unloaded, files: files.sort() };
}

/** One that is the same as another has none, also when it was removed since. */
export function hasFiles({ sameAs }: SiteRow): boolean {
  return sameAs === undefined;
}

/**
 * Names the site's files; `https_` stands in front only where both schemes of a host are sites. A site that was removed
 * and added anew has its number behind.
 */
export function fileNameFor(row: SiteRow, sites: readonly SiteRow[]): string {
  const isAgain = sites.some(({ origin, site }) => origin === row.origin && site < row.site);
  return isAgain ? `${nameOfOrigin(row, sites)}~${row.site}` : nameOfOrigin(row, sites);
}

function nameOfOrigin(row: SiteRow, sites: readonly SiteRow[]): string {
  const host = new URL(row.origin).host;
  const schemes = new Set(
    sites
      .map(({ origin }) => new URL(origin))
      .filter(url => url.host === host)
      .map(url => url.protocol),
  );
  return fileNameOf(row.origin, schemes.size > 1);
}
