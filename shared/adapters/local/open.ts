/** The wiring of the embedded engine: which adapter keeps which port on one machine. */

import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import type { Access, NetworkAccess } from '../../domain/http/access/access.ts';
import type { Signing } from '../../domain/http/access/request-signature.ts';
import { instantOf } from '../../domain/instant.ts';
import { allowance, BadInput, type Refusal, refusal } from '../../domain/refusal/refusal.ts';
import { type SystemFault, systemFaultOf } from '../../domain/refusal/system-fault.ts';
import { allowedHostsOf } from '../../domain/spec/allowed-hosts.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import type { Durability, ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import type { AnswerObjects } from '../../ports/page-ports.ts';
import type { Clock, Ids, ObjectStore, Processes } from '../../ports/ports.ts';
import type { ResultSink } from '../../ports/result-ports.ts';
import type { EgressCheck } from '../web/egress-check.ts';
import type { UndiciFetcher } from '../web/undici-fetcher.ts';
import type { ArchiveFetcher, ArchiveOptions } from '../web/warc/archive-fetcher.ts';
import {
  areSigned,
  heldAccess,
  holdAccess,
  keepAccess,
  keepCookies,
  keepIdentityKey,
  readIdentityKey,
  type SignedText,
  signTexts,
  takeAccess,
} from './access-store.ts';
import { BodiesAfterCommit } from './bodies-after-commit.ts';
import { CsvLog } from './csv-log.ts';
import { isDirectoryLocked } from './directory-lock.ts';
import type { EarlierSegment, LocalEarlierPages } from './earlier/earlier-database.ts';
import { earlierFile, earlierFiles, removeEarlierFiles } from './earlier/earlier-files.ts';
import { FileObjects } from './file-objects.ts';
import { FileResultSink } from './file-result-sink.ts';
import { makeFolder } from './files/make-folder.ts';
import { demandRegular } from './files/regular-file.ts';
import { findFault } from './find-fault.ts';
import { type LockHolder, machineProcesses } from './machine-processes.ts';
import { manySites } from './many-sites.ts';
import { type FetchPlace, MemoryQueue } from './memory-queue.ts';
import type { SqlitePublications } from './publications/sqlite-publications.ts';
import { randomIds } from './random-ids.ts';
import { readerCount } from './reader-count.ts';
import { silentPlaces } from './silent-places.ts';
import { SmallObjects } from './small-objects.ts';
import { demandRescue, findJournalDamage, type JournalDamage, leaveOut } from './sqlite/journal/journal-damage.ts';
import { type ArchiveStore, damageOf, openSqliteArchive, type SqliteArchive } from './sqlite/sqlite-archive.ts';
import { countLevels, countSkipped } from './sqlite/sqlite-levels.ts';
import type { ObjectRows } from './sqlite/sqlite-objects.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { systemClock } from './system-clock.ts';

export interface LocalState extends Disposable {
  readonly store: SqliteStore;
  readonly objects: ObjectStore;
  /** Small objects of a crawl of many sites, as rows of its database. */
  readonly rows: ObjectRows;
  readonly sink: ResultSink;
  readonly clock: Clock;
  /** Of the crawl; `safe` until it is known. */
  setDurability(durability: Durability | undefined): void;
  /** How many sites the crawl has. */
  setSites(count: number): void;
  /** A process apart finds an object by its name only if it is a file. */
  copyToFile(name: string): Promise<void>;
  /** Removes turn records that wait for their removal. */
  settle(): Promise<void>;
  /** Removes what a killed process has not written to its end. Called while nobody writes objects. */
  removeUnfinished(): Promise<void>;
  close(): void;
}

/**
 * State of the crawl in `directory`, which is made if it is not there. Only the holder of the directory's lock takes
 * tokens. Throws `BadInput` where the user's folder is of no use.
 */
