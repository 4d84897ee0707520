/**
 * The thread that owns a crawl's state: SQLite, parsing and unloading happen here, fetching and the terminal on the main
 * thread, so that both cores are used and no page is copied between them (bodies go through the turn's object).
 */

import { parentPort, workerData } from 'node:worker_threads';
import * as local from '../../shared/adapters/local/open.ts';
import type { CrawlRow, Handled, Message, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { checksFolder, checksOpenName } from '../../shared/domain/protocol/external-check.ts';
import { isToFetchAgain } from '../../shared/domain/protocol/lost-turn.ts';
import { mostSitesAtOnce } from '../../shared/domain/protocol/site-sums.ts';
import { refusal } from '../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { type ResolvedSpec, type WatchOptions, watchDefaults } from '../../shared/domain/spec/crawl-spec.ts';
import { type CrawlRules, createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import type { CrawlLog, Queue, Scratch } from '../../shared/ports/ports.ts';
import { type Progress, progressOf } from '../../shared/report/progress.ts';
import { addUnlinked } from '../../shared/steps/life/add-unlinked.ts';
import { countTurnsSince, fetchLost, noteLostSegments } from '../../shared/steps/life/lost-turns.ts';
import { isResumable, removeUnknownObjects, resumeCrawl } from '../../shared/steps/life/resume-crawl.ts';
import { startCrawl } from '../../shared/steps/life/start-crawl.ts';
import { tick } from '../../shared/steps/life/tick.ts';
import { parseTurn } from '../../shared/steps/parse/parse-turn.ts';
import { createParseWorker, type ParseWorker, type TurnParser } from '../../shared/steps/parse/parse-worker.ts';
import { notingLost } from '../../shared/steps/unload/lost-segment.ts';
import { builtInOrder } from '../../shared/wings/publications/applications/application-order.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import type { WatchSearch } from './mentions/watch-search.ts';
import { loadApplications, loadParts, type Parts } from './plugins/load-parts.ts';
import type { Signatures } from './plugins/trust.ts';
import { readApart, tryApart } from './read-apart.ts';
import type { PageReaders } from './readers/page-readers.ts';
import { EndedSites } from './sitemaps/ended-sites.ts';
import type { ListedRules } from './sitemaps/listed-rules.ts';
import { afterSomeHops, type BegunCall, Calls } from './threads/calls.ts';
import { gatherMs, hurryingCalls } from './threads/gathering.ts';
import { InTurns } from './threads/in-turns.ts';
import { pausesEvery } from './threads/pauses.ts';
import { type DataLater, takeData } from './threads/spare-thread.ts';
import { endOfWatch, hasFound, lookNow, OnceWatched, type WatchEntries } from './watch-life.ts';
import { type WrittenCrawl, writeResults } from './write-results.ts';

/** The calls of the main thread to this one, beside the store and the objects. */
export interface StateThread extends Signatures {
  /** The crawl in the directory, if there is one. Throws if its file is damaged. */
  crawl(): Promise<CrawlRow | undefined>;
  /** These plugins run here, and no others: what the crawl's own row names is not trusted. Called before all that follows. */
  usePlugins(addresses: readonly string[]): Promise<void>;
  /** Writes a new crawl and its sites, and wakes them. `entries`: what is watched, by the number of its site. */
  start(id: string, spec: ResolvedSpec, entries?: WatchEntries): Promise<void>;
  /** A finished crawl begins anew under its id: its pages are forgotten, what a person deleted or removed stays so. */
  beginAgain(spec: ResolvedSpec): Promise<void>;
  /** The watch looks at each entry once from now on, and ends when all sources rest. */
  watchOnce(): Promise<void>;
  /** Whether a resume with `spec` would do anything. Of a crawl that is finished, all segments are read first. */
  isResumable(spec: ResolvedSpec): Promise<boolean>;
  /** `lastSeen`: when the crawl was seen to run last (wall clock, ms). */
  resume(spec: ResolvedSpec, lastSeen: number | undefined): Promise<void>;
  /** Whether the crawl still runs, or a stop was requested. Here, for a tick looks at the row of each site. */
  tick(id: string): Promise<'running' | 'stopping' | 'over'>;
  /** The progress of the crawl at `now` (wall clock, ms) by its rows, and its deadline. */
  progress(id: string, now: number): Promise<CrawlProgress>;
  readCrawl(id: string): Promise<SpareCrawlRow | undefined>;
  parse(message: Message): Promise<Handled>;
  /** Writes the results, without lost turns, which it notes; `notices` are those of the fetching thread. */
  unload(id: string, notices: readonly string[]): Promise<Omit<WrittenCrawl, 'files'>>;
  /**
   * Takes a crawl whose results are written up again, for lost turns that can be fetched again and are not `known`. Answers
   * them as `site.turn`; none after a stop.
   */
  fetchLost(id: string, known: readonly string[]): Promise<readonly string[]>;
  /** Takes a crawl that has ended up again, for pages that sitemaps list and no click has led to. False: there are none. */
  addUnlinked(id: string): Promise<boolean>;
  /** External addresses of all sites, each once, in the order in which they were found; those that a person deleted are left out. */
  externalAddresses(id: string): Promise<readonly string[]>;
  /** Linked rich files of all sites, in the same way. */
  richAddresses(id: string): Promise<readonly string[]>;
  /** Closes the state with turns under way; nothing more can be requested. */
  abandon(): Promise<void>;
}

/** A crawl's row. Its spec may name 100,000 sites, so it is there at the first answer and after a change of it only. */
export type SpareCrawlRow = Omit<CrawlRow, 'spec'> & Partial<Pick<CrawlRow, 'spec'>>;

export type CrawlProgress = Pick<CrawlRow, 'deadline'> & { readonly progress: Progress };

/** Rows of sites that a tick reads in a crawl of more sites: a message is seldom lost within one process. */
const sitesOfTick = 200;
/** Turns that fetch wait for answers of this thread, so it reads pages for no longer at a stretch. */
const pauseMs = 2;
/** Of a tick: how long stored publications are searched. */
const mostSearchMs = 250;

export interface StateThreadData {
  readonly directory: string;
  readonly holder: local.LockHolder;
  /** Where the thread notes the call that it works on. */
  readonly begun: BegunCall;
  /** Those that its predecessor has to use. */
  readonly plugins: readonly string[];
}

type FailedLine = Parameters<CrawlLog['failed']>[0];

if (parentPort === null) throw new Error('state-thread.ts is started by the engine as a worker thread');
const port = parentPort;
const { directory, holder, begun, ...given } = takeData(workerData as StateThreadData | DataLater);
const state = local.openLocalState(directory, holder);
/** Of many sites one waits while others go on. */
let hasManySites = false;
/** Turns are parsed in sequence, unless further threads read. */
const parses = new InTurns();
/** Turns whose parse has begun. */
let parsesBegun = 0;
/** For bodies of turns that are not under way. The memory is shared, so bodies reach a thread that reads without a copy. */
const scratches: Scratch[] = [];
const calls = new Calls(port, {
  here: begun,
  gather: (send, hurries) =>
    void (hasManySites && !(hurries && parses.left + parsesBegun === 0)
      ? setTimeout(send, gatherMs)
      : afterSomeHops(send)),
  hurrying: hurryingCalls,
  beforeSending: () => store.commitGathered(),
});
const { clock, store, objects } = state;
const remoteQueue = calls.remote<Queue>('queue');
/** Wakes leave with the answer of the step that sends them, or before it; a step that is not answered is done again. */
const queue: Queue = {
  send: async wakes => {
    remoteQueue.send(wakes).catch(fail);
  },
};
/**
 * The note of a turn is committed before the pages of the turn are read. The same commit ends the turn before, and
 * the answer to that turn leaves with the commit, unless further turns are under way.
 */
const parseStore: typeof store = Object.assign(Object.create(store) as typeof store, {
  noteParse: async (...args) => {
    await store.noteParse(...args);
    if (!args[2].isRead && parsesBegun <= 1) calls.flush();
  },
} satisfies Pick<typeof store, 'noteParse'>);
const remoteLog = calls.remote<{ failed(line: FailedLine): Promise<void> }>('log');
const log = { failed: (line: FailedLine): void => void remoteLog.failed(line) };
const ports = { clock, store, objects, queue, log, budget: sharedBudget({ clock, store, queue }) };

/** Ends the thread: the main thread takes no wakes. */
function fail(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

/** Parts of the crawl's spec; loaded once, for the spec's parts do not change. */
let loaded: Promise<Parts> | undefined;
const partsOf = (crawl: CrawlRow): Promise<Parts> => (loaded ??= loadParts({ ...crawl.spec, plugins }));
let plugins = given.plugins;
/** Where only what sitemaps list is fetched. */
let listed: ListedRules | undefined;
let once: OnceWatched | undefined;
let endedSites: EndedSites | undefined;
let parsing: Promise<Parsing> | undefined;
let searching: Promise<WatchSearch> | undefined;
/** The spec that the main thread has. */
let sentSpec: ResolvedSpec | undefined;

interface Parsing {
  readonly worker: ParseWorker;
  /** Absent: no threads read. */
  readonly readers?: PageReaders;
}

async function startParsing(id: string): Promise<Parsing> {
  const crawl = await knownCrawl(id);
  state.setDurability(crawl.spec.durability);
  state.setSites(crawl.spec.sites.length);
  hasManySites = crawl.spec.sites.length > local.manySites;
  // A watch also writes into its own file, in turns with this one.
  if (kindOf(crawl.spec).hasSegments) store.gather();
  const { analyzers } = await partsOf(crawl);
  const rules = await rulesOf(crawl);
  if (crawl.spec.sitemaps === 'only') {
    const { ListedRules } = await import('./sitemaps/listed-rules.ts');
    listed = new ListedRules(rules, objects);
  }
  const started = createParseWorker(
    { ...ports, store: parseStore },
    (_, site) => listed?.of(site) ?? rules,
    () => analyzers,
  );
  if (crawl.spec.watch !== undefined)
    return { worker: { ...started, parsers: { watch: await parserOfVisits(crawl.spec, crawl.spec.watch) } } };
  const worker: ParseWorker = {
    ...started,
    scratch: { bytes: new Uint8Array(0) },
    pause: pausesEvery(pauseMs),
    readApart: async reading => {
      await state.copyToFile(reading.bodies);
      return await readApart(directory, { ...reading, spec: { ...reading.spec, plugins } });
    },
  };
  const count = analyzers.length === 0 ? local.readerCount(crawl.spec) : 0;
  if (count === 0) return { worker };
  const { PageReaders } = await import('./readers/page-readers.ts');
  return { worker, readers: new PageReaders(crawl.spec, count) };
}

async function rulesOf({ spec }: CrawlRow): Promise<CrawlRules> {
  await prepareScope(spec);
  return createCrawlRules(spec);
}

/** The file of publications stays open as long as the thread lives. */
async function parserOfVisits(spec: ResolvedSpec, options: WatchOptions): Promise<TurnParser> {
  const { visitParser } = await import('../../shared/wings/publications/visits/visit-parser.ts');
  const { visitReader } = await import('../../shared/wings/publications/watch/visit-reader.ts');
  const { PageKeeper } = await import('../../shared/wings/publications/kept/kept-pages.ts');
  searching ??= openSearch();
  const { publications, search } = await searching;
  const { openLocalApplications } = await import('../../shared/adapters/applications/open.ts');
  const runner = openLocalApplications(await loadApplications(plugins));
  const applications = { runner, order: spec.applications ?? builtInOrder, records: publications.applications };
  return visitParser({
    reader: visitReader(publications, options, search, applications, new PageKeeper(objects, options.keepPagesDays)),
    ...{ watched: store, settings: store },
    tryApart: async suspect => await tryApart(directory, suspect),
  });
}

async function openSearch(): Promise<WatchSearch> {
  const { watchSearch } = await import('./mentions/watch-search.ts');
  return watchSearch(await local.openLocalPublications(directory));
}

/** Old texts are searched between the turns: a list may be set while the watch runs. True if nothing is left. */
async function searchOn(): Promise<boolean> {
  if (searching === undefined && !local.hasLocalPublications(directory)) return true;
  searching ??= openSearch();
  const search = await searching;
  return await search.advance(mostSearchMs);
}

/** Refuses applications that do not fit the tables that are there, before anything is requested. */
async function declareApplications(): Promise<void> {
  const modules = await loadApplications(plugins);
  if (modules.length === 0) return;
  const { openLocalApplications } = await import('../../shared/adapters/applications/open.ts');
  using publications = await local.openLocalPublications(directory);
  await publications.applications.declare(openLocalApplications(modules).known);
}

async function onlyCrawl(): Promise<CrawlRow> {
  const crawl = await store.onlyCrawl();
  if (crawl === undefined) throw new Error(`there is no crawl in ${directory}`);
  return crawl;
}

async function knownCrawl(id: string): Promise<CrawlRow> {
  const crawl = await state.store.readCrawl(id);
  if (crawl === undefined) throw new Error(`crawl ${id} is not in ${directory}`);
  return crawl;
}

function openTurns({ site, lost = [] }: SiteRow): readonly string[] {
  return lost.flatMap(({ turn, state: fate }) => (fate === 'open' ? [`${site}.${turn}`] : []));
}

const thread: StateThread = {
  async crawl() {
    await store.verify();
    return await store.onlyCrawl();
  },
  async usePlugins(addresses) {
    plugins = addresses;
  },
  readSignatures: async kinds => await store.readSignatures(kinds),
  keepSignatures: async signatures => await store.keepSignatures(signatures),
  async start(id, spec, entries = []) {
    // Before the sites are there: a site that finds nothing to look at would rest.
    for (const { site, addresses, settings } of entries) {
      if (settings !== undefined) await store.changeSettings(id, site, undefined, settings);
      await store.watch(id, site, addresses);
    }
    await prepareScope(spec);
    await store.together(async () => await startCrawl(ports, id, createCrawlRules(spec)));
    // A journal that is damaged must not take the crawl along.
    store.settle();
  },
  async beginAgain(spec) {
    const { id, deletions } = await onlyCrawl();
    const removed = (await store.readSites(id)).filter(({ status }) => status === 'removed');
    // They name levels that may be others.
    for (const name of await objects.list('unlinked/')) await objects.remove(name);
    await prepareScope(spec);
    await store.together(async () => {
      store.forgetPages();
      await startCrawl(ports, id, createCrawlRules(spec));
      store.setDeletions(deletions ?? 0);
      for (const { site } of removed) await store.removeSite(id, site);
    });
    store.settle();
    // Else the next resume would take the turns of before for ones that a restored crawl.db does not know.
    await removeUnknownObjects(ports, await store.readSites(id), async () => true);
  },
  async isResumable(spec) {
    const crawl = await onlyCrawl();
    if (isResumable(crawl, await store.readSites(crawl.id), spec)) return true;
    if ((await objects.list(checksFolder)).includes(checksOpenName)) return true;
    await noteLostSegments(ports, crawl);
    return isResumable(crawl, await store.readSites(crawl.id), spec);
  },
  async watchOnce() {
    once = await OnceWatched.begin({ store, clock }, (await onlyCrawl()).id);
  },
  async resume(spec, lastSeen) {
    const crawl = await onlyCrawl();
    const sites = await store.readSites(crawl.id);
    if (kindOf(crawl.spec).name === 'watch') {
      if (sites.some(hasFound)) local.demandPublications(directory);
      await declareApplications();
      const { mostS } = crawl.spec.watch ?? watchDefaults;
      await lookNow(store, crawl.id, clock.now(), clock.now() + mostS * 1_000);
    }
    await state.removeUnfinished();
    const count = await countTurnsSince(ports, sites);
    if (count > 0) store.noteDamage(refusal('state-older', { count }), clock.now());
    await resumeCrawl(ports, crawl, spec, lastSeen);
  },
  async tick(id) {
    const crawl = await knownCrawl(id);
    const { finish } = await partsOf(crawl);
    const isSearched = kindOf(crawl.spec).ends || (await searchOn());
    endedSites ??= new EndedSites(ports, rulesOf);
    await endedSites.goOn(crawl);
    await once?.goOn(id);
    const conditions = once !== undefined && isSearched ? [...finish, once.isVisited] : finish;
    // Once a stop is requested, sites that sleep are to see it soon.
    const runs = await tick(ports, id, conditions, crawl.stop === undefined ? sitesOfTick : mostSitesAtOnce);
    if (!runs) return 'over';
    return (await knownCrawl(id)).stop === undefined ? 'running' : 'stopping';
  },
  async progress(id, now) {
    const crawl = await knownCrawl(id);
    const { deadline } = crawl;
    const progress = progressOf(directory, crawl, await store.readSites(id), now);
    return { progress, ...(deadline !== undefined && { deadline }) };
  },
  async readCrawl(id) {
    const crawl = await store.readCrawl(id);
    if (crawl === undefined || crawl.spec !== sentSpec) {
      sentSpec = crawl?.spec;
      return crawl;
    }
    const { spec: _, ...row } = crawl;
    return row;
  },
  async parse(message) {
    parsing ??= startParsing(message.crawl);
    const { worker, readers } = await parsing;
    const parse = async (more: Pick<ParseWorker, 'scratch' | 'readBeside'> = {}): Promise<Handled> => {
      await listed?.read(message.site);
      return await parseTurn({ ...worker, ...more }, message);
    };
    if (readers === undefined) return await parses.run(async () => await parse());
    parsesBegun += 1;
    const scratch = scratches.pop() ?? { bytes: new Uint8Array(new SharedArrayBuffer(0)) };
    try {
      // A turn that meets no other is read on this thread.
      return await parse({ scratch, ...(parsesBegun > 1 && { readBeside: readers.read }) });
    } finally {
      parsesBegun -= 1;
      scratches.push(scratch);
    }
  },
  async unload(id, notices) {
    await state.settle();
    await (await parsing)?.readers?.end();
    const crawl = await knownCrawl(id);
    if (!kindOf(crawl.spec).hasSegments) return await endOfWatch(store, { directory, crawl, now: () => clock.now() });
    const { writers } = await partsOf(crawl);
    const onLost = notingLost(store, clock);
    const writing = { directory, crawl, writers, notices, onLost, finishedAt: () => clock.now() };
    // `crawl.json` names the files.
    const { finishReason, finishedAt } = await writeResults(state, writing);
    return { finishReason, finishedAt };
  },
  async fetchLost(id, known) {
    const crawl = await knownCrawl(id);
    const open = (await store.readSites(id)).filter(isToFetchAgain);
    const turns = open.flatMap(openTurns).filter(turn => !known.includes(turn));
    if (crawl.stop !== undefined || turns.length === 0) return [];
    await fetchLost(ports, crawl);
    return turns;
  },
  async addUnlinked(id) {
    const crawl = await knownCrawl(id);
    if (crawl.stop !== undefined) return false;
    return await addUnlinked(ports, crawl, await rulesOf(crawl), await store.readSites(id));
  },
  async externalAddresses(id) {
    const { foundExternals } = await import('./external/found-externals.ts');
    return await foundExternals(store, objects, id);
  },
  async richAddresses(id) {
    const { foundRichFiles } = await import('./external/found-externals.ts');
    return await foundRichFiles(store, id);
  },
  async abandon() {
    store.abandon();
  },
};

calls.serve('store', state.store);
calls.serve('rows', state.rows);
calls.serve('thread', thread);
