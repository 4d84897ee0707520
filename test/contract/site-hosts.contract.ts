/** The promises of every keeper of hosts of sites of several hosts. */
import { expect, test } from 'vitest';
import type { HostState } from '../../shared/domain/protocol/crawl-state.ts';
import { leaseMs } from '../../shared/domain/protocol/protocol.ts';
import type { CrawlStore, SiteHosts, SitePatch } from '../../shared/ports/ports.ts';
import { id, type OpenCallers, openCrawl } from './callers.ts';
import { crawlOf, tokenUntil } from './sample-state.ts';

const now = 1_700_000_000_000;
const beside = 'https://beside.example.org';
const robots = { hash: 'h1', fetchedAt: now, crawlDelayMs: 7_000 };

export function siteHostsContract(open: OpenCallers<CrawlStore & SiteHosts>): void {
  const leaveWith = async (
    store: CrawlStore,
    turn: number,
    patch: SitePatch,
    { site = 1, at = now }: { readonly site?: number; readonly at?: number } = {},
  ): Promise<boolean> => {
    const lease = { host: 'beside.example.org', crawl: id, site, turn, attempt: `a${site}.${turn}` };
    await store.takeToken({ ...lease, message: 'm', now: at, delayMs: 0, idle: true });
    return await store.leaveTurn(lease, { patch: { turn, ...patch }, demand: {}, token: tokenUntil(at, at) });
  };

  test('a host is what the last turn that wrote it said, whole, of one site and one origin', async () => {
    const { first, second, close } = await openCrawl(open);
    expect(await second.readHost(id, 1, beside)).toBeUndefined();
    const trouble = { failures: 3, probes: 1, openedAt: '1.0:2.3', hold: { since: now, until: now + 9, asked: now } };
    expect(await leaveWith(first, 1, { hosts: [{ origin: beside, robots, trouble }] })).toBe(true);
    expect(await second.readHost(id, 1, beside)).toEqual({ robots, trouble } satisfies HostState);
    expect(await second.readHost(id, 2, beside)).toBeUndefined();
    expect(await second.readHost(id, 1, 'http://beside.example.org')).toBeUndefined();
    expect((await second.readSite(id, 1))?.robots).toBeUndefined();
    const down: HostState = { trouble: { failures: 0 }, isDown: true };
    expect(await leaveWith(second, 2, { hosts: [{ origin: beside, ...down }] })).toBe(true);
    expect(await first.readHost(id, 1, beside)).toEqual(down);
    await close();
  });

  test('a turn that may not change its site changes no host', async () => {
    const { first, second, close } = await openCrawl(open);
    expect(await leaveWith(first, 2, { hosts: [{ origin: beside, trouble: { failures: 1 } }] })).toBe(false);
    expect(await second.readHost(id, 1, beside)).toBeUndefined();
    await close();
  });

  test('an origin may have a name as long as an address can be', async () => {
    const { first, second, close } = await openCrawl(open);
    const long = `https://${'x'.repeat(3_000)}.example.org`;
    await leaveWith(first, 1, { hosts: [{ origin: long, trouble: { failures: 1 } }] });
    await leaveWith(first, 2, { hosts: [{ origin: `${long}:81`, trouble: { failures: 2 } }] });
    expect(await second.readHost(id, 1, long)).toEqual({ trouble: { failures: 1 } });
    expect(await second.readHost(id, 1, `${long}:81`)).toEqual({ trouble: { failures: 2 } });
    await close();
  });

  test('a resume forgets all hosts of the sites that it opens', async () => {
    const { first, second, close } = await openCrawl(open);
    const origins = Array.from({ length: 60 }, (_, host) => `https://h${host}.example.org`);
    for (const [index, origin] of origins.entries())
      await leaveWith(first, index + 1, { hosts: [{ origin, robots, trouble: { failures: 0 } }] });
    const at = now + leaseMs;
    expect(await leaveWith(first, 1, { hosts: [{ origin: beside, trouble: { failures: 1 } }] }, { site: 2, at })).toBe(
      true,
    );
    const { spec } = crawlOf(id, 2);
    const opened = { site: 1, grant: 7, maxLevel: 3, due: now, trouble: { failures: 0 } };
    await second.reopen(id, { spec: { ...spec, scope: 'domain' }, sites: [opened] });
    for (const origin of origins) expect(await first.readHost(id, 1, origin)).toBeUndefined();
    expect(await first.readHost(id, 2, beside)).toEqual({ trouble: { failures: 1 } });
    await close();
  });
}
