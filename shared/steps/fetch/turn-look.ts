import type { CrawlRow } from '../../domain/protocol/crawl-state.ts';
import type { TurnEntries } from './choose-entries.ts';
import type { TurnView } from './turn.ts';

/**
 * What a turn that fetches looks at once a second: whether it is to end, for a stop is asked for or its site was removed,
 * and which of its entries a person has deleted. The crawl's row tells whether there is anything new: its count of active
 * sites falls with every removal, and its count of deletions rises. Only then the site or the entries are read again.
 */
export class TurnLook {
  private readonly view: TurnView;
  private readonly identities: readonly string[];
  private seen: CrawlRow;
  deleted: ReadonlySet<string>;

  constructor(view: TurnView, { taken, deleted }: Extract<TurnEntries, { kind: 'fetch' }>) {
    this.view = view;
    this.seen = view.crawl;
    this.identities = taken.map(({ entry }) => entry.identity);
    this.deleted = deleted;
  }

  async stopAsked(): Promise<boolean> {
    const { store } = this.view.turn.worker.ports;
    const now = (await store.readCrawl(this.seen.id)) ?? this.seen;
    const before = this.seen;
    this.seen = now;
    if (now.stop !== undefined) return true;
    if (now.deletions !== before.deletions) await this.readDeleted();
    return now.activeSites !== before.activeSites && (await this.isGone());
  }

  private async isGone(): Promise<boolean> {
    const { turn, row } = this.view;
    return (await turn.worker.ports.store.readSite(row.crawl, row.site))?.status !== 'active';
  }

  private async readDeleted(): Promise<void> {
    const { turn, row } = this.view;
    const levels = await turn.worker.ports.store.readLevels(row.crawl, row.site, this.identities);
    this.deleted = new Set(this.identities.filter((_, index) => levels[index]?.deleted));
  }
}
