import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isInUse, makeLocalFolder, readRegular, replaceFile, writeAnew } from '../../shared/adapters/local/open.ts';
import { defined } from '../../shared/domain/defined.ts';
import type { CrawlOrder, ResumeOrder, WatchOrder } from '../../shared/domain/protocol/crawl-record.ts';
import type { Refusal } from '../../shared/domain/refusal/refusal.ts';
import { changeOptions, type ResumeChanges } from '../../shared/domain/spec/resolve/resume-changes.ts';
import { requestLocalStop } from '../embedded/run-crawl.ts';
import { lastTold, toldVariable } from '../embedded/told-refusals.ts';
import { type CrawlFolder, isMissing } from './crawl-folder.ts';

/** The last run of a crawl that was requested here. */
export interface Run {
  /** 1 for the start; each resume counts it up. */
  readonly run: number;
  /** The process that does it; absent before it is started. */
  readonly pid?: number;
  /** When that was, wall clock in ms. */
  readonly startedAt?: number;
  /** How it ended, where that was seen: no server may have been there. */
  readonly exitCode?: number;
  /** `finishedAt` of the run before: while the crawl's is the same, this run has not begun. */
  readonly before?: number;
  /** A new watch whose sources are found, and which a person is to begin. */
  readonly waits?: true;
}

const lookMs = 200;

/** A process has taken its directory's lock by then. */
const beginningMs = 60_000;

/** Runs of crawls as child processes, and what is kept of them in files, so that the next server knows them too. */
export class CrawlRuns {
  private readonly folder: CrawlFolder;
  private readonly allowHosts: readonly string[];
  private readonly children = new Map<string, ChildProcess>();
  private isEnding = false;
  /** Runs whose processes are being started. */
  private readonly beginnings = new Map<string, Promise<void>>();

  /** `allowHosts`: private hosts that every crawl of this server may ask. */
  constructor(folder: CrawlFolder, allowHosts: readonly string[] = []) {
    this.folder = folder;
    this.allowHosts = allowHosts;
  }

  read(id: string): Run | undefined {
    const text = this.readOwn(id, 'run.json');
    return text === undefined ? undefined : (JSON.parse(text) as Run);
  }

