import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as local from '../../shared/adapters/local/open.ts';
import type { ResumeOrder } from '../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';
import { lastExpected } from '../../shared/domain/protocol/running-time.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { needsBrowser, type ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { changedSpec, type ResumeChanges } from '../../shared/domain/spec/resolve/resume-changes.ts';
import { createFetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import { pageTypesOf } from '../../shared/domain/turn/page-analyzer.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import { type Progress, progressOf, withLive } from '../../shared/report/progress.ts';
import { crawlEntries, demandNoLinksBelow, stopFileName } from './directory/own-files.ts';
import { LocalEngine } from './engine.ts';
import { lastSeenRunning, readLiveFile } from './live/live-file.ts';
import { DirectoryBusy, type LocalCrawl } from './local-crawl.ts';
import type { LocalRendering } from './local-rendering.ts';
import { loadParts, type Parts } from './plugins/load-parts.ts';
import { pluginAddress } from './plugins/plugin-files.ts';
import { demandTrustedArchives, sign, trustedAccess, trustedHosts, trustedPlugins } from './plugins/trust.ts';
import { demandCrawl, noCrawl, readCrawl } from './read-crawl.ts';
import { finishedCrawl, readSummary, withResults } from './read-summary.ts';
import { type Advice, refusalAtStart } from './refusal.ts';
import { openStateThread, type StateClient } from './state-client.ts';
import type { WatchEntries } from './watch-life.ts';

/** The entries that are there before the crawl itself is. */
const firstEntries = [
  ...local.lockFiles,
  ...['', '-journal', '-wal', '-shm'].map(end => `crawl.db${end}`),
  ...local.earlierFiles,
  ...['state', 'logs', local.archiveFolder],
  // `orbweaver stop` came meanwhile.
  stopFileName,
];

interface StartOptions {
  readonly directory: string;
  readonly spec: ResolvedSpec;
  /** Files that an earlier crawl left in the directory are removed. */
  readonly overwrite: boolean;
  /** The watched entries, by the number of their site. */
  readonly entries?: WatchEntries;
}

/** Where a crawl could not begin: if it is written down already, it is resumed. */
async function adviceAtBegin(directory: string): Promise<Advice> {
  // No other crawl begins beside a database that cannot be read.
  const isWritten = existsSync(join(directory, 'crawl.db')) && (await hasCrawl(directory).catch(() => true));
  return isWritten ? {} : { next: 'begin the crawl again' };
}

/** Begins a crawl; nothing is requested before `run`. Throws `BadInput`, `DirectoryBusy`, `MachineRefusal`. */
export async function startLocalCrawl({
  directory,
  spec: given,
  overwrite,
  entries,
}: StartOptions): Promise<LocalEngine> {
  const spec = {
    ...given,
    plugins: given.plugins.map(pluginAddress),
    ...(given.since !== undefined && { since: resolve(given.since) }),
  };
  // Throws before anything is written.
  local.readerCount(spec);
  const parts = await loadParts(spec);
  if (spec.since !== undefined) await demandEarlier(spec.since, directory);
  return await inDirectory(
    directory,
    async lock => {
      if (overwrite) for (const name of crawlEntries) rmSync(join(directory, name), { recursive: true, force: true });
      const notices = await takeAlong(directory, spec, parts);
      return await withState(directory, lock, async state => {
        await prepareScope(spec);
        const rules = createFetchRules(spec, parts.robots, pageTypesOf(parts.analyzers));
        const machine = await local.openLocalMachine(directory, rules);
        const id = machine.ids.next();
        await sign(state.thread, { directory, id, spec });
        local.keepLocalAccess(spec, id);
        await state.thread.usePlugins(spec.plugins);
        for (const text of notices) machine.log.note({ time: machine.clock.now(), site: 0, text });
        const made = { rendering: await renderingFor(directory, spec), earlier: await earlierOf(directory, spec) };
        const engine = new LocalEngine({ directory, id, lock, state, machine, parts, rules, ...made });
        await state.thread.start(id, spec, entries);
        return engine;
      });
    },
    adviceAtBegin,
  );
}

/** Whole sentences about what is not taken along. */
async function takeAlong(directory: string, spec: ResolvedSpec, { analyzers }: Parts): Promise<readonly string[]> {
  const { since } = spec;
  if (since === undefined) return [];
  const { keepEarlier } = await import('./since/keep-earlier.ts');
  const hasAnalyzers = analyzers.length > 0;
  return await readCrawl(
    since,
    async (archive, crawl) => await keepEarlier({ archive, crawl, since }, directory, spec, hasAnalyzers),
  );
}

/** Before anything is written or removed. Throws `BadInput`. */
async function demandEarlier(since: string, directory: string): Promise<void> {
  const { demandFinished, demandOther } = await import('./since/keep-earlier.ts');
  demandOther(since, directory);
  await readCrawl(since, async (_, crawl) => demandFinished(since, crawl));
}

async function earlierOf(directory: string, spec: ResolvedSpec): Promise<local.LocalEarlierPages | undefined> {
  return await local.openLocalEarlier(directory, spec);
}

/** Rendering, and the HTML tree that it needs, are loaded only for crawls that render. */
async function renderingFor(directory: string, spec: ResolvedSpec): Promise<LocalRendering | undefined> {
  if (!needsBrowser(spec) && !kindOf(spec).looksAgain) return undefined;
  const load = async (): Promise<LocalRendering> => {
    const { localRendering } = await import('./local-rendering.ts');
    return localRendering(local.localAnswers(directory, spec.durability));
  };
  return needsBrowser(spec) ? await load() : whenNeeded(load);
}

/** An entry that needs clicks may be switched on while a watch runs. */
function whenNeeded(load: () => Promise<LocalRendering>): LocalRendering {
  let loaded: Promise<LocalRendering> | undefined;
  return {
    render: async (...pages) => {
      loaded ??= load();
      return await (await loaded).render(...pages);
    },
    close: async () => await (await loaded)?.close(),
  };
}

const overHttp1 = 'The crawl was begun over HTTP/2, which Orbweaver no longer speaks; it goes on over HTTP/1.1.';

interface ResumeOptions extends Omit<ResumeOrder, 'kind'> {
  readonly directory: string;
  /** Plugins of the crawl, named again: files of the same names. */
  readonly plugins?: readonly string[];
  /** Secrets that take the place of those of the crawl: the reference to them; undefined: none are given. */
  readonly access?: (sites: ResolvedSpec['sites']) => Promise<string | undefined>;
  /** Of a watch: it looks at each entry once and ends. */
  readonly once?: boolean;
}

/** Takes up a crawl that was stopped, killed or limited. One that is finished stays as it is. Throws as `startLocalCrawl`. */
export async function resumeLocalCrawl({ directory, raise, ...named }: ResumeOptions): Promise<LocalCrawl> {
  demandCrawl(directory);
  return await inDirectory(
    directory,
    async lock => {
      rmSync(join(directory, stopFileName), { recursive: true, force: true });
      const lastSeen = lastSeenRunning(directory);
      if (named.retryFailed === true) await beginAgain(directory, lock, raise, named);
      return await withState(directory, lock, async state => {
        const crawl = await knownCrawl(state, directory);
        const raised = changedSpec(crawl.spec, raise);
        if (!(await state.thread.isResumable(raised))) {
          const summary = readSummary(directory);
          await state.terminate();
          lock.release();
          return finishedCrawl(summary, raised);
        }
        const spec = await trustedSpec(state, directory, { ...crawl, spec: raised }, { ...named, ...raise });
        const parts = await loadParts(spec);
        await prepareScope(spec);
        const rules = createFetchRules(spec, parts.robots, pageTypesOf(parts.analyzers));
        const machine = await local.openLocalMachine(directory, rules);
        const made = { rendering: await renderingFor(directory, spec), earlier: await earlierOf(directory, spec) };
        const engine = new LocalEngine({ directory, id: crawl.id, lock, state, machine, parts, rules, ...made });
        if ('http2' in spec) machine.log.note({ time: machine.clock.now(), site: 0, text: overHttp1 });
        if (named.once === true) await state.thread.watchOnce();
        await state.thread.resume(spec, lastSeen);
        return engine;
      });
    },
    ownCopy,
  );
}

/** A finished crawl in which something failed begins anew, with what it knows of everything else. A repeat after a kill changes nothing. */
async function beginAgain(
  directory: string,
  lock: local.DirectoryLock,
  raise: ResumeChanges,
  named: Pick<ResumeOptions, 'plugins' | 'allowHosts' | 'access'>,
): Promise<void> {
  await withState(directory, lock, async state => {
    // The resume that follows wakes all sites.
    state.serve('queue', { send: async () => undefined });
    const crawl = await knownCrawl(state, directory);
    if (crawl.state === 'finished') {
      const spec = await trustedSpec(
        state,
        directory,
        { ...crawl, spec: changedSpec(crawl.spec, raise) },
        { ...named, ...raise },
      );
      const { analyzers } = await loadParts(spec);
      const { keepKnown } = await import('./since/retry-failed.ts');
      const isBegun = await readCrawl(
        directory,
        async (archive, row) => await keepKnown({ archive, crawl: row, since: directory }, spec, analyzers.length > 0),
      );
      if (isBegun) await state.thread.beginAgain(spec);
    }
    await state.terminate();
  });
}

/** The spec with what may be run and asked; it is signed, so that the next resume need not be named again. */
async function trustedSpec(
  { thread }: StateClient,
  directory: string,
  { id, spec }: CrawlRow,
  {
    plugins = [],
    allowHosts = [],
    starts = [],
    access,
  }: Pick<ResumeOptions, 'plugins' | 'allowHosts' | 'access'> & Pick<ResumeChanges, 'starts'>,
): Promise<ResolvedSpec> {
  const claimed = { directory, id, spec };
  await demandTrustedArchives(thread, claimed);
  const trusted = {
    ...spec,
    plugins: await trustedPlugins(thread, claimed, plugins),
    allowHosts: await trustedHosts(thread, claimed, allowHosts, starts),
    ...trustedAccess(claimed, await access?.(spec.sites)),
  };
  local.keepLocalAccess(trusted, id);
  await sign(thread, { directory, id, spec: trusted });
  await thread.usePlugins(trusted.plugins);
  return trusted;
}

/** The advice where an earlier crawl cannot be continued. */
const ownCopy = (): Advice => ({ code: 'copy-not-writable' });

/** The state of the crawl in `directory`, also while a process works on it. Throws `BadInput`. */
export async function readLocalStatus(directory: string): Promise<Progress> {
  return await readCrawl(directory, async ({ store }, crawl) => {
    const running = local.isDirectoryLocked(directory);
    const live = readLiveFile(directory);
    const sites = await store.readSites(crawl.id);
    const now = Date.now();
    const progress = progressOf(directory, crawl, sites, running ? now : (live?.at ?? lastExpected(sites, now)));
    if (crawl.state === 'finished') return withResults(progress, readSummary(directory));
    return running ? withLive(progress, live) : { ...progress, state: 'interrupted' };
  });
}

/**
 * Whether a directory with these names in it holds only what a process left that was killed before its crawl was
 * written down: a new crawl may begin there.
 */
export async function isUnbegun(directory: string, names: readonly string[]): Promise<boolean> {
  if (!names.some(name => local.lockFiles.includes(name)) || !names.every(name => firstEntries.includes(name)))
    return false;
  if (!names.includes('crawl.db')) return true;
  return !(await hasCrawl(directory));
}

async function hasCrawl(directory: string): Promise<boolean> {
  return await local.readLocalState(directory, async ({ store }) => (await store.onlyCrawl()) !== undefined);
}

/**
 * Whether a directory with these names in it is a crawl's, which `--overwrite` may replace. A process that was killed
 * while it began a crawl, or removed an earlier one, leaves its lock and a part of what a crawl writes.
 */
export function isOfCrawl(names: readonly string[]): boolean {
  if (names.includes('crawl.db') || names.includes('crawl.json')) return true;
  const written = [...firstEntries, ...crawlEntries];
  return names.some(name => local.lockFiles.includes(name)) && names.every(name => written.includes(name));
}

/** Leaves the file that a running crawl looks for once a second. */
export async function requestLocalStop(directory: string): Promise<'requested' | 'not-running'> {
  demandCrawl(directory);
  if (!local.isDirectoryLocked(directory)) return 'not-running';
  local.writeAnew(join(directory, stopFileName), '');
  return 'requested';
}

/** Work on a directory that belongs to this process until it releases the lock. */
export async function inDirectory<T>(
  directory: string,
  work: (lock: local.DirectoryLock) => Promise<T>,
  adviceOf: (directory: string) => Advice | Promise<Advice> = () => ({}),
): Promise<T> {
  if (existsSync(directory)) demandNoLinksBelow(directory);
  const lock = await lockOrRefuse(directory, adviceOf);
  if ('owner' in lock) throw new DirectoryBusy(directory, lock.owner);
  try {
    return await work(lock);
  } catch (error) {
    // The directory is still nobody else's while it is looked at.
    const refusal = await refusalIn(error, directory, adviceOf);
    lock.release();
    throw refusal;
  }
}

async function lockOrRefuse(
  directory: string,
  adviceOf: (directory: string) => Advice | Promise<Advice>,
): Promise<ReturnType<typeof local.lockDirectory>> {
  try {
    return local.lockDirectory(directory);
  } catch (error) {
    throw await refusalIn(error, directory, adviceOf);
  }
}

async function refusalIn(
  error: unknown,
  directory: string,
  adviceOf: (directory: string) => Advice | Promise<Advice>,
): Promise<unknown> {
  const refused = refusalAtStart(error, directory);
  return refused === error ? error : refusalAtStart(error, directory, await adviceOf(directory));
}

async function withState<T>(
  directory: string,
  { holder }: local.DirectoryLock,
  work: (state: StateClient) => Promise<T>,
): Promise<T> {
  const state = openStateThread(directory, holder);
  try {
    return await work(state);
  } catch (error) {
    await state.terminate();
    throw error;
  }
}

async function knownCrawl(state: StateClient, directory: string): Promise<CrawlRow> {
  const crawl = await state.thread.crawl();
  if (crawl === undefined) throw noCrawl(directory);
  return crawl;
}