export function openLocalState(directory: string, holder?: LockHolder): LocalState {
  makeFolder(directory);
  const paths = { crawl: join(directory, 'crawl.db'), tokens: join(writableStateFolder(), 'tokens.db') };
  const damages = holder === undefined ? demandUndamaged(directory) : rescueJournals(directory);
  const store = new SqliteStore(paths, machineProcesses(holder));
  for (const damage of damages) store.noteDamage(damage, Date.now());
  const files = openFileObjects(directory);
  const bodies = new BodiesAfterCommit(files, store);
  const rows = settled(store.objects, bodies);
  const objects = new SmallObjects(bodies, rows);
  return {
    store,
    objects,
    rows,
    sink: openLocalSink(directory),
    clock: systemClock(),
    setDurability: (durability = 'safe') => {
      store.setDurability(durability);
      files.durability = durability;
    },
    setSites: count => {
      objects.setSites(count);
      bodies.setSites(count);
      if (count > manySites) store.keepMore();
    },
    copyToFile: async name => await objects.copyToFile(name),
    settle: async () => await bodies.settle(),
    removeUnfinished: async () => await files.removeUnfinished(),
    close: () => store.close(),
    [Symbol.dispose]: () => store.close(),
  };
}

/** A row that is removed behind the commit of its turn needs no commit on the disk: both are of one journal. */
function settled(rows: ObjectRows, bodies: Pick<BodiesAfterCommit, 'settleSoon'>): ObjectRows {
  const remove: ObjectRows['remove'] = async name => {
    bodies.settleSoon();
    return await rows.remove(name);
  };
  return { put: rows.put, get: rows.get, remove, list: rows.list };
}

/** Brings back the last good states where journals are damaged. Answers what is to be written down of it. */
function rescueJournals(directory: string): readonly Refusal[] {
  return ['crawl.db', publicationFile].flatMap(name => {
    const path = join(directory, name);
    const found = findJournalDamage(path);
    if (found === undefined) return [];
    demandRescue(path, found);
    if (found.rescue === 'leave-out') leaveOut(path);
    return [shownDamage(name, found)];
  });
}

/** Publications that are lost are not fetched again as pages are. */
function shownDamage(name: string, { damage }: JournalDamage): Refusal {
  return name === publicationFile ? { ...damage, code: 'publications-journal-damaged' } : damage;
}

/** Throws `BadInput`: only who has the directory's lock may go on from an earlier state. */
function demandUndamaged(directory: string, name = 'crawl.db'): readonly Refusal[] {
  const found = damageOf({ crawl: join(directory, name), isWorkedOn: () => isDirectoryLocked(directory) });
  if (found !== undefined) throw new BadInput([shownDamage(name, found)]);
  return [];
}

/** Only those that are files. */
export function openLocalObjects(directory: string, durability: Durability | undefined): ObjectStore {
  return openFileObjects(directory, durability);
}

/** Objects for a thread that has no state open: files are written here, `rows` belong to the thread with the state. */
export function openObjectsBeside(
  directory: string,
  rows: ObjectRows,
  { durability, sites }: ResolvedSpec,
): ObjectStore {
  return new SmallObjects(openFileObjects(directory, durability), rows, sites.length);
}

/** Recorded answers of a directory. */
export function localAnswers(directory: string, durability: Durability | undefined): AnswerObjects {
  const objects = openFileObjects(directory, durability);
  return {
    get: async name => await objects.get(name),
    put: async (name, parts) => await objects.put(name, parts),
    bytes: async prefix => await objects.bytes(prefix),
  };
}

function openFileObjects(directory: string, durability?: Durability): FileObjects {
  return new FileObjects(join(directory, 'state'), durability);
}

export function openLocalSink(directory: string): ResultSink {
  return new FileResultSink(directory);
}

/** Publications of a watch, in their own file beside its state. */
export type LocalPublications = SqlitePublications;

/** Made where there are none. Loaded when it is needed: most directories are crawls. */
export async function openLocalPublications(directory: string): Promise<LocalPublications> {
  return await openPublications(directory, 'write');
}

