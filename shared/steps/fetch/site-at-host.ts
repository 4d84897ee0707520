/**
 * A site of several hosts at the host of its next entry (docs/design/protocol.md, "A site of several hosts"). A turn
 * sees a row with the robots.txt, delay and trouble of this host. Further hosts are requested side by side
 * (`ask-hosts.ts`).
 */
import type { CrawlRow, HostState, SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { isOfHosts } from '../../domain/url/site-scope.ts';
import { nextEntry, originOfEntry } from './choose-entries.ts';
import { hostOfNextTurn } from './load-robots.ts';
import type { FetchPorts, TurnView } from './turn.ts';

export interface SiteAtHost extends Pick<TurnView, 'row' | 'home' | 'isDown'> {
  /** The host whose token the turn takes. */
  readonly host: string;
  /** Whether the turn will request nothing of the host, so that it need not wait for it. */
  readonly isIdle: boolean;
}

/** `home`: the stored row. After a stop no entry is taken. */
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
  const entry = stops ? undefined : await nextEntry(ports, spec, home, bounds);
  // A site with one host waits for its next start even so.
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
