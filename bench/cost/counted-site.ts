import type { FetchAnswer } from '../../shared/domain/http/fetch-answer.ts';
import type { Fetcher, FetchRequest } from '../../shared/ports/request-ports.ts';
import { generatePage, numberOf, pathOf } from '../servers/generated-page.ts';
import type { VirtualClock } from './virtual-clock.ts';

const redirectShare = 0.05;
const duplicateShare = 0.05;
/** Time of an answer on the wire. */
const answerMs = 250;

/**
 * The generated site (67 links a page, depth 8) with redirects and duplicates among it. Only pages that lead to no other
 * page of the tree are made so: every page of the site is still found, at its level.
 */
export class CountedSite {
  readonly pages: number;
  readonly seed: number;
  /** Links to other sites that no other page has, on each page. */
  private readonly linksOut: number;
  private readonly firstLeaf: number;

  constructor(pages: number, seed: number, linksOut = 0) {
    this.pages = pages;
    this.seed = seed;
    this.linksOut = linksOut;
    this.firstLeaf = firstLeafOf(pages);
  }

  answer(path: string): { readonly location: string } | { readonly html: string } | undefined {
    const number = numberOf(path);
    const kind = this.kindOf(number);
    // Both lead to a page above: known already, or about to be.
    const above = Math.floor(number / 2);
    if (kind === 'redirect') return { location: pathOf(above) };
    const html = generatePage(this, kind === 'duplicate' ? above : number);
    return html === undefined ? undefined : { html: html.replace('</body>', `${this.outside(number)}</body>`) };
  }

  /**
   * Addresses of some 70 characters at the 400 hosts to which the generated site links, named by words that are almost as hard to
   * compress as chance.
   */
  private outside(number: number): string {
    const word = (of: number): string => Math.floor(fractionOf(this.seed, of) * 36 ** 4).toString(36);
    return Array.from({ length: this.linksOut }, (_, link) => {
      const first = 100 * (number * this.linksOut + link);
      const words = Array.from({ length: 8 }, (__, index) => word(first + index));
      const host = Math.floor(fractionOf(this.seed, first + 8) * 400);
      const path = `2026/11/${words.slice(0, 4).join('-')}-article-${this.seed}-${first}`;
      return `<a href="https://host-${host}.example/${path}">${words.slice(4).join(' ')} and more</a>`;
    }).join('\n');
  }

  private kindOf(number: number): 'page' | 'redirect' | 'duplicate' {
    if (number < this.firstLeaf) return 'page';
    const leaves = this.pages - this.firstLeaf;
    const chance = fractionOf(this.seed, number) * (leaves / this.pages);
    if (chance < redirectShare) return 'redirect';
    return chance < redirectShare + duplicateShare ? 'duplicate' : 'page';
  }
}

/** The first page without a child: the children of p are p·b + 1 … p·b + b, with the least b that makes it 8 levels. */
function firstLeafOf(pages: number): number {
  let branching = 2;
  while ((branching ** 9 - 1) / (branching - 1) < pages) branching += 1;
  return Math.ceil((pages - 1) / branching);
}

/** A fraction that is the same for the same page: the finalizer of MurmurHash3. */
function fractionOf(seed: number, number: number): number {
  let hash = Math.imul(seed + 1, 0x9e3779b1) ^ number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Answers for each host with the pages of its site; none has a robots.txt. */
export class SiteFetcher implements Fetcher {
  private readonly clock: VirtualClock;
  private readonly sites: ReadonlyMap<string, CountedSite>;
  private readonly begun: ((host: string, at: number) => void) | undefined;

  /** `begun` gets the host and the instant (virtual ms) of each request. */
  constructor(
    clock: VirtualClock,
    sites: ReadonlyMap<string, CountedSite>,
    begun?: (host: string, at: number) => void,
  ) {
    this.clock = clock;
    this.sites = sites;
    this.begun = begun;
  }

  async fetch({ address, onStart }: FetchRequest): Promise<FetchAnswer> {
    onStart?.(this.clock.monotonic());
    this.begun?.(new URL(address).host, this.clock.monotonic());
    await this.clock.sleep(answerMs);
    const common = { kind: 'answered', elapsedMs: answerMs, contentType: 'text/html', truncated: false } as const;
    const nothing = new Uint8Array(0);
    const { host, pathname } = new URL(address);
    const found = this.sites.get(host)?.answer(pathname);
    if (found === undefined) return { ...common, status: 404, body: nothing };
    if ('location' in found) return { ...common, status: 301, location: found.location, body: nothing };
    return { ...common, status: 200, body: Buffer.from(found.html) };
  }

  async close(): Promise<void> {}
}