/** Whether there is a file of publications. */
export function hasLocalPublications(directory: string): boolean {
  return existsSync(join(directory, publicationFile));
}

/**
 * For reading, whether or not a process works on the watch; undefined if it has found nothing yet. Throws `BadInput` where
 * its file is missing. `isExpected`: it has found something.
 */
export async function readLocalPublications(
  directory: string,
  isExpected: boolean,
): Promise<LocalPublications | undefined> {
  const path = join(directory, publicationFile);
  if (isExpected) demandPublications(directory);
  if (!existsSync(path)) return undefined;
  const opened = await openPublications(directory, existsSync(`${path}-wal`) ? 'read' : 'frozen');
  if (opened.isBegun) return opened;
  // A process was killed while it made the file.
  opened.close();
  if (isExpected) throw publicationsMissing(path, 'it holds no publications');
  return undefined;
}

/** Of a watch that has found something. Throws `BadInput` where its file is missing. */
export function demandPublications(directory: string): void {
  const file = join(directory, publicationFile);
  if (existsSync(file)) return;
  throw publicationsMissing(file, 'ENOENT: no such file');
}

function publicationsMissing(file: string, why: string): BadInput {
  return new BadInput([refusal('crawl-file-damaged', { file, why })]);
}

async function openPublications(directory: string, way: 'read' | 'write' | 'frozen'): Promise<LocalPublications> {
  const { SqlitePublications } = await import('./publications/sqlite-publications.ts');
  const path = join(directory, publicationFile);
  demandRegular([path, `${path}-wal`, `${path}-shm`]);
  demandUndamaged(directory, publicationFile);
  return new SqlitePublications(path, way);
}

export interface LocalArchive {
  readonly store: ArchiveStore;
  readonly objects: Pick<ObjectStore, 'get' | 'list'>;
  readonly clock: Clock;
}

/** Of each log of a watch. */
const mostLogBytes = 16_000_000;
/** Beside `crawl.db`. */
const publicationFile = 'watch.db';

/** A state that changes again and again while nothing can be written beside it is given up. */
const mostReadings = 5;

/**
 * The result of `work` on the state of the crawl in `directory`, whichever process works on it, also if nothing may be written.
 * `work` is called again where the state has changed meanwhile. `holder`: this process itself has the directory's lock, and no
 * state open.
 */
export async function readLocalState<T>(
  directory: string,
  work: (archive: LocalArchive) => Promise<T>,
  holder?: LockHolder,
): Promise<T> {
  const files = openFileObjects(directory);
  const reading = async ({ store }: SqliteArchive): Promise<T> =>
    await work({ store, objects: new SmallObjects(files, store.objects), clock: systemClock() });
  return await readArchive(directory, reading, holder);
}

/** Levels of the crawl in `directory` so far, of all sites or one. */
export async function readLocalLevels(
  directory: string,
  site: number | undefined,
): Promise<ReturnType<typeof countLevels>> {
  return await readArchive(directory, async ({ path, way }) => countLevels(path, way === 'write' ? 'read' : way, site));
}

/** How many claimed URLs of a site became no page so far, by reason. */
export async function readLocalSkipped(directory: string, site: number): Promise<ReturnType<typeof countSkipped>> {
  return await readArchive(directory, async ({ path, way }) =>
    countSkipped(path, way === 'write' ? 'read' : way, site),
  );
}

async function readArchive<T>(
  directory: string,
  work: (archive: SqliteArchive) => Promise<T>,
  holder?: LockHolder,
): Promise<T> {
  const crawl = join(directory, 'crawl.db');
  const isWorkedOn = (): boolean => holder === undefined && isDirectoryLocked(directory);
  for (let readings = 1; readings <= mostReadings; readings += 1) {
    const archive = openSqliteArchive({ crawl, tokens: tokensToRead(), isWorkedOn }, machineProcesses());
    try {
      const result = await work(archive);
      if (archive.isWhole()) return result;
    } catch (error) {
      if (archive.isWhole()) throw error;
    } finally {
      archive.close();
    }
  }
  throw Object.assign(new Error(`${crawl} changes while it is read`), { code: 'EBUSY', path: crawl });
}

