/** A watch as the API shows it, as the commands of this machine show one. */
import type { ApplicationStatus } from '../../../shared/wings/publications/watch/application-status.ts';
import type { FailedAddress } from '../../../shared/wings/publications/watch/source-memory.ts';
import type { EntryStatus, SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import type { WatchState } from '../../embedded/watch/read-watch.ts';
import { crawlPath, type Remote, watchPath } from './remote-api.ts';

/** Instants are texts there. */
type Shown<T, Key extends keyof T> = Omit<T, Key> & { readonly [K in Key]?: string };
interface ShownEntry extends Omit<Shown<EntryStatus, 'due' | 'lastRead'>, 'last'> {
  readonly interval?: number;
  readonly last?: Omit<NonNullable<EntryStatus['last']>, 'at'> & { readonly at: string };
}
type ShownApplication = Omit<Shown<ApplicationStatus, 'offSince'>, 'last'> & {
  readonly last?: Omit<NonNullable<ApplicationStatus['last']>, 'at'> & { readonly at: string };
};
type ShownFailed = Shown<Omit<FailedAddress, 'first' | 'last'>, 'due'> & {
  readonly first: string;
  readonly last: string;
};
interface ShownSource extends Omit<Shown<SourceStatus, 'due'>, 'entries' | 'failed' | 'rules' | 'applications'> {
  readonly failed: readonly ShownFailed[];
  readonly applications?: readonly ShownApplication[];
  readonly entries: readonly ShownEntry[];
  readonly rules?: Omit<NonNullable<SourceStatus['rules']>, 'alarm'> & {
    readonly alarm?: Omit<NonNullable<NonNullable<SourceStatus['rules']>['alarm']>, 'since'> & {
      readonly since: string;
    };
  };
}

/** Sources that are requested at once. */
const atOnce = 8;

export interface RemoteWatch {
  readonly id: string;
  readonly state: string;
  readonly createdAt: string;
  readonly publications?: number;
}

/** Numbers of the sources, in their order. */
async function sourceNumbers(api: Remote, id: string): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (let path: string | undefined = `${watchPath(id)}/sources`; path !== undefined; ) {
    const page: { sources: { number: number }[]; next?: string } = await api.call('GET', path);
    numbers.push(...page.sources.map(({ number }) => number));
    path = page.next === undefined ? undefined : `${watchPath(id)}/sources?cursor=${encodeURIComponent(page.next)}`;
  }
  return numbers;
}

/** The sources with their entries. */
export async function remoteSources(api: Remote, id: string): Promise<readonly SourceStatus[]> {
  const numbers = await sourceNumbers(api, id);
  const sources: SourceStatus[] = [];
  for (let from = 0; from < numbers.length; from += atOnce) {
    const some = numbers.slice(from, from + atOnce);
    const shown = await Promise.all(
      some.map(async number => await api.call<ShownSource>('GET', `${watchPath(id)}/sources/${number}`)),
    );
    sources.push(...shown.map(sourceIn));
  }
  return sources;
}

/** Why a watch has no sources to show: they are still looked at, or it never began. */
export async function withoutSources(api: Remote, id: string): Promise<string | undefined> {
  const crawl = await api.call<{ readonly state: string; readonly errors?: readonly { message: string }[] }>(
    ...(['GET', crawlPath(id)] as const),
  );
  if (crawl.state === 'queued') return 'Queued: its sources are looked at first.';
  if (crawl.state === 'failed') return `Failed.${(crawl.errors ?? []).map(({ message }) => ` ${message}`).join('')}`;
  return undefined;
}

/** As `orbweaver watch status` has it. */
export async function remoteState(api: Remote, id: string): Promise<WatchState> {
  const { state, publications = 0 } = await api.call<RemoteWatch>('GET', watchPath(id));
  return { directory: id, state: states[state] ?? 'interrupted', publications, sources: await remoteSources(api, id) };
}

const states: Readonly<Record<string, WatchState['state']>> = {
  ...{ queued: 'running', running: 'running', stopping: 'stopping', unloading: 'stopping' },
  ...{ stopped: 'stopped', finished: 'stopped' },
};

function sourceIn({ due, entries, failed, rules, applications, ...source }: ShownSource): SourceStatus {
  const alarm = rules?.alarm;
  const held = rules && {
    ...rules,
    ...(alarm !== undefined && { alarm: { ...alarm, since: Date.parse(alarm.since) } }),
  };
  return {
    ...source,
    ...(due !== undefined && { due: Date.parse(due) }),
    ...(held !== undefined && { rules: held as NonNullable<SourceStatus['rules']> }),
    ...(applications !== undefined && { applications: applications.map(applicationIn) }),
    entries: entries.map(entryIn),
    failed: failed.map(failedIn),
  };
}

function applicationIn({ last, offSince, ...application }: ShownApplication): ApplicationStatus {
  return {
    ...application,
    ...(last !== undefined && { last: { ...last, at: Date.parse(last.at) } }),
    ...(offSince !== undefined && { offSince: Date.parse(offSince) }),
  };
}

function failedIn({ first, last, due, ...failed }: ShownFailed): FailedAddress {
  return {
    ...{ ...failed, first: Date.parse(first), last: Date.parse(last) },
    ...(due !== undefined && { due: Date.parse(due) }),
  };
}

function entryIn({ due, interval, last, lastRead, ...entry }: ShownEntry): EntryStatus {
  return {
    ...entry,
    ...(due !== undefined && { due: Date.parse(due) }),
    ...(interval !== undefined && { fixedS: interval }),
    ...(last !== undefined && { last: { ...last, at: Date.parse(last.at) } }),
    ...(lastRead !== undefined && { lastRead: Date.parse(lastRead) }),
  };
}
