import { decodeListed, listedName } from '../../../shared/domain/protocol/listed-addresses.ts';
import { remember } from '../../../shared/domain/remember.ts';
import type { CrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { ObjectStore } from '../../../shared/ports/ports.ts';

/** Sites whose lists are kept at once. */
const mostSites = 64;

/** Rules that admit only what the sitemaps of a site list; start pages are fetched all the same. */
export class ListedRules {
  readonly #rules: CrawlRules;
  readonly #objects: Pick<ObjectStore, 'get'>;
  readonly #ofSites = new Map<number, CrawlRules>();

  constructor(rules: CrawlRules, objects: Pick<ObjectStore, 'get'>) {
    this.#rules = rules;
    this.#objects = objects;
  }

  /** The list of a site is stored before its first page is requested. */
  async read(site: number): Promise<void> {
    if (this.#ofSites.has(site)) return;
    const { addresses } = decodeListed(await this.#objects.get(listedName(site)));
    const listed = new Set(addresses.map(({ address }) => this.#rules.normalize(new URL(address))));
    const admit: CrawlRules['admit'] = identity =>
      this.#rules.admit(identity) ?? (listed.has(identity) ? undefined : 'excluded');
    remember(this.#ofSites, site, { ...this.#rules, admit }, mostSites);
  }

  /** Of a site that was read last, or a little before. */
  of(site: number): CrawlRules {
    return this.#ofSites.get(site)!;
  }
}