  /** False if the crawl has a run already. */
  create(id: string): boolean {
    const file = this.folder.ownFile(id, 'run.json');
    makeLocalFolder(dirname(dirname(file)));
    try {
      mkdirSync(dirname(file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    this.write(id, { run: 1 });
    return true;
  }

  write(id: string, run: Run): void {
    const file = this.folder.ownFile(id, 'run.json');
    makeLocalFolder(dirname(file));
    replaceFile(file, JSON.stringify(run));
  }

  remove(id: string): void {
    rmSync(dirname(this.folder.ownFile(id, 'run.json')), { recursive: true, force: true });
  }

  /**
   * Whether its process lives. A crawl that an earlier server started counts while it may still be on its way to the
   * lock of its directory. From then on the lock decides, because the process number may be reused.
   */
  isUnderWay(id: string): boolean {
    if (this.children.has(id)) return true;
    const { pid, exitCode, startedAt = 0 } = this.read(id) ?? {};
    return pid !== undefined && exitCode === undefined && Date.now() - startedAt < beginningMs && isInUse(pid);
  }

  /** Starts the process of run `run`. A repeat changes nothing, also while the first call is under way. `isWatch`: the directory holds a watch. */
  async begin(id: string, run: number, order: CrawlOrder, isWatch = false): Promise<void> {
    const known = this.read(id);
    if (known?.run === run && known.pid !== undefined) return;
    const beginning = this.beginnings.get(id) ?? this.start(id, run, order, isWatch);
    this.beginnings.set(id, beginning);
    try {
      await beginning;
    } finally {
      this.beginnings.delete(id);
    }
  }

  private async start(id: string, run: number, order: CrawlOrder, isWatch: boolean): Promise<void> {
    const known = this.read(id);
    const directory = this.folder.directory(id);
    const goOn = (resumed: ResumeOrder) =>
      isWatch ? ['watch', 'run', directory, '--quiet'] : resumeArgs(directory, resumed, this.allowHosts);
    const args = order.kind === 'start' ? this.startArgs(id, order) : goOn(order);
    const child = await startChild(args, this.folder.ownFile(id, 'errors.txt'));
    this.write(id, { ...known, run, pid: child.pid, startedAt: Date.now() });
    this.children.set(id, child);
    const isNewWatch = order.kind === 'start' && order.watch !== undefined;
    const waits = isNewWatch && order.watch.start === false;
    child.once('exit', code => {
      if (isNewWatch && !waits && code === 0 && !this.isEnding) {
        // The entries of the watch are found and written: now it is watched.
        this.start(id, run, { kind: 'resume', raise: {} }, true).catch(() => this.end(id, child, -1));
        return;
      }
      this.end(id, child, code ?? -1, waits && code === 0);
    });
  }

  private end(id: string, { pid }: ChildProcess, exitCode: number, waits = false): void {
    this.children.delete(id);
    const last = this.read(id);
    // It may be deleted by now.
    if (last !== undefined && last.pid === pid) this.write(id, { ...last, exitCode, ...(waits && { waits }) });
  }

  /** Why the last process ended, as it has said on its way out. */
  lastWords(id: string): readonly Refusal[] | undefined {
    return lastTold(this.folder.withoutUploads(this.readOwn(id, 'errors.txt') ?? ''));
  }

  private get running(): number {
    return this.children.size;
  }

  /** Asks the crawls that this server started to stop; how many there are. One that has not begun just ends. */
  async stopAll(): Promise<number> {
    this.isEnding = true;
    for (const [id, child] of this.children) {
      const directory = this.folder.directory(id);
      if (existsSync(join(directory, 'crawl.db'))) await requestLocalStop(directory);
      else child.kill();
    }
    return this.running;
  }

  /** Resolves when the crawls that this server started have ended. */
  async allEnded(): Promise<void> {
    while (this.running > 0) await sleep(lookMs);
  }

  private startArgs(id: string, { spec, sitesFrom, watch }: StartOrder): readonly string[] {
    const config = this.folder.ownFile(id, 'spec.json');
    // The API names an earlier crawl by its id.
    const since = spec.since === undefined ? {} : { since: this.folder.directory(spec.since) };
    const allowHosts = [...new Set([...(spec.allowHosts ?? []), ...this.allowHosts])];
    const allowed = allowHosts.length === 0 ? {} : { allowHosts };
    writeAnew(config, JSON.stringify({ ...spec, ...since, ...allowed }));
    if (watch !== undefined) return newWatchArgs(this.folder.directory(id), config, watch);
    const list = sitesFrom === undefined ? [] : ['--input', this.folder.sharedFile('uploads', sitesFrom)];
    return ['crawl', '--config', config, ...list, '--out', this.folder.directory(id), '--quiet'];
  }

  private readOwn(id: string, name: string): string | undefined {
    try {
      return readRegular(this.folder.ownFile(id, name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

function newWatchArgs(
  directory: string,
  config: string,
  { options, interval, requests }: WatchOrder,
): readonly string[] {
  const { leastS, mostS, recheckS, archive, timeZone, keepPagesDays } = options;
  const recheck = recheckS.length === 0 ? undefined : recheckS.join(',');
  const given = {
    ...{ '--config': config, '--least-interval': leastS, '--most-interval': mostS, '--requests': requests },
    ...{ '--interval': interval, '--recheck': recheck, '--time-zone': timeZone, '--keep-pages': keepPagesDays },
  };
  const all = archive === true ? ['--archive'] : [];
  return ['watch', 'new', directory, ...optionsOf(given), ...all, '--quiet'];
}

/** Options with their values; those that are undefined are left out. */
function optionsOf(given: Readonly<Record<string, string | number | undefined>>): readonly string[] {
  return Object.entries(defined(given)).flatMap(([option, value]) => [option, String(value)]);
}

type StartOrder = Extract<CrawlOrder, { kind: 'start' }>;

function resumeArgs(
  directory: string,
  { raise, retryFailed, allowHosts = [] }: ResumeOrder,
  allowedHere: readonly string[],
): readonly string[] {
  const { starts = [], ...numbers } = raise;
  const changed = Object.entries(numbers).map(([key, value]) => [changeOptions[key as keyof ResumeChanges], value]);
  const mended = starts.flatMap(({ number, url }) => [changeOptions.starts, `${number}=${url}`]);
  const allowed = [...new Set([...allowHosts, ...allowedHere])].flatMap(host => ['--allow-host', host]);
  const again = retryFailed === true ? ['--retry-failed'] : [];
  const given = optionsOf(Object.fromEntries(changed) as Readonly<Record<string, number>>);
  return ['resume', directory, ...given, ...mended, ...allowed, ...again, '--quiet'];
}

const program = fileURLToPath(new URL('../orbweaver.js', import.meta.url));

/** Variables of ours that a crawl or a watch started from the page takes over; settings come from its spec alone. */
const inherited: readonly string[] = ['ORBWEAVER_STATE', 'ORBWEAVER_DEBUG', 'ORBWEAVER_READERS', 'ORBWEAVER_TONE_KEY'];

/**
 * Runs a command of the command line in a process that outlives this process. The child has its own process group,
 * so Ctrl-C in our terminal does not reach it. Its output goes to `outputFile`. Throws if it cannot be started.
 */
export async function startChild(args: readonly string[], outputFile: string): Promise<ChildProcess & { pid: number }> {
  rmSync(outputFile, { force: true });
  const output = openSync(outputFile, 'wx', 0o600);
  try {
    const child = spawn(process.execPath, [program, ...args], {
      detached: true,
      stdio: ['ignore', 'ignore', output],
      env: environment(),
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    // We may end before it.
    child.unref();
    return child as ChildProcess & { pid: number };
  } finally {
    closeSync(output);
  }
}

function environment(): NodeJS.ProcessEnv {
  const all = Object.entries(process.env);
  const kept = all.filter(([name]) => !name.startsWith('ORBWEAVER_') || inherited.includes(name));
  return { ...Object.fromEntries(kept), [toldVariable]: '1' };
}
