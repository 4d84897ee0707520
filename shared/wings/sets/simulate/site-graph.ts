import { NumberList } from '../../../domain/number-list.ts';
import { isBudgetPage } from '../../../domain/protocol/classify-answer.ts';
import type { Segment, SegmentPage } from '../../../domain/turn/segment.ts';

/** A site's pages with their links, for orders of pages. Page 0 is the start page. */
export interface SiteGraph {
  readonly pages: readonly GraphPage[];
  /** `linkFeatures` of links, which pages refer to. */
  readonly features: readonly (readonly number[])[];
}

export interface GraphPage {
  /** Numbers of its external addresses, each once. */
  readonly externals: ArrayLike<number>;
  /**
   * Two numbers for each page that it links to, in document order: the page, and an index into `features`. A number
   * beyond the pages is a page that was not read.
   */
  readonly links: ArrayLike<number>;
}

/**
 * A site's graph, from the segments of a crawl in the learnt order: the pages that count in a budget. A link to an address that redirects
 * leads to the page behind it. A duplicate has the links of its owner. Features of a link are those of the first link of its turn
 * to the same page. Memory: four bytes for each link that is distinct on its page.
 */
export class SiteGraphReader {
  private readonly pages: (GraphPage | { readonly owner: string })[] = [];
  private readonly features: (readonly number[])[] = [];
  /** Of identities, in the order in which they were met. */
  private readonly numbers = new Map<string, number>();
  private readonly externals = new Map<string, number>();
  /** By number of an identity: number of the page plus one, 0 where no page is. */
  private readonly pageOf = new NumberList(1 << 8);
  /** By the address that a redirect leads to: the identities that redirect. */
  private readonly redirects = new Map<string, string[]>();

  addSegment(segment: Segment): void {
    const { pages, targets, features = [], externals, numbers } = segment;
    const firstFeatures = this.features.length;
    for (const each of features) this.features.push(each);
    const inside = targets.map(target => this.numberOf(target));
    const outside = externals.map(({ identity }) => numberIn(this.externals, identity));
    for (const seen of pages) {
      this.notePage(seen);
      if (!isBudgetPage(seen.outcome)) continue;
      const { links } = seen.page ?? {};
      if (seen.outcome.kind === 'duplicate') this.pages.push({ owner: seen.outcome.owner });
      else if (links === undefined) this.pages.push({ externals: [], links: [] });
      else {
        const end = links.start + links.internal;
        const found = [...new Set(numbers.subarray(links.start, end))];
        const refs = numbers.subarray(end, end + 2 * links.external).filter((_, index) => index % 2 === 0);
        this.pages.push({
          externals: refs.map(external => outside[external]!),
          links: Uint32Array.from(found.flatMap(target => [inside[target]!, firstFeatures + target])),
        });
      }
    }
  }

  graph(): SiteGraph {
    const pages = this.pages.map(page => ('owner' in page ? this.ownerOf(page.owner) : page));
    return {
      features: this.features,
      pages: pages.map(({ externals, links }) => ({
        externals,
        links: Uint32Array.from(links, (each, index) => (index % 2 === 0 ? this.pageAt(each) : each)),
      })),
    };
  }

  /** The address of the page leads to it, and so does each address that redirected to it. */
  private notePage({ identity, address, outcome }: SegmentPage): void {
    const sources = [identity, ...(this.redirects.get(address) ?? [])];
    if (outcome.kind === 'redirect') this.redirects.set(outcome.target, sources);
    if (!isBudgetPage(outcome)) return;
    for (const source of sources) this.pageOf.set(this.numberOf(source), this.pages.length + 1);
  }

  private numberOf(identity: string): number {
    const number = numberIn(this.numbers, identity);
    if (number === this.pageOf.length) this.pageOf.push(0);
    return number;
  }

  private pageAt(number: number): number {
    const page = this.pageOf.at(number);
    return page === 0 ? this.pages.length : page - 1;
  }

  private ownerOf(owner: string): GraphPage {
    const page = this.pages[this.pageAt(this.numberOf(owner))];
    return page === undefined || 'owner' in page ? { externals: [], links: [] } : page;
  }
}

function numberIn(numbers: Map<string, number>, key: string): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}
