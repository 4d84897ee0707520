import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { CrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { SiteRows } from '../../../shared/ports/ports.ts';
import { addUnlinked } from '../../../shared/steps/life/add-unlinked.ts';

type Ports = Parameters<typeof addUnlinked>[0] & { readonly store: Pick<SiteRows, 'readSitesAfter'> };

/** Rows that a tick reads. */
const mostRows = 200;

/** Sites that end while others run continue with what only their sitemaps list. */
export class EndedSites {
  readonly #ports: Ports;
  readonly #rulesOf: (crawl: CrawlRow) => Promise<CrawlRules>;
  #after = 0;
  /** Active sites at the begin of the last lap: no site has ended since if they are as many. */
  #active = -1;

  constructor(ports: Ports, rulesOf: (crawl: CrawlRow) => Promise<CrawlRules>) {
    this.#ports = ports;
    this.#rulesOf = rulesOf;
  }

  /** Called between ticks, which could end the crawl meanwhile. */
  async goOn(crawl: CrawlRow): Promise<void> {
    const { sitemaps = 'report' } = crawl.spec;
    if (sitemaps === 'report' || crawl.state !== 'running' || crawl.stop !== undefined) return;
    if (this.#after === 0 && crawl.activeSites === this.#active) return;
    if (this.#after === 0) this.#active = crawl.activeSites;
    const rows = await this.#ports.store.readSitesAfter(crawl.id, this.#after, mostRows);
    this.#after = rows.length < mostRows ? 0 : rows.at(-1)!.site;
    await addUnlinked(this.#ports, crawl, await this.#rulesOf(crawl), rows);
  }
}
