import { createHash } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeLocalFolder, readRegular } from '../../shared/adapters/local/open.ts';
import { defined } from '../../shared/domain/defined.ts';
import { type Refusal, refusal } from '../../shared/domain/refusal/refusal.ts';
import type { CrawlRegistry } from '../../shared/ports/ports.ts';
import { Problem } from '../http/request/problem.ts';
import type { CrawlFolder } from './crawl-folder.ts';
import type { CrawlRuns, Run } from './crawl-runs.ts';
import type { CrawlLook, LocalCrawls } from './local-crawls.ts';
import { soonEnough } from './patience.ts';

/** The owner of all crawls here: a caller with the server's token is the user who owns the files. */
export const localOwner = 'local';

/** A run whose process is not started so long after it was requested never will be: its server has died between. */
const startedWithinMs = 60_000;

interface RegistryParts {
  readonly folder: CrawlFolder;
  readonly runs: CrawlRuns;
  readonly crawls: Pick<LocalCrawls, 'look'>;
  readonly now: () => number;
}

/** Crawls by their directories: crawls of the page and crawls of the command line, running or ended. */
export class LocalRegistry implements CrawlRegistry {
  private readonly parts: RegistryParts;

  constructor(parts: RegistryParts) {
    this.parts = parts;
  }

  readonly create: CrawlRegistry['create'] = async (record, once) => {
    const keyFile = once === undefined ? undefined : this.keyFile(once.key);
    if (once !== undefined && keyFile !== undefined && !writeOnce(keyFile, { id: record.id, request: once.request })) {
      const { id, request } = JSON.parse(readRegular(keyFile)) as { id: string; request: string };
      // A crawl that was deleted since does not come back.
      return { kind: 'exists', id, sameRequest: request === once.request };
    }
    if (this.parts.runs.create(record.id)) return { kind: 'created' };
    if (keyFile !== undefined) rmSync(keyFile, { force: true });
    throw new Problem(409, [refusal('crawl-name-taken', { id: record.id })]);
  };

  readonly read: CrawlRegistry['read'] = async id => {
    const createdAt = this.parts.folder.createdAt(id);
    if (createdAt === undefined) return undefined;
    const { run, look } = await this.runAndLook(id);
    if (run === undefined && look === undefined) return undefined;
    const queued = run !== undefined && this.isQueued(id, run, createdAt, look);
    const failure = this.failureOf(id, run, queued, look);
    const isWatch = look?.isWatch;
    const record = { id, owner: localOwner, createdAt, run: run?.run ?? 1, queued, ...defined({ isWatch }) };
    return failure === undefined ? record : { ...record, failure };
  };

  readonly list: CrawlRegistry['list'] = async (_, most, cursor) => {
    const all = this.parts.folder
      .list()
      .map(crawl => ({ ...crawl, position: `${String(crawl.createdAt).padStart(15, '0')} ${crawl.id}` }))
      .sort((a, b) => (a.position < b.position ? 1 : -1));
    const rest = cursor === undefined ? all : all.filter(({ position }) => position < cursor);
    const shown = rest.slice(0, most);
    return { ids: shown.map(({ id }) => id), ...(rest.length > most && { next: shown.at(-1)!.position }) };
  };

  readonly startRun: CrawlRegistry['startRun'] = async ({ id, run }, next) => {
    const { folder, runs, crawls } = this.parts;
    const look = await soonEnough(async () => {
      const found = await crawls.look(folder.directory(id));
      return found === undefined || found.isLocked || runs.isUnderWay(id) ? undefined : found;
    });
    // From here on nothing else can come between.
    if (look === undefined || (runs.read(id)?.run ?? 1) !== run) return false;
    const before = look.row?.finishedAt;
    runs.write(id, { run: next, ...(before !== undefined && { before }) });
    return true;
  };

  readonly remove: CrawlRegistry['remove'] = async ({ id }) => this.parts.runs.remove(id);

  /** The run as it was while its crawl was looked at: where it ended meanwhile, the look does not speak of its end. */
  private async runAndLook(id: string): Promise<{ run: Run | undefined; look: CrawlLook | undefined }> {
    for (let run = this.parts.runs.read(id); ; ) {
      const look = await this.parts.crawls.look(this.parts.folder.directory(id));
      const after = this.parts.runs.read(id);
      if (isDeepStrictEqual(run, after)) return { run, look };
      run = after;
    }
  }

  /** Requested, and not begun: its process is not started, or has not come to the crawl yet. */
  private isQueued(id: string, run: Run, createdAt: number, look: CrawlLook | undefined): boolean {
    if (hasBegun(run, look)) return false;
    if (run.pid !== undefined) return this.parts.runs.isUnderWay(id);
    return run.run > 1 || this.parts.now() - createdAt < startedWithinMs;
  }

  /** Why what is there differs from what was requested. */
  private failureOf(
    id: string,
    run: Run | undefined,
    queued: boolean,
    look: CrawlLook | undefined,
  ): readonly Refusal[] | undefined {
    if (look?.fault !== undefined) return look.fault;
    if (queued) return undefined;
    const { runs } = this.parts;
    if (run !== undefined && !hasBegun(run, look)) {
      if (look?.row?.state === 'finished' && (run.exitCode === undefined || hasEndedWell(run))) return undefined;
      const nothingSaid = refusal(look === undefined ? 'directory-missing' : 'ended-unbegun');
      return runs.lastWords(id) ?? [nothingSaid];
    }
    const isWorkedOn = look?.isLocked === true || runs.isUnderWay(id);
    if (look === undefined || isWorkedOn || look.row?.state === 'finished') return undefined;
    if (look.row === undefined) return [refusal('ended-unbegun')];
    if (run?.waits === true && look.row.stop === undefined) return [refusal('watch-not-begun')];
    // The command line may have continued it since.
    const why = run === undefined || hasEndedWell(run) ? undefined : runs.lastWords(id);
    return why ?? [refusal(look.isUnbegun === true ? 'watch-not-begun' : 'interrupted')];
  }

  private keyFile(key: string): string {
    return this.parts.folder.sharedFile('keys', createHash('sha256').update(key).digest('hex'));
  }
}

/** Whether the crawl's row speaks of this run: it is not the end of the run before. */
function hasBegun({ before, run }: Run, look: CrawlLook | undefined): boolean {
  const row = look?.row;
  if (row === undefined) return false;
  return (run === 1 && before === undefined) || row.state !== 'finished' || row.finishedAt !== before;
}

/** Exit codes of the command line: 0 finished, 2 nothing crawled, 3 stopped, 6 some start pages failed; the others are faults. */
function hasEndedWell({ exitCode }: Run): boolean {
  return exitCode !== undefined && [0, 2, 3, 6].includes(exitCode);
}

/** Whole or not at all, by exactly one of many callers. */
function writeOnce(file: string, value: unknown): boolean {
  makeLocalFolder(dirname(file));
  const draft = join(dirname(file), `${process.pid}-${Math.random().toString(36).slice(2)}.part`);
  writeFileSync(draft, JSON.stringify(value));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