/** The user's token table, where it is there and can be written. */
function tokensToRead(): string | undefined {
  const path = join(stateFolder(), 'tokens.db');
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK);
    return path;
  } catch {
    return undefined;
  }
}

/** Time and chance for a process that does not crawl itself. */
export const localClock = systemClock;
export const localIds: Ids = randomIds;

/** Which processes live, for one that holds no lock. */
export const localProcesses = (): Processes => machineProcesses();

/** Sites that are fetched from at once. With rendering as many as there are browsers: no turn waits for a browser. */
const mostSitesAtOnce = { never: 256, auto: 16, always: 4 };

export type LocalMachine = Awaited<ReturnType<typeof openLocalMachine>>;

/** The parts that the process that fetches needs beside the state. */
export async function openLocalMachine(directory: string, { spec }: CrawlRules) {
  const clock = systemClock();
  // Where a crawl has no end, its logs have one.
  const log = new CsvLog(join(directory, 'logs'), kindOf(spec).ends ? undefined : mostLogBytes);
  const fetcher = await openCrawlFetcher(directory, spec, text => log.note({ time: clock.now(), site: 0, text }));
  // A turn with a browser keeps its place: there are as many browsers as places.
  const places = (spec.render ?? 'never') === 'never' ? silentPlaces() : 0;
  return {
    clock,
    ids: randomIds,
    fetcher,
    queue: new MemoryQueue({
      ...{ clock, ids: randomIds, mostFetches: mostSitesAtOnce[spec.render ?? 'never'] },
      mostLent: () => (fetcher.namesWaiting() > 0 ? 0 : places),
      // The next turn waits while a turn is parsed, so a single commit ends the turn and begins the next.
      mostParses: spec.sites.length > manySites && !kindOf(spec).looksAgain ? 2 + 2 * readerCount(spec) : 1,
    }),
    log,
  };
}

/** More than a spec lets any site have open, also one that joins later: robots.txt and probes come between. */
const connectionsPerOrigin = 257;

/** The folder of a crawl directory with its WARC files and their index. */
export const archiveFolder = 'archive';

/** Asks servers, or archives in their place; what comes back is written into an archive where the spec wants one. Throws `BadInput`. */
async function openCrawlFetcher(
  directory: string,
  spec: ResolvedSpec,
  damaged: (text: string) => void,
): Promise<UndiciFetcher> {
  const { fromWarc, archiveDate } = spec;
  const options = { folder: directory, damaged, ...(archiveDate !== undefined && { date: instantOf(archiveDate) }) };
  const fetcher = fromWarc === undefined ? await openLocalFetcher(spec) : await openArchives(fromWarc, options);
  if (spec.warc !== true) return fetcher;
  const { recordingFetcher } = await import('../web/warc/recording-fetcher.ts');
  const info = { software: 'orbweaver', spec: JSON.stringify(spec) };
  return await recordingFetcher(fetcher, join(directory, archiveFolder), info);
}

/** Names of the WARC files in a folder, in the order in which they were written. */
export async function archiveFiles(folder: string): Promise<readonly string[]> {
  return (await import('../web/warc/warc-writer.ts')).archiveFiles(folder);
}

/** Names of the WARC files that are finished. */
export async function endedArchiveFiles(folder: string): Promise<readonly string[]> {
  return (await import('../web/warc/warc-writer.ts')).endedFiles(folder);
}

/** An index of WARC files, CDXJ. Throws if a file is damaged. */
export async function archiveIndexOf(paths: readonly string[]): Promise<string> {
  return await (await import('../web/warc/cdxj.ts')).cdxjOf(paths);
}

