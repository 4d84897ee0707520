import { LostObject } from '../../../shared/domain/lost-object.ts';
import {
  decodeListed,
  encodeListed,
  type ListedAddresses,
  listedName,
} from '../../../shared/domain/protocol/listed-addresses.ts';
import { sideBySide } from '../../../shared/domain/side-by-side.ts';
import type { ResolvedSite, ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { requestIdentityOf } from '../../../shared/domain/spec/request-identity.ts';
import type { Clock, CrawlLog, Fetcher, ObjectStore, Tokens } from '../../../shared/ports.ts';
import { logAnswer } from '../../../shared/steps/fetch/log-answer.ts';
import { askPolitely } from '../../../shared/steps/page/polite-asker.ts';
import { TokenLines } from '../../../shared/steps/page/token-lines.ts';
import { readSiteSitemaps } from '../../../shared/wings/publications/finding/site-sitemaps.ts';

/** Sites whose sitemaps are read at the same time. */
const atOnce = 16;

interface SitemapPorts {
  readonly clock: Clock;
  readonly fetcher: Fetcher;
  readonly tokens: Pick<Tokens, 'takeToken' | 'returnToken' | 'wantToken'>;
  readonly objects: Pick<ObjectStore, 'get' | 'put' | 'remove'>;
  /** Takes a sentence of a site, for `crawl.json`. */
  readonly note: (site: number, text: string) => void;
  readonly isStopped: () => boolean;
  readonly log: Pick<CrawlLog, 'fetched' | 'failed'>;
}

/** Reads the sitemaps of all sites, under the tokens of their hosts, and stores what they list. What is stored is not read again. */
export async function readSitemaps(ports: SitemapPorts, spec: ResolvedSpec): Promise<void> {
  const lines = new TokenLines(ports.clock, ports.tokens);
  await sideBySide(spec.sites, atOnce, async site => {
    if (ports.isStopped() || (await storedListed(ports.objects, site.number)) !== undefined) return;
    const { faults, ...listed } = await readOne(ports, spec, site, lines);
    // Half a list would be taken for the whole one.
    if (ports.isStopped()) return;
    for (const fault of faults) ports.note(site.number, fault);
    await ports.objects.put(listedName(site.number), [encodeListed(listed)]);
  });
}

async function readOne(
  { clock, fetcher, isStopped, log }: SitemapPorts,
  spec: ResolvedSpec,
  { url, delayMs }: ResolvedSite,
  lines: TokenLines,
): ReturnType<typeof readSiteSitemaps> {
  const asking = askPolitely(fetcher, {
    clock,
    identity: requestIdentityOf(spec),
    delayMs,
    robots: spec.robots,
    lines,
    asked: (address, answer) => logAnswer({ clock, log }, address, -1, answer),
  });
  return await readSiteSitemaps(url, { ...asking, nowMs: clock.now(), isStopped });
}

/** Undefined where it was not read yet, or was lost: then it is read again. */
async function storedListed(objects: SitemapPorts['objects'], site: number): Promise<ListedAddresses | undefined> {
  try {
    return decodeListed(await objects.get(listedName(site)));
  } catch (error) {
    if (!(error instanceof LostObject)) throw error;
    // What is left of a damaged object would stay.
    await objects.remove(listedName(site));
    return undefined;
  }
}
