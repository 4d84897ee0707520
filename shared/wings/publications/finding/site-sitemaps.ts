import { defined } from '../../../domain/defined.ts';
import type { ListedAddress, ListedAddresses } from '../../../domain/protocol/listed-addresses.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { readSitemap } from '../sitemaps/read-sitemap.ts';
import type { SitemapEntry, SitemapFault, SitemapOptions, SitemapReading } from '../sitemaps/sitemap.ts';
import { unpackGzip } from '../sitemaps/unpack-gzip.ts';
import { type AskedDocument, type AskOptions, DocumentAsker } from './document-asker.ts';

/** Where a site without a `Sitemap` line in its robots.txt may have one. */
const knownPlaces = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.xml.gz', '/wp-sitemap.xml'];
/** Of one file: the protocol's own bounds. */
const mostEntries = 50_000;
const mostBytes = 50 * 1024 * 1024;
/** Of one site. */
const mostFiles = 500;
const mostAddresses = 250_000;
const deepestIndex = 3;
/** Redirects among them. */
const mostRequests = 2 * mostFiles;
/** Unpacked: reading costs so much time of the processor. */
const mostBytesOfSite = 512 * 1024 * 1024;
/** In a row. */
const mostSilent = 5;

/** Why the rest of the sitemaps of a site is not read. */
const ends = {
  files: `${mostFiles} of a site are`,
  requests: `${mostRequests} requests for those of a site are made`,
  addresses: `those that were read list more than ${mostAddresses} addresses`,
  bytes: 'those that were read have more than 512 MB',
  silent: `${mostSilent} in a row had no answer`,
  time: 'the time for a site is over',
};

export interface SitemapsOfSite extends ListedAddresses {
  /** One sentence each: what was not read, and why. */
  readonly faults: readonly string[];
}

export type SitemapAsk = Pick<AskOptions, 'ask' | 'robots'> & {
  readonly nowMs: number;
  /** Asked before each request: nothing more is read then. */
  readonly isStopped: () => boolean;
};

/** All that the sitemaps of a site list: those that robots.txt names, else at the usual places; through indexes; gzip, news and feeds too. */
export async function readSiteSitemaps(start: string, options: SitemapAsk): Promise<SitemapsOfSite> {
  const reading = new SitemapsReading(options);
  await reading.read(start);
  return reading.found();
}

class SitemapsReading {
  readonly #options: SitemapAsk;
  readonly #asker: DocumentAsker;
  readonly #files: string[] = [];
  readonly #addresses = new Map<string, ListedAddress>();
  readonly #faults: string[] = [];
  #bytes = 0;
  #silent = 0;
  /** Only the first counts. */
  #end: keyof typeof ends | undefined;

  constructor(options: SitemapAsk) {
    this.#options = options;
    this.#asker = new DocumentAsker({ ...options, mostRequests });
  }

