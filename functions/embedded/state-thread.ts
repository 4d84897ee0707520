/**
 * The thread that owns a crawl's state: SQLite, parsing and unloading happen here, fetching and the terminal on the main
 * thread, so that both cores are used and no page is copied between them (bodies go through the turn's object).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openLocalState } from '../../shared/adapters/local/open.ts';
import type { CrawlRow, Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import type { Queue } from '../../shared/ports.ts';
import type { UnloadedCrawl } from '../../shared/report/summary.ts';
import type { unloadCrawl } from '../../shared/steps/life/unload-crawl.ts';
import { parseTurn } from '../../shared/steps/parse/parse-turn.ts';
import { createParseWorker, type ParseWorker } from '../../shared/steps/parse/parse-worker.ts';
import { Calls } from './calls.ts';
import { loadParts, type Parts } from './load-parts.ts';

/** What the main thread may ask of this one, beside the store and the objects. */
export interface StateThread {
  /** The crawl in the directory, if there is one. Throws where its file is damaged. */
  crawl(): Promise<CrawlRow | undefined>;
  parse(message: Message): Promise<Handled>;
  unload(id: string): Promise<UnloadedCrawl>;
  /** The same, with graphs in `formats`. */
  export(id: string, formats: readonly string[]): Promise<UnloadedCrawl>;
  /** Closes the state with turns under way; nothing more can be asked for. */
  abandon(): Promise<void>;
}

if (parentPort === null) throw new Error('state-thread.ts is started by the engine as a worker thread');
const port = parentPort;
const { directory } = workerData as { readonly directory: string };
const state = openLocalState(directory);
const calls = new Calls(port);
const { clock, store, objects } = state;
const ports = { clock, store, objects, queue: calls.remote<Queue>('queue') };

/** Parts of the crawl's spec; loaded once, for the spec's parts do not change. */
let loaded: Promise<Parts> | undefined;
const partsOf = (crawl: CrawlRow): Promise<Parts> => (loaded ??= loadParts(crawl.spec));
let worker: Promise<ParseWorker> | undefined;

async function startWorker(id: string): Promise<ParseWorker> {
  const crawl = await knownCrawl(id);
  state.setDurability(crawl.spec.durability);
  const { analyzers } = await partsOf(crawl);
  const rules = createCrawlRules(crawl.spec);
  const started = createParseWorker(
    ports,
    () => rules,
    () => analyzers,
  );
  return { ...started, scratch: { bytes: new Uint8Array(0) } };
}

/** Loaded when it is needed: the list of public suffixes takes 8 MB. */
async function loadUnloader(): Promise<typeof unloadCrawl> {
  return (await import('../../shared/steps/life/unload-crawl.ts')).unloadCrawl;
}

async function knownCrawl(id: string): Promise<CrawlRow> {
  const crawl = await state.store.readCrawl(id);
  if (crawl === undefined) throw new Error(`crawl ${id} is not in ${directory}`);
  return crawl;
}

const thread: StateThread = {
  async crawl() {
    await store.verify();
    return await store.onlyCrawl();
  },
  async parse(message) {
    worker ??= startWorker(message.crawl);
    return await parseTurn(await worker, message);
  },
  async unload(id) {
    const crawl = await knownCrawl(id);
    const { writers } = await partsOf(crawl);
    return await (await loadUnloader())(ports, state.sink, crawl, createCrawlRules(crawl.spec), writers);
  },
  async export(id, formats) {
    const stored = await knownCrawl(id);
    const crawl = { ...stored, spec: { ...stored.spec, formats, writers: [] } };
    const { writers } = await loadParts(crawl.spec);
    return await (await loadUnloader())(ports, state.sink, crawl, createCrawlRules(crawl.spec), writers);
  },
  async abandon() {
    store.abandon();
  },
};

calls.serve('store', state.store);
calls.serve('thread', thread);
