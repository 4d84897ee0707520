/** The embedded engine: one process, one crawl directory; queue and clock live here, the state on its own thread. */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as local from '../../shared/adapters/local/open.ts';
import type { CrawlRow, Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import { openlyPrivateStarts } from '../../shared/domain/spec/allowed-hosts.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import type { ResolvedSite } from '../../shared/domain/spec/crawl-spec.ts';
import { siteNumbered } from '../../shared/domain/spec/sites/site-numbered.ts';
import type { FetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import type { CrawlLog, ObjectStore } from '../../shared/ports/ports.ts';
import { type ChecksDone, type LiveWork, mostSitesNamed } from '../../shared/report/live-work.ts';
import type { Progress } from '../../shared/report/progress.ts';
import { type CrawlSummary, unfinishedSummary } from '../../shared/report/summary.ts';
import { EarlierAnswers } from '../../shared/steps/fetch/earlier-answers.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../shared/steps/fetch/turn.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { learntPicks } from '../../shared/wings/sets/order/page-picks.ts';
import { stopFileName } from './directory/own-files.ts';
import { CountingFetcher } from './live/counting-fetcher.ts';
import { removeLiveFile, writeLiveFile } from './live/live-file.ts';
import { ProgressMeter } from './live/progress-meter.ts';
import { DirectoryGone, type LocalCrawl } from './local-crawl.ts';
import type { LocalRendering } from './local-rendering.ts';
import type { Parts } from './plugins/load-parts.ts';
import { readSummary } from './read-summary.ts';
import { refusalOr } from './refusal.ts';
import type { SiteLists } from './sitemaps/site-lists.ts';
import type { StateClient } from './state-client.ts';
import { againIfLost, ThreadMemory, untilAnswered } from './threads/thread-memory.ts';
import { tuneForFetching } from './threads/v8-flags.ts';
import { TickLoop } from './tick-loop.ts';

type FailedLine = Parameters<CrawlLog['failed']>[0];

const tickMs = 1_000;
const progressMs = 500;
/** The rows are read so often where nobody watches here. */
const rowsMs = 10_000;
/** They are left alone for so many times as long as it took to read them: those of 10,000 sites take half a second. */
const restFactor = 20;

/** While a site waits, other sites go on. So three connections request ten pages, one page after the other. */
function fewInFlight(entries: number): number {
  return Math.max(2, Math.ceil(entries / 4));
}

/** The worker of one turn: the queue hears of the answers of its host. */
function waitingIn(place: local.FetchPlace, worker: FetchWorker): FetchWorker {
  const { fetcher } = worker.ports;
  const own: FetchWorker['ports']['fetcher'] = {
    fetch: async request => await place.waitFor(fetcher.fetch(request)),
    close: async () => await fetcher.close(),
  };
  return { ...worker, ports: { ...worker.ports, fetcher: own } };
}

export interface EngineParts {
  readonly directory: string;
  readonly id: string;
  readonly lock: local.DirectoryLock;
  readonly state: StateClient;
  readonly machine: local.LocalMachine;
  readonly parts: Parts;
  readonly rules: FetchRules;
  /** Undefined if no page is rendered. */
  readonly rendering: LocalRendering | undefined;
  /** Undefined if no earlier crawl is named. */
  readonly earlier: local.LocalEarlierPages | undefined;
}

export class LocalEngine implements LocalCrawl {
  readonly spec: FetchRules['spec'];
  private readonly engine: EngineParts;
  private readonly abort = new AbortController();
  private over = Promise.withResolvers<'finished' | 'abandoned'>();
  /** Lost turns that this run has fetched again, as `site.turn`. */
  private readonly fetchedAgain = new Set<string>();
  private isStopAsked = false;
  /** Resolves when the process is to be left at once. */
  private readonly left = Promise.withResolvers<'abandoned'>();
  private readonly meter: ProgressMeter;
  /** When the rows were read last, and until when they are left alone. */
  private rows = { readAt: 0, restUntil: 0 };
  /** Somebody wants to see progress while it is made. */
  private isWatched = false;
  private readonly listeners: ((progress: Progress) => void)[] = [];
  private readonly fetcher: CountingFetcher;
  private readonly ticks: TickLoop;
  private readonly reports: TickLoop;
  /** On this thread, so that no large body is copied to the other. */
  private readonly objects: ObjectStore;
  /** Absent if no sitemap is read. */
  private lists: SiteLists | undefined;
  /** Ends the requests that are made before the pages of a site. */
  private readonly stopping = new AbortController();
  /** Ends the checks behind the last page. */
  private readonly checksEnd = new AbortController();
  private checks: ChecksDone | undefined;
  /** By the time limit of this run, wall clock in ms. */
  private deadline = Number.POSITIVE_INFINITY;
  private isEnding = false;
  /** Nothing will be requested any more. */
  private needsNoEarlier = false;
  /** How many sites the fetcher knows of; they only become more. */
  private knownSites: number;

  constructor(engine: EngineParts) {
    this.engine = engine;
    this.spec = engine.rules.spec;
    this.objects = local.openObjectsBeside(engine.directory, engine.state.rows, this.spec);
    this.knownSites = this.spec.sites.length;
    this.fetcher = new CountingFetcher(engine.machine.fetcher, () => engine.machine.clock.now());
    this.meter = new ProgressMeter(this.fetcher, () => this.beside());
    this.ticks = new TickLoop(
      async () => await this.tick(),
      error => this.fail(error),
    );
    this.reports = new TickLoop(
      async () => await this.report(),
      error => this.fail(error),
    );
    engine.state.serve('queue', engine.machine.queue);
    engine.state.serve('log', { failed: (line: FailedLine) => this.log(line) });
    engine.state.onFailure(error => this.fail(error));
    // `run` reports it; if `run` is not called, the code that made the engine has met the failure already.
    this.over.promise.catch(() => {});
  }

  stop(): void {
    void this.askToStop().catch((error: unknown) => this.fail(error));
  }

  stopNow(): void {
    this.over.resolve('abandoned');
    this.left.resolve('abandoned');
  }

  onProgress(listener: (progress: Progress) => void, when: 'often' | 'end' = 'often'): void {
    this.listeners.push(listener);
    this.isWatched ||= when === 'often';
  }

  onLogLine(listener: (line: string) => void): void {
    this.engine.machine.log.onLine(listener);
  }

  async run(): Promise<CrawlSummary> {
    tuneForFetching();
    try {
      return await this.runToEnd();
    } catch (error) {
      // Which part fails first then is a matter of luck.
      if (this.isGone) throw new DirectoryGone(this.engine.directory, error);
      throw refusalOr(error, this.engine.directory);
    }
  }

  private async openLists(): Promise<void> {
    const { rules, state, machine } = this.engine;
    if (rules.spec.sitemaps === undefined) return;
    const { SiteLists } = await import('./sitemaps/site-lists.ts');
    const { clock, log } = machine;
    const note = (site: number, text: string): void => log.note({ time: clock.now(), site, text });
    const ports = { clock, log, fetcher: this.fetcher, tokens: state.store, objects: this.objects, note };
    this.lists = new SiteLists(ports, rules.spec);
  }

  /** A site begins when its sitemaps are read: what they list decides what `only` fetches. */
  private async fetch(worker: FetchWorker, message: Message, place: local.FetchPlace): Promise<Handled> {
    const { lists } = this;
    if (lists === undefined) return await fetchTurn(waitingIn(place, worker), message);
    const { site, crawl } = message;
    if (lists.isReady(site)) return await fetchTurn(waitingIn(place, worker), message);
    const siteOf = async (): Promise<ResolvedSite | undefined> =>
      siteNumbered((await worker.ports.store.readCrawl(crawl))?.spec.sites ?? [], site);
    // However slow their host is, it holds no place that another site could have.
    await place.waitFor(lists.ready(site, siteOf));
    if (this.abort.signal.aborted) return { kind: 'done' };
    // The sweeper may have sent another message meanwhile, which names a later instant.
    const { due: _, dueBefore: __, ...plain } = message;
    return await fetchTurn(waitingIn(place, worker), plain);
  }

  private consume(): void {
    const { state } = this.engine;
    const worker = this.fetchWorker();
    const memory = new ThreadMemory(this.engine.machine);
    state.survives(() => this.survives(memory));
    this.engine.machine.queue.consume({
      fetch: async (message, place) => await againIfLost(() => this.fetch(worker, message, place)),
      parse: async message => await againIfLost(() => memory.whileParsing(message, () => state.thread.parse(message))),
      fail: error => this.fail(error),
      idle: () => this.ticks.soon(),
    });
  }

  /** Closing a file writes its last lines: a full disk shows there too. */
  private async runToEnd(): Promise<CrawlSummary> {
    try {
      this.deadline = await this.readDeadline();
      await this.openLists();
      this.consume();
      for (;;) {
        const end = await this.untilOver();
        this.isEnding = true;
        if (end === 'abandoned') return await this.abandon();
        const summary = await this.finish();
        if (summary !== undefined) return summary;
        this.isEnding = false;
      }
    } finally {
      await this.close();
    }
  }

  /** Of a finished crawl, of which only checks are left, the limit begins anew. */
  private async readDeadline(): Promise<number> {
    const { state, id, machine } = this.engine;
    const { spec, ...row } = (await state.store.readCrawl(id))!;
    const limitMs = (spec.timeLimitSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
    return row.state === 'finished' ? machine.clock.now() + limitMs : (row.deadline ?? Number.POSITIVE_INFINITY);
  }

  private beside(): Pick<LiveWork, 'sitemapsOf' | 'checks'> {
    const { checks } = this;
    const sitemapsOf = this.lists?.reading.slice(0, mostSitesNamed) ?? [];
    return { ...(sitemapsOf.length > 0 && { sitemapsOf }), ...(checks !== undefined && { checks }) };
  }

  private async untilOver(): Promise<'finished' | 'abandoned'> {
    const timers = [setInterval(() => this.look(), tickMs), setInterval(() => this.reports.soon(), progressMs)];
    this.tellOthers();
    try {
      return await this.over.promise;
    } finally {
      for (const timer of timers) clearInterval(timer);
    }
  }

  /** At the end of a crawl the thread has no turn that could be blamed, and what it writes would not fit into a new one. */
  private survives(memory: ThreadMemory): boolean {
    try {
      return !this.isEnding && memory.survives();
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  private log(line: FailedLine): void {
    try {
      this.engine.machine.log.failed(line);
    } catch (error) {
      this.fail(error);
    }
  }

  private fetchWorker(): FetchWorker {
    const { clock, queue, ids, log } = this.engine.machine;
    const { rendering, earlier, rules } = this.engine;
    const isArchived = rules.spec.fromWarc !== undefined;
    const ports = { clock, store: this.engine.state.store, queue };
    const { watched, hosts } = this.engine.state;
    return {
      ports: {
        ...ports,
        watched,
        hosts,
        objects: this.objects,
        budget: sharedBudget(ports),
        picks: learntPicks({ store: this.engine.state.store, frontier: watched, objects: this.objects }),
        ids,
        fetcher: this.fetcher,
        log,
      },
      urlsPerTurn: protocol.mostUrlsEmbedded,
      bytesPerTurn: protocol.maxTurnBytesEmbedded,
      clockSkewMs: 0,
      retryHeldMs: protocol.heldRetryEmbeddedMs,
      ...(rules.spec.sites.length > local.manySites && { mostInFlight: fewInFlight }),
      signal: this.abort.signal,
      stopping: this.stopping.signal,
      rules: crawl => this.rulesOf(crawl),
      robots: new Map(),
      ...(rendering !== undefined && { rendering: rendering.render }),
      ...(earlier !== undefined && { earlier: new EarlierAnswers({ clock, log }, earlier, isArchived) }),
    };
  }

  /** All that changes in them while a crawl runs are its sites: of new ones too, openly private hosts may be asked. */
  private rulesOf({ spec: { sites } }: CrawlRow): FetchRules {
    const { rules, machine } = this.engine;
    if (sites.length > this.knownSites) machine.fetcher.allow(openlyPrivateStarts(sites));
    this.knownSites = sites.length;
    return rules;
  }

  /** Once a second, however long a tick takes. */
  private look(): void {
    this.lookAround();
    this.ticks.soon();
  }

  private lookAround(): void {
    if (this.isGone) this.fail(new Error('crawl.db is gone'));
    else if (existsSync(this.stopFile)) this.stop();
    if (!this.isGone) this.tellOthers();
  }

  /** Processes that look into the directory see what is under way. */
  private tellOthers(): void {
    try {
      writeLiveFile(this.engine.directory, this.meter.work(this.engine.machine.clock.now()));
    } catch (error) {
      this.fail(error);
    }
  }

  private async tick(): Promise<void> {
    const { state, id } = this.engine;
    const runs = await untilAnswered(() => state.thread.tick(id));
    if (runs === 'over') this.over.resolve('finished');
    if (runs === 'stopping') this.endReading();
  }

  /** The crawl's row has the stop: the next turn of each site sees it. */
  private endReading(): void {
    this.lists?.end();
    this.stopping.abort();
  }

  private async askToStop(): Promise<void> {
    this.isStopAsked = true;
    const { state, id } = this.engine;
    await untilAnswered(() => state.store.requestStop(id, { reason: 'stopped' }));
    rmSync(this.stopFile, { recursive: true, force: true });
    this.endReading();
    this.checksEnd.abort();
    this.ticks.soon();
  }

  /** SQLite would go on in a file that has no name any more, and all of it would be lost at the end. */
  private get isGone(): boolean {
    return !existsSync(join(this.engine.directory, 'crawl.db'));
  }

  private get stopFile(): string {
    return join(this.engine.directory, stopFileName);
  }

  private async report(): Promise<void> {
    const begun = performance.now();
    const { readAt, restUntil } = this.rows;
    if (!this.isEnding && begun < (this.isWatched ? restUntil : Math.max(restUntil, readAt + rowsMs))) return;
    const now = this.engine.machine.clock.now();
    const { state, id } = this.engine;
    const known = await untilAnswered(() => state.thread.progress(id, now));
    const ended = performance.now();
    this.rows = { readAt: ended, restUntil: ended + restFactor * (ended - begun) };
    const progress = this.meter.read(known, now);
    for (const listener of this.listeners) listener(progress);
  }

  /** Undefined: segments were lost, and the crawl goes on for their sake. */
  private async finish(): Promise<CrawlSummary | undefined> {
    const { state, id } = this.engine;
    await this.reports.quiet();
    await this.report();
    if (await this.fetchesUnlinked()) return undefined;
    if ((await this.checkExternal()) === 'abandoned') return await this.abandon();
    const { finishReason, finishedAt } = await state.thread.unload(id, this.engine.machine.log.notes);
    if (await this.fetchesLostTurns()) return undefined;
    this.engine.machine.queue.close();
    await this.writeCompliance();
    // Only a crawl whose files are all there is finished: a process killed before leaves it to resume to write them.
    await state.store.setState(id, 'unloading', 'finished', { finishedAt });
    removeLiveFile(this.engine.directory);
    this.needsNoEarlier = finishReason === 'no-work';
    await this.report();
    return await this.writtenSummary();
  }

  /** The summary in `crawl.json`, read at the end of the state thread: of 10,000 sites it would take 70 MB on both threads. */
  private async writtenSummary(): Promise<CrawlSummary> {
    await this.ticks.end();
    await this.reports.end();
    await this.engine.state.terminate();
    return { ...readSummary(this.engine.directory), unchanged: false };
  }

  /** No page is under way any more. A watch has no end. */
  private async writeCompliance(): Promise<void> {
    const { directory, id, rules, machine, parts } = this.engine;
    const { spec } = rules;
    if (!kindOf(spec).ends) return;
    machine.log.flush();
    const { writeCompliance } = await import('./compliance.ts');
    await writeCompliance({ directory, id, spec, objects: this.objects, policy: parts.robots });
  }

  /** Pages that sitemaps list and that no click has led to. */
  private async fetchesUnlinked(): Promise<boolean> {
    const { sitemaps = 'report' } = this.engine.rules.spec;
    if (sitemaps === 'report' || this.isStopAsked) return false;
    if (!(await this.engine.state.thread.addUnlinked(this.engine.id))) return false;
    await this.goesOn();
    return true;
  }

  /** Behind the last page: the pages of a crawl that raises a limit may link to further addresses. */
  private async checkExternal(): Promise<'checked' | 'abandoned'> {
    const { rules, state, machine, id } = this.engine;
    const { checkExternal: asksExternal, richFiles: asksRich } = rules.spec;
    if (asksExternal !== true && asksRich !== true) return 'checked';
    const { checkExternal, leftText } = await import('./external/check-external.ts');
    const { clock, log } = machine;
    const left = this.left.promise.then((end): 'abandoned' => {
      this.checksEnd.abort();
      return end;
    });
    const { signal } = this.checksEnd;
    const told = (checks: ChecksDone): void => {
      this.checks = checks;
    };
    const ports = { clock, log, fetcher: this.fetcher, tokens: state.store, objects: this.objects, signal, told };
    const lookAround = (): void => {
      if (clock.now() >= this.deadline) this.checksEnd.abort();
      this.lookAround();
      this.reports.soon();
    };
    lookAround();
    const looking = setInterval(lookAround, tickMs);
    try {
      const external = asksExternal === true ? await state.thread.externalAddresses(id) : [];
      const rich = asksRich === true ? await state.thread.richAddresses(id) : [];
      const checking = checkExternal(ports, rules.spec, { external, rich });
      const end = await Promise.race([checking, left]);
      if (end === 'abandoned') return end;
      const limit = clock.now() >= this.deadline ? 'time-limit' : 'host';
      for (const text of leftText(end, this.isStopAsked ? 'stop' : limit))
        log.note({ time: clock.now(), site: 0, text });
      return 'checked';
    } finally {
      clearInterval(looking);
      this.checks = undefined;
    }
  }

  /** Each lost turn once in a run: a disk that loses everything ends. Nothing more is requested after a stop. */
  private async fetchesLostTurns(): Promise<boolean> {
    // The row of a crawl that is being written takes no stop.
    if (this.isStopAsked) return false;
    const { state, id } = this.engine;
    const turns = await state.thread.fetchLost(id, [...this.fetchedAgain]);
    if (turns.length === 0) return false;
    for (const turn of turns) this.fetchedAgain.add(turn);
    await this.goesOn();
    return true;
  }

  /** Sites were opened again. A tick of before would take the crawl for finished. */
  private async goesOn(): Promise<void> {
    await this.ticks.quiet();
    this.over = Promise.withResolvers();
    this.over.promise.catch(() => {});
  }

  /** Leaves everything as it is: every instant of the state is one that resume can go on from. */
  private async abandon(): Promise<CrawlSummary> {
    const { state, id, directory } = this.engine;
    this.engine.machine.queue.close();
    const crawl = (await state.store.readCrawl(id))!;
    const sites = await state.store.readSites(id);
    // Nothing is requested any more under the leases that are let go.
    this.abort.abort();
    this.lists?.end();
    await this.ticks.end();
    await this.reports.end();
    await state.thread.abandon();
    return unfinishedSummary(directory, crawl, sites, this.engine.machine.clock.now());
  }

  /** Ends the state thread and gives the directory back; `run` does it at its end. */
  async close(): Promise<void> {
    this.engine.machine.queue.close();
    this.abort.abort();
    this.lists?.end();
    await this.ticks.end();
    await this.reports.end();
    await this.engine.state.terminate();
    await this.engine.rendering?.close();
    this.engine.earlier?.close();
    if (this.needsNoEarlier) local.removeEarlierFiles(this.engine.directory);
    await this.fetcher.close();
    try {
      this.engine.machine.log.close();
    } finally {
      this.engine.lock.release();
    }
  }

  private fail(error: unknown): void {
    this.over.reject(error);
  }
}
