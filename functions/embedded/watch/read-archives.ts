/** Publications of a watch from archives (WARC, ARC, WACZ): no request is made. */
import { type ArchivedPage, openArchives, openLocalPublications } from '../../../shared/adapters/local/open.ts';
import type { SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { type CrawlRules, createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { type ArchivedTurn, keepArchived } from '../../../shared/wings/publications/watch/visit-reader.ts';
import { withWatch } from './with-watch.ts';

/** The results for the pages of archives. */
export interface ReadArchives {
  /** Captures of pages at hosts of the watch. */
  readonly pages: number;
  readonly publications: number;
  readonly versions: number;
}

/** Pages that are read together: they show the template of their host, and their bodies are in memory. */
const pagesAtOnce = 40;

/**
 * A page is read as of the instant of its capture; several captures of an address become its versions, and what is older than
 * the version that the watch has is left. `damaged` gets a sentence for each damaged place. Throws `BadInput` for a file that
 * cannot be read.
 */
export async function readArchives(
  directory: string,
  files: readonly string[],
  damaged: (text: string) => void,
): Promise<ReadArchives> {
  return await withWatch(directory, async (state, crawl) => {
    const rows = (await state.store.readSites(crawl.id)).filter(({ status }) => status !== 'removed');
    const rules = createCrawlRules(crawl.spec);
    const { siteKey } = rules;
    const sources = new Map(rows.map(row => [siteKey(row.origin), row]));
    const sourceOf = (address: string) => sources.get(siteKey(address)) ?? sources.get(siteKey(withOtherWww(address)));
    await using archive = await openArchives(files, { folder: directory, damaged });
    using publications = await openLocalPublications(directory);
    const counts = { pages: 0, publications: 0, versions: 0 };
    const read = async (row: SiteRow, pages: readonly ArchivedPage[]): Promise<void> => {
      const memory = await state.store.readMemory(crawl.id, row.site);
      const settings = await state.store.readSettings(crawl.id, row.site);
      const turn = { ...turnOf(rules, row, pages), memory, settings, now: state.clock.now() };
      const accepted = await keepArchived(publications, crawl.spec.watch!, turn);
      counts.pages += pages.length;
      counts.publications += accepted.filter(({ outcome }) => outcome === 'new').length;
      counts.versions += accepted.filter(({ outcome }) => outcome === 'version').length;
    };
    const waiting = new Map<SiteRow, ArchivedPage[]>();
    for await (const page of archive.pages(address => sourceOf(address) !== undefined)) {
      const row = sourceOf(page.address)!;
      const isOwn = siteKey(page.address) === siteKey(row.origin);
      const address = isOwn ? page.address : withOtherWww(page.address);
      const pages = [...(waiting.get(row) ?? []), { ...page, address }];
      waiting.set(row, pages.length < pagesAtOnce ? pages : []);
      if (pages.length >= pagesAtOnce) await read(row, pages);
    }
    for (const [row, pages] of waiting) if (pages.length > 0) await read(row, pages);
    return counts;
  });
}

function turnOf(rules: CrawlRules, { site, origin }: SiteRow, pages: readonly ArchivedPage[]) {
  return {
    ...{ site, rules, origin },
    pages: pages.map(page => ({ ...page, identity: rules.normalize(new URL(page.address)) })),
    belongs: (address: string) => rules.siteKey(address) === rules.siteKey(origin),
  } satisfies Partial<ArchivedTurn>;
}

/** The same address with `www.` in its host, or without: sites have moved from one to the other. */
function withOtherWww(address: string): string {
  const url = new URL(address);
  url.hostname = url.hostname.startsWith('www.') ? url.hostname.slice(4) : `www.${url.hostname}`;
  return url.href;
}
