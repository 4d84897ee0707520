import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import type { Message } from '../../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../../shared/domain/protocol/protocol.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { createFetchRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { decodeTurnRecord } from '../../../shared/domain/turn/turn-record.ts';
import type { PageToRender, Renderer } from '../../../shared/ports/page-ports.ts';
import type { Wake } from '../../../shared/ports/ports.ts';
import type { FetchRequest } from '../../../shared/ports/request-ports.ts';
import { fetchTurn } from '../../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../../shared/steps/fetch/turn.ts';
import { startCrawl } from '../../../shared/steps/life/start-crawl.ts';
import { StoredRecord } from '../../../shared/steps/page/answer-record.ts';
import { ownLimits } from '../../../shared/steps/page-budget.ts';
import { renderWith } from '../../../shared/steps/render/render-pages.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';
import { VirtualClock } from './virtual-clock.ts';

const skewMs = protocol.clockSkewMs;
const longestWaitMs = protocol.longestBrowserWaitMs;

interface Asked {
  readonly url: string;
  readonly at: number;
}

let clock: VirtualClock;
let store: SqliteStore;
let objects: MemoryObjects;
let asked: Asked[];
let wakes: Wake[];

beforeEach(() => {
  clock = new VirtualClock();
  store = new SqliteStore({ crawl: ':memory:', tokens: ':memory:' }, { self: 'test', isAlive: () => true });
  objects = new MemoryObjects();
  asked = [];
  wakes = [];
});
afterEach(() => store.close());

const queue = {
  send: async (more: readonly Wake[]) => {
    wakes.push(...more);
  },
};
const log = { fetched: () => undefined, part: () => undefined, failed: () => undefined, note: () => undefined };

async function fetch({ address: url, onStart }: FetchRequest): Promise<FetchAnswer> {
  await clock.sleep(20);
  onStart?.(clock.monotonic());
  asked.push({ url, at: clock.monotonic() });
  await clock.sleep(100);
  if (url.endsWith('/broken.js')) return { kind: 'failed', reason: 'network', detail: 'reset', elapsedMs: 100 };
  const [status, contentType] = url.endsWith('/robots.txt') ? [404, 'text/plain'] : [200, 'text/html'];
  return { kind: 'answered', status, contentType, body: Buffer.from(url), truncated: false, elapsedMs: 100 };
}

/** Asks for its parts one after the other; the document holds what it was answered. */
function rendererOf(parts: readonly string[]): Renderer {
  const render = async ({ address: url, answer }: PageToRender) => {
    const of = (address: string, kind: 'document' | 'script') =>
      answer({ address, kind, headers: {}, page: url }).then(given => Buffer.from(given?.body ?? '-').toString());
    const whole = [await of(url, 'document')];
    for (const part of parts) whole.push(await of(part, 'script'));
    return { kind: 'rendered' as const, html: Buffer.from(whole.join(' ')), went: [] };
  };
  return { render, close: async () => undefined };
}

/**
 * The crawl's only page, fetched by a process of its own for each message, as Lambdas do. Answers the longest that a visit
 * took, and the page as it was committed.
 */
async function crawlOnePage(
  delayMs: number,
  parts: readonly string[],
): Promise<{ longest: number; page: string; isCut: boolean }> {
  const spec = resolveSpec([
    readSpec({ sites: [{ url: 'http://example.org/' }], delayMs, render: 'always' }, path => path.join('.')),
  ]);
  const rules = createFetchRules(spec, robotsPolicyNamed('obey'));
  await startCrawl({ clock, store, queue, budget: ownLimits }, 'c', rules);
  let longest = 0;
  const ids = Array.from({ length: 1_000 }, (_, n) => `n${n}`).values();
  for (let visits = 0; (await store.readSite('c', 1))!.turn === 0; visits += 1) {
    expect(visits).toBeLessThan(200);
    const wake = wakes.shift();
    if (wake === undefined) throw new Error('nobody wakes the site');
    await clock.until(clock.sleep(wake.delayMs ?? 0));
    const worker: FetchWorker = {
      ports: {
        ...{ clock, store, queue, log, budget: ownLimits, objects },
        ids: { next: () => ids.next().value!, fraction: () => 0.5 },
        fetcher: { fetch, close: async () => undefined },
      },
      ...{
        urlsPerTurn: 50,
        clockSkewMs: skewMs,
        retryHeldMs: 1_000,
        longestWaitMs,
        rules: () => rules,
        robots: new Map(),
      },
      signal: new AbortController().signal,
      rendering: renderWith({
        ...{ renderer: rendererOf(parts), record: new StoredRecord(objects), sites: new Map(), lines: new Map() },
      }),
    };
    const began = clock.monotonic();
    const message: Message = { ...wake, id: `m${visits}` };
    expect(await clock.until(fetchTurn(worker, message))).toEqual({ kind: 'done' });
    longest = Math.max(longest, clock.monotonic() - began);
  }
  const [name] = await objects.list('bodies/');
  const result = decodeTurnRecord(await objects.get(name!)).entries[0]?.result;
  if (result?.kind !== 'page') return { longest, page: '', isCut: false };
  const isCut = result.rendering?.kind === 'rendered' && result.rendering.isCut === true;
  return { longest, page: Buffer.from(result.body).toString(), isCut };
}

const own = ['http://example.org/1.js', 'http://example.org/broken.js', 'http://example.org/2.js'];
const others = ['http://other.example/1.js', 'http://other.example/2.js', 'http://third.example/broken.js'];

describe('a turn that may wait for 2 s', () => {
  test.each([
    ['of the own host', own, true],
    ['of other hosts', others, false],
    ['of both', [...own, ...others], true],
  ])('has its page whole after several visits, none of which waits longer: parts %s', async (_, parts, ofSite) => {
    const { longest, page, isCut } = await crawlOnePage(5_000, parts);
    // A script of the page's own domain failed.
    expect(isCut).toBe(ofSite);
    const body = (url: string) => (url.endsWith('/broken.js') ? '-' : url);
    expect(page).toBe(['http://example.org/', ...parts.map(body)].join(' '));
    expect(longest).toBeLessThan(longestWaitMs + 1_500);
    const urls = asked.map(({ url }) => url);
    expect(new Set(urls).size, 'nothing is asked for twice').toBe(urls.length);
  });

  test('no visit waits through a delay of 5 s, and the host has its delay', async () => {
    const { longest } = await crawlOnePage(5_000, own);
    expect(longest).toBeLessThan(longestWaitMs + 1_000);
    const times = asked.map(({ at }) => at);
    for (const [i, at] of times.slice(1).entries()) expect(at - times[i]!).toBeGreaterThanOrEqual(5_000);
  });

  test('waits for a shorter delay within the visit', async () => {
    await crawlOnePage(1_000, own);
    expect(asked).toHaveLength(5);
    expect(wakes.filter(({ kind }) => kind === 'parse')).toHaveLength(1);
    expect(clock.monotonic()).toBeLessThan(12_000);
  });
});
