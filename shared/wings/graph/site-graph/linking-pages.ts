import { indexIn } from '../../../domain/index-in.ts';
import { NumberList } from '../../../domain/number-list.ts';
import { externalsOf, type Segment } from '../../../domain/turn/segment.ts';

/** Which pages of one site hold which external addresses. Space: a number per distinct address of each page. */
export class LinkingPages {
  private readonly addresses = new Map<string, number>();
  private readonly identities: string[] = [];
  /** Of each page, where its addresses begin in `held`. */
  private readonly starts: number[] = [];
  private readonly held = new NumberList(1 << 12);

  /** Takes the next segment; each comes once. */
  addSegment({ externals, numbers, pages }: Segment): void {
    const indexes = Uint32Array.from(externals, ({ identity }) => indexIn(this.addresses, identity));
    for (const { identity, page } of pages) {
      if (page === undefined || page.links.external === 0) continue;
      this.identities.push(identity);
      this.starts.push(this.held.length);
      for (const [external] of externalsOf(page.links, numbers)) this.held.push(indexes[external]!);
    }
  }

  /** The external addresses, by the numbers that `pages` has. */
  byNumber(): readonly string[] {
    return [...this.addresses.keys()];
  }

  /** Each page with external addresses, and the numbers of the addresses, each once. */
  *pages(): Iterable<readonly [identity: string, addresses: Uint32Array]> {
    const held = this.held.view();
    for (const [page, identity] of this.identities.entries())
      yield [identity, held.subarray(this.starts[page], this.starts[page + 1])];
  }

  /**
   * Of each site, how many pages hold a link to it. `siteOf` numbers the sites of addresses that count; pages of which
   * `isPage` is false count nowhere.
   */
  countBySite(
    siteOf: ReadonlyMap<string, number>,
    siteCount: number,
    isPage: (identity: string) => boolean,
  ): Uint32Array {
    const sites = Int32Array.from(this.addresses.keys(), address => siteOf.get(address) ?? -1);
    const held = this.held.view();
    const counts = new Uint32Array(siteCount);
    /** The last page that was counted for a site. */
    const counted = new Int32Array(siteCount).fill(-1);
    for (const [page, identity] of this.identities.entries()) {
      if (!isPage(identity)) continue;
      const end = this.starts[page + 1] ?? held.length;
      for (let i = this.starts[page]!; i < end; i += 1) {
        const site = sites[held[i]!]!;
        if (site < 0 || counted[site] === page) continue;
        counted[site] = page;
        counts[site]! += 1;
      }
    }
    return counts;
  }
}
