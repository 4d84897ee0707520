import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import { requestIdentityOf } from '../../../shared/domain/http/request-identity.ts';
import { LostObject } from '../../../shared/domain/lost-object.ts';
import { decodeListed, encodeListed, listedName } from '../../../shared/domain/protocol/listed-addresses.ts';
import type { ResolvedSite, ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { specOf } from '../../../shared/domain/spec/sites/site-numbered.ts';
import type * as Ports from '../../../shared/ports/ports.ts';
import type { Fetcher, FetchRequest } from '../../../shared/ports/request-ports.ts';
import { logAnswer } from '../../../shared/steps/fetch/log-answer.ts';
import { askPolitely } from '../../../shared/steps/page/polite-asker.ts';
import { TokenLines } from '../../../shared/steps/page/token-lines.ts';
import { readSiteSitemaps } from '../../../shared/wings/publications/finding/site-sitemaps.ts';

/** So long the answers of one site are awaited in all, ms; waiting for its host does not count. */
const longestMs = 10 * 60_000;

interface ListPorts {
  readonly clock: Ports.Clock;
  readonly fetcher: Fetcher;
  readonly tokens: Pick<Ports.Tokens, 'takeToken' | 'returnToken' | 'wantToken'>;
  readonly objects: Pick<Ports.ObjectStore, 'get' | 'put' | 'remove'>;
  /** Takes a sentence of a site, for `crawl.json`; 0: of the crawl. */
  readonly note: (site: number, text: string) => void;
  readonly log: Pick<Ports.CrawlLog, 'fetched' | 'failed'>;
}

type ListSettings = Pick<ResolvedSpec, 'userAgent' | 'contact' | 'robots'>;

/** Reads the sitemaps of each site before its first page, under the tokens of their hosts, and stores what they list; other sites go on meanwhile. */
export class SiteLists {
  readonly #ports: ListPorts;
  readonly #spec: ListSettings;
  readonly #end = new AbortController();
  readonly #lines: TokenLines;
  /** Sites that wait for their lists, and those whose lists this run has seen. */
  readonly #lists = new Map<number, Promise<void>>();
  readonly #ready = new Set<number>();
  readonly #reading = new Set<number>();

  constructor(ports: ListPorts, spec: ListSettings) {
    this.#ports = ports;
    this.#spec = spec;
    // However long the turns of the crawl have a host, nothing is left out for that.
    const { signal } = this.#end;
    this.#lines = new TokenLines(ports.clock, ports.tokens, { signal, waitMs: Number.POSITIVE_INFINITY });
  }

  /** Sites whose sitemaps are being read. */
  get reading(): readonly number[] {
    return [...this.#reading];
  }

  /** Reads no further: what a site lists is stored whole or not at all. */
  end(): void {
    const isCut = !this.#end.signal.aborted && this.#reading.size > 0;
    if (isCut) this.#ports.note(0, 'The crawl ended before all sitemaps were read.');
    this.#end.abort();
  }

  isReady(site: number): boolean {
    return this.#ready.has(site);
  }

  /** Resolves when the list of the site is stored, by whichever run, or reading was ended. `siteOf` is called where it is not. */
  async ready(number: number, siteOf: () => Promise<ResolvedSite | undefined>): Promise<void> {
    const list = this.#lists.get(number) ?? this.#store(number, siteOf);
    this.#lists.set(number, list);
    try {
      await list;
      this.#ready.add(number);
    } finally {
      this.#lists.delete(number);
    }
  }

  async #store(number: number, siteOf: () => Promise<ResolvedSite | undefined>): Promise<void> {
    if (this.#end.signal.aborted || (await this.#isStored(number))) return;
    const site = await siteOf();
    if (site === undefined) return;
    this.#reading.add(number);
    try {
      const { faults, ...listed } = await this.#read(site);
      // Half a list would be taken for the whole one.
      if (this.#end.signal.aborted) return;
      for (const fault of faults) this.#ports.note(number, fault);
      await this.#ports.objects.put(listedName(number), [encodeListed(listed)]);
    } finally {
      this.#reading.delete(number);
    }
  }

  async #read(site: ResolvedSite): ReturnType<typeof readSiteSitemaps> {
    const { url, delayMs } = site;
    const { clock, log } = this.#ports;
    const identity = requestIdentityOf(specOf({ ...this.#spec, sites: [site] }, site.number));
    const fetcher = new PatientFetcher(this.#ports, this.#end.signal);
    const asking = askPolitely(fetcher, {
      ...{ clock, identity, delayMs, robots: this.#spec.robots, lines: this.#lines },
      asked: (asked, answer) => logAnswer({ clock, log }, { ...asked, level: -1 }, answer),
      objects: this.#ports.objects,
    });
    return await readSiteSitemaps(url, { ...asking, nowMs: clock.now(), isStopped: () => fetcher.isOver });
  }

  /** False if it was not read yet, or was lost: then it is read again. */
  async #isStored(site: number): Promise<boolean> {
    const { objects } = this.#ports;
    try {
      decodeListed(await objects.get(listedName(site)));
      return true;
    } catch (error) {
      if (!(error instanceof LostObject)) throw error;
      // The remains of a damaged object would stay.
      await objects.remove(listedName(site));
      return false;
    }
  }
}

/** Awaits the answers of one site for so long in all. */
class PatientFetcher implements Fetcher {
  readonly #ports: Pick<ListPorts, 'clock' | 'fetcher'>;
  readonly #end: AbortSignal;
  #leftMs = longestMs;

  constructor(ports: Pick<ListPorts, 'clock' | 'fetcher'>, end: AbortSignal) {
    this.#ports = ports;
    this.#end = end;
  }

  get isOver(): boolean {
    return this.#end.aborted || this.#leftMs <= 0;
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    const { clock, fetcher } = this.#ports;
    const begun = clock.monotonic();
    try {
      return await fetcher.fetch({ ...request, longestMs: Math.max(1, this.#leftMs), signal: this.#end });
    } finally {
      this.#leftMs -= clock.monotonic() - begun;
    }
  }

  async close(): Promise<void> {}
}
