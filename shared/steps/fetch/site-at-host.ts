/**
 * A site of several hosts at the host of its next entry (docs/design/protocol.md, "A site of several hosts"). A turn begins at this
 * host, as at the host of any site. Robots.txt, delay and trouble of the row that it goes by are those of this host. Further
 * hosts are asked beside it (`ask-hosts.ts`).
 */
import type { CrawlRow, HostState, SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { isOfHosts } from '../../domain/url/site-scope.ts';
import { nextEntry, originOfEntry } from './choose-entries.ts';
import { hostOfNextTurn } from './load-robots.ts';
import type { FetchPorts, TurnView } from './turn.ts';

export interface SiteAtHost extends Pick<TurnView, 'row' | 'home' | 'isDown'> {
  /** Whose token the turn takes. */
  readonly host: string;
  /** Nothing will be asked of the host: it does not matter how early it is. */
  readonly isIdle: boolean;
}

/** `home`: the row as it is stored. If a stop is requested, no entry is taken any more. */
export async function siteAtHost(
  ports: FetchPorts,
  { spec, stop }: CrawlRow,
  rulesOf: () => Pick<CrawlRules, 'bounds'>,
  home: SiteRow,
): Promise<SiteAtHost> {
  const stops = stop !== undefined;
  if (!isOfHosts(spec.scope))
    return { row: home, home, isDown: false, host: await hostOfNextTurn(ports, home), isIdle: stops };
  const bounds = rulesOf().bounds(home.site, home.start);
  const entry = stops ? undefined : await nextEntry(ports, home, bounds);
  // A site of one host waits for its next start all the same.
  const isIdle = entry === undefined;
  const origin = entry === undefined ? home.origin : originOfEntry(entry, home, bounds);
  if (origin === home.origin)
    return { row: home, home, isDown: false, host: await hostOfNextTurn(ports, home), isIdle };
  if (ports.hosts === undefined) throw new Error('this place crawls no site of several hosts');
  const state = await ports.hosts.readHost(home.crawl, home.site, origin);
  const row = rowAt(home, origin, state);
  const isDown = state?.isDown === true;
  return { row, home, isDown, host: await hostOfNextTurn(ports, row), isIdle: isDown };
}

/** A site's row at one of its hosts. */
export function rowAt(home: SiteRow, origin: string, state: HostState | undefined): SiteRow {
  const { robots: _, ...site } = home;
  const robots = state?.robots === undefined ? {} : { robots: state.robots };
  return { ...site, origin, trouble: state?.trouble ?? { failures: 0 }, ...robots };
}