export type { ArchivedPage } from '../web/warc/archive-fetcher.ts';

/** Archives that answer requests, or whose pages are read one after the other. Throws `BadInput` where a file cannot be read. */
export async function openArchives(paths: readonly string[], options: ArchiveOptions): Promise<ArchiveFetcher> {
  const { ArchiveFetcher } = await import('../web/warc/archive-fetcher.ts');
  return await readable(async () => await ArchiveFetcher.open(paths, options));
}

/** The spec in the first `warcinfo` of an archive of ours, JSON. Throws `BadInput` where there is none. */
export async function specOfArchive(path: string): Promise<string> {
  const { firstBlockOf } = await import('../web/warc/archive-fetcher.ts');
  return await readable(async () => {
    const spec = /^orbweaver-spec: (.*)$/m.exec(firstBlockOf(path).toString('utf8'))?.[1];
    if (spec === undefined) throw new Error(`${path} does not say how it was crawled; name the start addresses`);
    return spec.trim();
  });
}

/** Throws `BadInput` in place of a sentence about an archive. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // That is the disk's fault, not the archive's.
    if ((error as NodeJS.ErrnoException).syscall === 'write') throw error;
    throw new BadInput([
      refusal('archive-unreadable', { why: error instanceof Error ? error.message : String(error) }),
    ]);
  }
}

/** Loaded when it is needed: the thread that owns the state fetches nothing. */
export async function openLocalFetcher(spec: ResolvedSpec): Promise<UndiciFetcher & AsyncDisposable> {
  const { createUndiciFetcher } = await import('../web/undici-fetcher.ts');
  const { openWay } = await import('../web/access/proxy.ts');
  const open = (network: NetworkAccess = {}): UndiciFetcher => {
    const way = openWay(network, process.env);
    return createUndiciFetcher({ ...allowedHostsOf(spec), connectionsPerOrigin, ...defined({ way }) });
  };
  const place = { open, load: async (reference: string) => heldAccess(reference), keepCookies };
  const fetcher = spec.access === undefined ? open() : (await import('../web/access-fetcher.ts')).accessFetcher(place);
  return Object.assign(fetcher, { [Symbol.asyncDispose]: async () => await fetcher.close() });
}

/** Holds secrets for this process; the reference by which a spec names them. */
export function holdLocalAccess(access: Access): string {
  return holdAccess(writableStateFolder(), access);
}

/** The same secrets for a new crawl, under a separate reference. */
export function holdLocalAccessAgain(reference: string): string {
  return holdLocalAccess(heldAccess(reference));
}

/** Makes this user's key for signed requests, or keeps the one that is there. */
export function makeIdentityKey(agent: string): Signing {
  return keepIdentityKey(writableStateFolder(), agent);
}

export function localIdentityKey(): Signing | undefined {
  return readIdentityKey(stateFolder());
}

/** Keeps the secrets that a spec names for later runs of its crawl. */
export function keepLocalAccess({ access }: Pick<ResolvedSpec, 'access'>, crawl: string): void {
  if (access !== undefined) keepAccess(writableStateFolder(), access, crawl);
}

/** Whether this user has the secrets that the spec of the crawl names. */
export function hasLocalAccess({ access }: Pick<ResolvedSpec, 'access'>, crawl: string): boolean {
  return access === undefined || takeAccess(stateFolder(), access, crawl);
}

/** Loaded when it is needed: only to explain what a crawl would do. With `offline` no name is looked up. */
export async function openEgressCheck(spec: ResolvedSpec, { offline }: { offline: boolean }): Promise<EgressCheck> {
  const { createEgressCheck } = await import('../web/egress-check.ts');
  const { createNameResolver } = await import('../web/name-resolver.ts');
  return createEgressCheck(allowedHostsOf(spec), offline ? undefined : createNameResolver());
}

