import { NumberList } from '../../../domain/number-list.ts';
import { TextTable } from '../../../domain/text-table.ts';
import { eachExternal, type Segment } from '../../../domain/turn/segment.ts';

/** Which pages of one site hold which external addresses. Space: a number per distinct address of each page. */
export class LinkingPages {
  /** The external addresses, by the numbers that `pages` has. */
  readonly externals: TextTable;
  private readonly addresses: TextTable;
  /** Of each page its address. */
  private readonly identities = new NumberList(64);
  /** Of each page, where its addresses begin in `held`. */
  private readonly starts = new NumberList(64);
  private readonly held = new NumberList(1 << 8);

  /** Both tables may be in use elsewhere; `addresses` are those of pages. */
  constructor(externals = new TextTable(), addresses = new TextTable()) {
    this.externals = externals;
    this.addresses = addresses;
  }

  /** Takes the next segment; each comes once. */
  addSegment({ externals, numbers, pages }: Segment): void {
    const indexes = Uint32Array.from(externals, ({ identity }) => this.externals.add(identity));
    const hold = (external: number): void => this.held.push(indexes[external]!);
    for (const { identity, page } of pages) {
      if (page === undefined || page.links.external === 0) continue;
      this.identities.push(this.addresses.add(identity));
      this.starts.push(this.held.length);
      eachExternal(page.links, numbers, hold);
    }
  }

  /** Each page with external addresses, and the numbers of the addresses, each once. */
  *pages(): Iterable<readonly [identity: string, addresses: Uint32Array]> {
    const held = this.held.view();
    for (let page = 0; page < this.identities.length; page += 1)
      yield [this.identityOf(page), held.subarray(this.starts.at(page), this.endOf(page))];
  }

  /**
   * Of each site, how many pages hold a link to it. `siteOf`: the site of each external address by its number, -1 if it does not
   * count; pages of which `isPage` is false, by the numbers of their addresses, count nowhere.
   */
  countBySite(siteOf: Int32Array, siteCount: number, isPage: (address: number) => boolean): Uint32Array {
    const held = this.held.view();
    const counts = new Uint32Array(siteCount);
    /** The last page that was counted for a site. */
    const counted = new Int32Array(siteCount).fill(-1);
    for (let page = 0; page < this.identities.length; page += 1) {
      if (!isPage(this.identities.at(page))) continue;
      const end = this.endOf(page);
      for (let i = this.starts.at(page); i < end; i += 1) {
        const site = siteOf[held[i]!]!;
        if (site < 0 || counted[site] === page) continue;
        counted[site] = page;
        counts[site]! += 1;
      }
    }
    return counts;
  }

  private identityOf(page: number): string {
    return this.addresses.at(this.identities.at(page));
  }

  private endOf(page: number): number {
    return page + 1 < this.starts.length ? this.starts.at(page + 1) : this.held.length;
  }
}
