import { localClock, openLocalFetcher, openLocalState } from '../../../shared/adapters/local/open.ts';
import type { RequestFault } from '../../../shared/domain/http/request-fault.ts';
import { requestIdentityOf } from '../../../shared/domain/http/request-identity.ts';
import { type ResolvedSpec, watchDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import { resolveAddedSite, withSites } from '../../../shared/domain/spec/resolve/added-site.ts';
import { specAt } from '../../../shared/domain/spec/sites/site-numbered.ts';
import type { Tokens } from '../../../shared/ports/ports.ts';
import type { Lines } from '../../../shared/steps/page/host-lines.ts';
import { askPolitely } from '../../../shared/steps/page/polite-asker.ts';
import { findEntries } from '../../../shared/wings/publications/finding/find-entries.ts';
import type { PageToShow } from '../../../shared/wings/publications/finding/page-shower.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import { PageShower } from './show-page.ts';

export interface SourceToFind {
  /** Absolute. */
  readonly url: string;
  readonly delayMs: number;
  /** Documents that are requested, at most. */
  readonly mostRequests: number;
  /** Where requests wait for their polite instants; absent: for each other alone. */
  readonly lines?: Lines;
  /** Seconds between two looks, where the user fixed them. */
  readonly fixedS?: number;
  /** Pages that seem to need it are shown in a browser; absent: true. */
  readonly browser?: boolean;
}

export interface FoundAtSource {
  readonly found: SourceFindings;
  /** Why a host gave no answer, if one gave none. */
  readonly fault: RequestFault | undefined;
  /** Old publications are taken, with so many ms between two requests. */
  readonly archiveDelayMs?: number;
}

/** The same for a source that a watch does not have yet: it takes what all sources have in common. */
export async function findAtNewSource(
  spec: ResolvedSpec,
  source: Omit<SourceToFind, 'delayMs'>,
): Promise<FoundAtSource> {
  const site = resolveAddedSite(spec, { url: source.url }, Math.max(0, ...spec.sites.map(each => each.number)) + 1);
  return await findAtSource(withSites(spec, [site]), { ...source, delayMs: site.delayMs });
}

/** The entries that can be watched at a source, given only its address: requested as politely as by a crawl with this spec. */
export async function findAtSource(
  spec: ResolvedSpec,
  { url, delayMs, mostRequests, lines, fixedS, browser = true }: SourceToFind,
): Promise<FoundAtSource> {
  await using fetcher = await openLocalFetcher(spec);
  const identity = requestIdentityOf(specAt(spec, url));
  await using shower = browser ? new PageShower(identity) : undefined;
  const asking = askPolitely(fetcher, {
    clock: localClock(),
    identity,
    delayMs,
    robots: spec.robots,
    ...(lines !== undefined && { lines }),
  });
  const hosts = spec.sites.map(site => new URL(site.url).host);
  const shown =
    shower === undefined
      ? {}
      : { browser: { show: async (page: PageToShow) => await shower.show(page), part: asking.part } };
  const bounds = { ...(spec.watch ?? watchDefaults), ...(fixedS !== undefined && { fixedS }) };
  const archive = spec.watch?.archive === true;
  const options = { ...asking, mostRequests, hosts, bounds, archive, nowMs: Date.now(), ...shown };
  const found = await findEntries(url, options);
  return { found, fault: asking.fault(), ...(archive && { archiveDelayMs: delayMs }) };
}

type HostTokens = Pick<Tokens, 'takeToken' | 'returnToken' | 'wantToken'>;

/**
 * The tokens of hosts, for requests beside the turns of a watch. The files are opened for each call: a connection that stays open
 * loses its locks when another thread of the process closes the same file.
 */
export function hostTokensOf(directory: string): HostTokens {
  const withTokens = async <T>(work: (tokens: Tokens) => Promise<T>): Promise<T> => {
    using state = openLocalState(directory);
    return await work(state.store);
  };
  return {
    takeToken: async take => await withTokens(async tokens => await tokens.takeToken(take)),
    returnToken: async (lease, end) => await withTokens(async tokens => await tokens.returnToken(lease, end)),
    wantToken: async (host, wish, now) => await withTokens(async tokens => await tokens.wantToken(host, wish, now)),
  };
}