/** Fault of the machine in a crawl in `directory`; undefined if the error is no fault of the machine. */
export function findLocalFault(error: unknown, directory: string): SystemFault | undefined {
  return findFault(error, [join(directory, 'crawl.db'), join(stateFolder(), 'tokens.db')]);
}

/** Takes along what pages of an earlier crawl were read as, into a file beside the state. */
export async function keepEarlierPages(directory: string, segments: AsyncIterable<EarlierSegment>): Promise<void> {
  await (await import('./earlier/earlier-database.ts')).writeEarlierPages(directory, segments);
}

/** Undefined if the crawl took nothing along. */
export async function openLocalEarlier(
  directory: string,
  { normalization, extract = [], since }: Pick<ResolvedSpec, 'normalization' | 'extract' | 'since'>,
): Promise<LocalEarlierPages | undefined> {
  const isItself = since === undefined;
  if (isItself && !existsSync(join(directory, earlierFile))) return undefined;
  const { openEarlierPages } = await import('./earlier/earlier-database.ts');
  return openEarlierPages(directory, { normalization, fieldCount: extract.length, isItself });
}

export { errorColumns, partColumns, requestColumns } from './csv-log.ts';
export { type DirectoryLock, isDirectoryLocked, lockDirectory, lockFiles } from './directory-lock.ts';
export type { LocalEarlierPages } from './earlier/earlier-database.ts';
export { makeFolder as makeLocalFolder } from './files/make-folder.ts';
export {
  openAppended,
  openRegular,
  openRegularHandle,
  readRegular,
  replaceFile,
  writeAnew,
} from './files/regular-file.ts';
export { syncFiles } from './files/sync-files.ts';
export { isInUse } from './machine-processes.ts';
export { manySites } from './many-sites.ts';
export { readerCount } from './reader-count.ts';
export type { FetchPlace, LockHolder, ObjectRows };
export { earlierFiles, removeEarlierFiles };

/** Signatures by the key of this user, one for each text. */
export function signByUser(texts: readonly string[]): readonly string[] {
  return signTexts(writableStateFolder(), texts);
}

/** Of each, whether this user signed it. Writes nothing: without a key no signature counts. */
export function areSignedByUser(signed: readonly SignedText[]): readonly boolean[] {
  return areSigned(stateFolder(), signed);
}

/** The folder of this user's schedules. Throws `BadInput`. */
export function localScheduleFolder(): string {
  return join(writableStateFolder(), 'schedules');
}

/** The folder of the alerts of this user's watches. `way`: who only reads needs no folder. Throws `BadInput`. */
export function localAlertFolder(way: 'read' | 'write'): string {
  return join(way === 'read' ? stateFolder() : writableStateFolder(), 'alerts');
}

/** The folder of the engines of tone that this user's watches ask. Throws `BadInput`. */
export function localEngineFolder(way: 'read' | 'write'): string {
  return join(way === 'read' ? stateFolder() : writableStateFolder(), 'engines');
}

function writableStateFolder(): string {
  const folder = stateFolder();
  try {
    makeFolder(folder);
    return folder;
  } catch (error) {
    const fault = systemFaultOf(error);
    if (fault === undefined || ['full', 'limit', 'broken'].includes(fault.kind)) throw error;
    const { words: why, code } = fault;
    const found = allowance('not-writable', { directory: JSON.stringify(folder), why, fault: code });
    throw new BadInput([{ field: 'ORBWEAVER_STATE', ...found }]);
  }
}

/**
 * Where the user's token table is: `$ORBWEAVER_STATE`, else the system's folder for state (XDG Base Directory
 * Specification; on other systems the nearest there is).
 */
function stateFolder(): string {
  const { ORBWEAVER_STATE: given, XDG_STATE_HOME: xdg, LOCALAPPDATA: windows } = process.env;
  if (given !== undefined && given !== '') return given;
  if (process.platform === 'win32' && windows !== undefined) return join(windows, 'orbweaver');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'orbweaver');
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.local', 'state'), 'orbweaver');
}
