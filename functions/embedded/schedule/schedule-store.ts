/** Schedules of this user, each a folder in the state folder that the user alone can read. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Letter, LetterCounts, Receiver } from '../../../shared/adapters/delivery/open.ts';
import * as local from '../../../shared/adapters/local/open.ts';
import type { ChangeKind } from '../../../shared/wings/graph/diff/change-kinds.ts';
import { timedName } from '../output-directory.ts';

/** A crawl that is made again and again. */
export interface Schedule {
  /** The first crawl, whose settings count: a real path. Later ones lie beside it. */
  readonly directory: string;
  /** Five fields. */
  readonly cron: string;
  readonly timeZone: string;
  readonly receivers: readonly Receiver[];
  /** Notices are sent only of runs that found a change, or that failed. */
  readonly onlyChanges: boolean;
  /** Private hosts that the user allowed with the schedule, `name:port`. */
  readonly allowHosts?: readonly string[];
  /** Plugins that the user named with the schedule, as addresses, for the next run: that run signs them. */
  readonly plugins?: readonly string[];
  /** ISO 8601. */
  readonly next: string;
  /** The directory of the run under way. */
  readonly running?: { readonly directory: string; readonly startedAt: string };
  /** The last crawl that gave pages: the next run is since it, and is compared with it. */
  readonly last: string;
  /** The last ones, newest first. */
  readonly runs: readonly ScheduledRun[];
  readonly letters: readonly Letter[];
  readonly counts: LetterCounts;
}

export interface ScheduledRun {
  readonly directory: string;
  /** The crawl that it was compared with; absent where it gave no page. */
  readonly before?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly finishReason: string;
  readonly exitCode: number;
  readonly pages: number;
  readonly changes: Readonly<Partial<Record<ChangeKind, number>>>;
  /** One line: "3 pages appeared, 1 page vanished". */
  readonly title: string;
  /** As `orbweaver diff` prints it, cut after a few hundred lines. */
  readonly text: string;
}

export const mostRuns = 50;

/** Schedules of this user by id; with `root`, those of crawls in that folder. */
export function schedulesIn(root?: string): ReadonlyMap<string, Schedule> {
  const folder = local.localScheduleFolder();
  const ids = existsSync(folder) ? readdirSync(folder).filter(hasSchedule) : [];
  const all = new Map(ids.map(id => [id, readSchedule(id)]));
  if (root === undefined || !existsSync(root)) return root === undefined ? all : new Map();
  const inside = `${realpathSync(root)}${sep}`;
  return new Map([...all].filter(([, { directory }]) => directory.startsWith(inside)));
}

/** Of the first crawl in `directory`, a real path. */
export function scheduleId(directory: string): string {
  return createHash('sha256').update(directory).digest('hex').slice(0, 16);
}

export function hasSchedule(id: string): boolean {
  return existsSync(fileOf(id));
}

export function readSchedule(id: string): Schedule {
  return JSON.parse(local.readRegular(fileOf(id))) as Schedule;
}

/** Whether a run is due or under way, or a notice is. */
export function isDue({ running, next, letters }: Schedule, now: number): boolean {
  const times = [next, ...letters.map(({ after }) => after)];
  return running !== undefined || times.some(time => time === undefined || Date.parse(time) <= now);
}

export function writeSchedule(id: string, schedule: Schedule): void {
  const file = fileOf(id);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  local.replaceFile(file, `${JSON.stringify(schedule, undefined, 1)}\n`, 0o600);
}

export function removeSchedule(id: string): void {
  rmSync(dirname(fileOf(id)), { recursive: true, force: true });
}

/** Undefined: another process works on it. */
export function lockSchedule(id: string): local.DirectoryLock | undefined {
  const lock = local.lockDirectory(dirname(fileOf(id)));
  return 'owner' in lock ? undefined : lock;
}

function fileOf(id: string): string {
  return join(local.localScheduleFolder(), id, 'schedule.json');
}

/** Where the run that begins now is written: beside the first crawl, named by time. */
export function directoryOfRun({ directory }: Pick<Schedule, 'directory'>, now: Date): string {
  const name = basename(directory).replace(/-\d{8}T\d{6}Z$/, '');
  const path = join(dirname(directory), timedName(name, now));
  return existsSync(path) ? directoryOfRun({ directory }, new Date(now.getTime() + 1_000)) : path;
}
