import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalState } from '../../shared/adapters/local/open.ts';
import {
  type CrawlRow,
  firstCursor,
  type Lease,
  type Phase,
  type UrlClaim,
} from '../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { encodeSegment, segmentName } from '../../shared/domain/turn/segment.ts';
import type { CrawlStore, ObjectStore } from '../../shared/ports/ports.ts';
import { newSite } from '../../shared/steps/life/start-crawl.ts';
import { branchingOf, fileOf, type GeneratedGraph, hasFileOf, origin, outcomeOf, urlOf } from './generated-graph.ts';
import { GeneratedSegments } from './generated-segments.ts';

const id = 'generated';
const site = 1;

/** The ports by which a crawl writes, in either place. */
export interface WrittenState {
  readonly store: Pick<
    CrawlStore,
    'createCrawl' | 'claimUrls' | 'recordOutcomes' | 'takeToken' | 'leaveTurn' | 'setState'
  >;
  readonly objects: Pick<ObjectStore, 'put'>;
}

/** Writes the state of a finished crawl of the site to `directory`. */
export async function writeCrawl(directory: string, graph: GeneratedGraph): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const state = openLocalState(directory);
  try {
    state.setDurability('fast');
    const { startedAt } = await writeFetched(state, id, graph, {}, protocol.mostUrlsEmbedded);
    const finished = { finishReason: 'no-work', finishedAt: startedAt + 1_000 } as const;
    await state.store.setState(id, 'unloading', 'finished', finished);
    writeFileSync(join(directory, 'crawl.json'), JSON.stringify({ id, notices: [], files: [] }));
  } finally {
    state.close();
  }
}

/** Writes a crawl that is to be unloaded by a crawl's own writers, in turns of so many pages; one turn is in memory at a time. */
export async function writeFetched(
  state: WrittenState,
  id: string,
  graph: GeneratedGraph,
  settings: CrawlSpec,
  pagesOfTurn: number,
): Promise<CrawlRow> {
  const written = { sites: [{ url: `${origin}/` }], delayMs: 0, durability: 'fast', ...settings } as const;
  const spec = resolveSpec([readSpec(written, path => path.join('.'))]);
  const crawl: CrawlRow = { id, spec, state: 'running', startedAt: 1_700_000_000_000, activeSites: 1 };
  const row = newSite(id, spec.sites[0]!, { grant: Number.POSITIVE_INFINITY, now: crawl.startedAt });
  await state.store.createCrawl(crawl, [row]);
  await state.store.claimUrls(id, site, { turn: 0, level: 0, kind: 'link' }, [claimOf(0, '')]);
  const turns = [...turnsOf(graph, pagesOfTurn)];
  const segments = new GeneratedSegments(graph);
  for (const [index, turn] of turns.entries())
    await writeTurn(state, id, graph, segments, { ...turn, turn: index + 1, isLast: index === turns.length - 1 });
  await state.store.setState(id, 'running', 'unloading', { finishReason: 'no-work' });
  return crawl;
}

interface Pages {
  readonly level: number;
  readonly first: number;
  readonly end: number;
}

interface Turn extends Pages {
  readonly turn: number;
  readonly isLast: boolean;
}

/** Pages by number, turns of one level each. */
function* turnsOf({ pages }: GeneratedGraph, pagesOfTurn: number): Iterable<Pages> {
  const branching = branchingOf(pages);
  let first = 0;
  for (let level = 0, width = 1; first < pages; level += 1, width *= branching) {
    const end = Math.min(pages, first + width);
    for (; first < end; first = Math.min(end, first + pagesOfTurn))
      yield { level, first, end: Math.min(end, first + pagesOfTurn) };
  }
}

async function writeTurn(
  { store, objects }: WrittenState,
  id: string,
  graph: GeneratedGraph,
  segments: GeneratedSegments,
  turn: Turn,
): Promise<void> {
  const phase: Phase = { level: turn.level, round: 0 };
  await objects.put(segmentName(site, turn.turn), encodeSegment(segments.of(turn, phase)));
  const claims: UrlClaim[] = [];
  for (let page = turn.first; page < turn.end; page += 1) claims.push(...claimsOf(graph, page));
  await store.claimUrls(id, site, { turn: turn.turn, level: turn.level + 1, kind: 'link' }, claims);
  const pages = Array.from({ length: turn.end - turn.first }, (_, place) => turn.first + place);
  const outcomes = pages.map(page => ({ identity: urlOf(page), outcome: outcomeOf(graph, page), attempts: 1 }));
  await store.recordOutcomes(id, site, turn.turn, outcomes);
  const lease: Lease = { host: 'generated.example:443', crawl: id, site, turn: turn.turn, attempt: String(turn.turn) };
  const now = Date.now();
  await store.takeToken({ ...lease, message: String(turn.turn), now, delayMs: 0, idle: true });
  const cursor = { turn: turn.turn, offset: 0 };
  const took = { phase, from: firstCursor, to: cursor, pages: pages.length };
  const end = turn.isLast ? { status: 'no-work' as const } : {};
  const patch = { turn: turn.turn, phase, cursor, took, ...end };
  const hasLeft = await store.leaveTurn(lease, {
    patch,
    demand: {},
    token: { nextAllowedAt: now, lastDelayMs: 0, now },
  });
  if (!hasLeft) throw new Error(`turn ${turn.turn} could not be left`);
}

function claimOf(page: number, foundOn: string): UrlClaim {
  return { identity: urlOf(page), address: urlOf(page), foundOn };
}

/** The addresses that a page is the first to name: its children and its file. */
function claimsOf(graph: GeneratedGraph, page: number): UrlClaim[] {
  if (outcomeOf(graph, page).kind !== 'node') return [];
  const branching = branchingOf(graph.pages);
  const first = page * branching + 1;
  const claims: UrlClaim[] = [];
  for (let child = first; child < Math.min(graph.pages, first + branching); child += 1)
    claims.push(claimOf(child, urlOf(page)));
  const file = fileOf(page);
  if (hasFileOf(page)) claims.push({ identity: file, address: file, foundOn: urlOf(page), skip: 'extension' });
  return claims;
}