  async read(start: string): Promise<void> {
    const named = await this.#asker.sitemapsOfRobots(start);
    for (const address of named) await this.#readFile(address, 0);
    for (const place of named.length > 0 ? [] : knownPlaces) {
      if (this.#files.length > 0) return;
      await this.#readFile(new URL(place, start).href, 0, true);
    }
  }

  found(): SitemapsOfSite {
    const { untried } = this.#asker;
    const faults = [...this.#faults];
    if (this.#files.length === 0 && faults.length === 0) faults.push('no sitemap was found.');
    if (untried > 0) faults.unshift(`${untried} more sitemaps were not read: ${ends[this.#end ?? 'requests']}.`);
    else if (this.#end === 'addresses') faults.unshift(`further addresses were left out: ${ends.addresses}.`);
    return { files: this.#files, addresses: [...this.#addresses.values()], faults: faults.slice(0, 20) };
  }

  async #readFile(address: string, depth: number, isGuess = false): Promise<void> {
    if (this.#asker.hasAsked(address)) return;
    this.#end ??= this.#bound();
    if (this.#end !== undefined) {
      if (!isGuess) this.#asker.leave();
      return;
    }
    const document = await this.#asker.ask(address);
    this.#silent = document.kind === 'none' && document.outcome === 'no-answer' ? this.#silent + 1 : 0;
    if (document.kind === 'answered') await this.#take(document, depth, isGuess);
    else if (!isGuess) this.#faults.push(`${address} was not read: ${whyNot(document)}.`);
  }

  #bound(): keyof typeof ends | undefined {
    if (this.#options.isStopped()) return 'time';
    if (this.#silent >= mostSilent) return 'silent';
    if (this.#bytes > mostBytesOfSite) return 'bytes';
    return this.#files.length >= mostFiles ? 'files' : undefined;
  }

  async #take(
    { address, contentType, body }: AskedDocument & { kind: 'answered' },
    depth: number,
    isGuess: boolean,
  ): Promise<void> {
    const file = this.#files.length;
    const entries: ListedAddress[] = [];
    const sized = (bytes: number): void => {
      this.#bytes += bytes;
    };
    const options = { base: address, contentType, nowMs: this.#options.nowMs, mostEntries, mostBytes, sized };
    const end = await readListing(body, options, entry => {
      const { modified } = entry;
      entries.push({ address: entry.address, file, ...(modified !== undefined && { modified: modified.at }) });
    });
    if (end.kind === 'none') {
      if (end.why === 'bad-gzip') this.#faults.push(`${address} is a gzip file that cannot be unpacked.`);
      else if (!isGuess) this.#faults.push(`${address} is no sitemap.`);
      return;
    }
    this.#files.push(address);
    for (const [fault, count] of Object.entries(end.faults) as [SitemapFault, number][])
      if (fault in sayings) this.#faults.push(`${address}: ${sayings[fault]!(count)}.`);
    if (end.kind !== 'index') return this.#add(entries);
    if (depth >= deepestIndex) this.#faults.push(`${address} is an index too deep to be followed.`);
    else for (const entry of entries) await this.#readFile(entry.address, depth + 1);
  }

  #add(entries: readonly ListedAddress[]): void {
    for (const entry of entries) {
      if (this.#addresses.has(entry.address)) continue;
      if (this.#addresses.size >= mostAddresses) {
        this.#end = 'addresses';
        return;
      }
      this.#addresses.set(entry.address, entry);
    }
  }
}

type Saying = (count: number) => string;
const counted = (count: number): string => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`);

/** Parts that are missing in a file, or may be read wrongly, in words. Dates that are none cost no address. */
const sayings: Readonly<Partial<Record<SitemapFault, Saying>>> = {
  'no-address': count => `${counted(count)} without an address`,
  'bad-address': count => `${counted(count)} with an address that is none of http or https`,
  'too-many': count => `${counted(count)} beyond the first ${mostEntries.toLocaleString('en')} left out`,
  malformed: () => 'its tags do not fit together; what was recognized was read',
  truncated: () => 'its end is missing; the entries before it were read',
  'too-large': () => `it unpacks to more than ${mostBytes / 1024 / 1024} MB; the rest was left out`,
  'bad-gzip': () => 'its gzip data is damaged; what came before the damage was read',
  entities: () => 'it defines entities, which were left as they are written',
  encoding: () => 'it is not in the encoding that it declares',
};

/** A sitemap, or a feed in place of one (sitemaps.org, "Other Sitemap formats"): its items are entries. */
async function readListing(
  body: Uint8Array,
  options: SitemapOptions,
  take: (entry: SitemapEntry) => void,
): Promise<SitemapReading> {
  const end = await readSitemap(body, options, take);
  if (end.kind !== 'none' || end.why !== 'feed') return end;
  const { bytes } = await unpackGzip(body, mostBytes);
  const feed = readFeed(bytes, { ...options, mostItems: mostEntries });
  if (feed.kind === 'none') return end;
  for (const { address, updated, published } of feed.items) {
    take({ address, ...defined({ modified: updated ?? published }) });
  }
  const isSitemapFault = ([fault]: readonly [string, number]): boolean => fault in sayings;
  return {
    kind: 'urlset',
    entries: feed.items.length,
    faults: Object.fromEntries(Object.entries(feed.faults).filter(isSitemapFault)),
  };
}

function whyNot({ outcome, status }: AskedDocument & { kind: 'none' }): string {
  if (status !== undefined) return `it answers ${status}`;
  if (outcome === 'robots') return 'robots.txt does not allow it';
  return outcome === 'private-address' ? 'its host is not on the public Internet' : 'there was no answer';
}
