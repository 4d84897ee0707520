/** The store on DynamoDBLocal, where callers really race: it keeps conditions and transactions as the service does. */
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type DynamoStore, openDynamoStore } from '../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { noCounts, type SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import type { TurnExit } from '../../../shared/ports/ports.ts';
import { openDynamoDb } from '../../emulator/dynamodb-local.ts';

const { missing, endpoint } = inject('dynamoDb');

const now = 1_800_000_000_000;
const id = 'crawl';
const clock = {
  now: () => now,
  monotonic: () => performance.now(),
  sleep: async (ms: number) => await new Promise<void>(resolve => setTimeout(resolve, ms)),
};

describe.skipIf(missing !== undefined)('many workers on one table', () => {
  const local = openDynamoDb(endpoint);
  let openStore: (crawlAgeMs?: number) => DynamoStore;
  afterAll(() => local.client.destroy());
  beforeEach(async () => {
    const tables = await local.createTables();
    openStore = (crawlAgeMs = 0) =>
      openDynamoStore({
        client: local.client,
        tables,
        clock,
        ids: { fraction: Math.random },
        retentionMs: 1,
        crawlAgeMs,
      });
  });

  test('one of ten takes the token of a host, and the others see its lease', async () => {
    const takes = Array.from({ length: 10 }, (_, number) =>
      openStore().takeToken({ ...leaseOf(1, `a${number}`), message: 'm', now, delayMs: 1000, idle: false }),
    );
    const answers = await Promise.all(takes);
    expect(answers.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
    expect(new Set(answers.flatMap(answer => (answer.kind === 'refused' ? [answer.why] : [])))).toEqual(
      new Set(['leased']),
    );
  });

  test('sites that end at the same moment are all counted', async () => {
    const sites = Array.from({ length: 20 }, (_, index) => siteOf(index + 1));
    await openStore().createCrawl({ ...crawlOf(specOf(1)), activeSites: 20 }, sites);
    await Promise.all(sites.map(({ site }) => endTurn(openStore(), site, { status: 'no-work' })));
    expect((await openStore().readCrawl(id))?.activeSites).toBe(0);
  });

  test('of many sites that lead to one origin the lowest number is left', async () => {
    const sites = Array.from({ length: 6 }, (_, index) => siteOf(index + 1));
    await openStore().createCrawl({ ...crawlOf(specOf(1)), activeSites: 6 }, sites);
    await Promise.all(sites.map(({ site }) => endTurn(openStore(), site, { turn: 1, claimOrigin: 'http://one.test' })));
    const ended = (await openStore().readSites(id)).map(({ status, sameAs }) => [status, sameAs]);
    expect(ended[0]).toEqual(['active', undefined]);
    expect(ended.slice(1).every(([status]) => status === 'same-as')).toBe(true);
    expect((await openStore().readCrawl(id))?.activeSites).toBe(1);
  });

  test('a spec of thousands of sites is read as it was written, and a thousand sites are opened again', async () => {
    const spec = specOf(3_000);
    const sites = Array.from({ length: 1_000 }, (_, index) => ({ ...siteOf(index + 1), status: 'stopped' as const }));
    await openStore().createCrawl({ ...crawlOf(spec), state: 'finished', activeSites: 0 }, sites);
    expect((await openStore().readCrawl(id))?.spec).toEqual(spec);
    const opened = sites.map(({ site }) => ({ site, grant: 9, maxLevel: 9, due: now, trouble: { failures: 0 } }));
    await openStore().reopen(id, { spec, sites: opened });
    expect(await openStore().readCrawl(id)).toMatchObject({ state: 'running', activeSites: 1_000 });
  });

  test('a worker that may answer with an old crawl row sees its own stop at once, another’s when the row is too old', async () => {
    await openStore().createCrawl(crawlOf(specOf(1)), [siteOf(1)]);
    const [mine, other] = [openStore(60_000), openStore(50)];
    for (const store of [mine, other]) expect((await store.readCrawl(id))?.stop).toBeUndefined();
    await mine.requestStop(id, { reason: 'stopped' });
    expect((await mine.readCrawl(id))?.stop).toBe('stopped');
    await clock.sleep(60);
    expect((await other.readCrawl(id))?.stop).toBe('stopped');
  });
});

function leaseOf(site: number, attempt: string) {
  return { host: `host-${site}.test`, crawl: id, site, turn: 1, attempt };
}

async function endTurn(store: DynamoStore, site: number, patch: TurnExit['patch']): Promise<void> {
  const lease = leaseOf(site, `attempt-${site}`);
  await store.takeToken({ ...lease, message: 'm', now, delayMs: 1000, idle: false });
  const token = { nextAllowedAt: now, lastDelayMs: 1000, now };
  // A site that lost its origin meanwhile has ended, and its turn cannot be left any more.
  const left = await store.leaveTurn(lease, { patch, demand: {}, token });
  if (!left) expect((await store.readSite(id, site))?.status).toBe('same-as');
}

function specOf(sites: number): ResolvedSpec {
  const list = Array.from({ length: sites }, (_, index) => ({ url: `http://host-${index + 1}.test/` }));
  return resolveSpec([readSpec({ sites: list }, path => path.join('.'))]);
}

function crawlOf(spec: ResolvedSpec) {
  return { id, spec, state: 'running' as const, startedAt: now, activeSites: 1 };
}

function siteOf(site: number): SiteRow {
  const origin = `http://host-${site}.test`;
  return {
    ...{ crawl: id, site, status: 'active', origin, start: `${origin}/`, redirectedFrom: [], turn: 0, doneBy: '' },
    ...{ parsedBy: { turn: 0, message: '' }, phase: { level: 0, round: 0 }, cursor: { turn: 0, offset: 0 } },
    ...{ pending: new Map(), waiting: '', parked: false, grant: Number.POSITIVE_INFINITY, used: 0, due: now },
    ...{ counters: noCounts, delayMs: 1000, maxDownloads: 2, maxLevel: Number.POSITIVE_INFINITY },
    trouble: { failures: 0 },
  };
}
