/** A watch as the API shows it, as the commands of this machine show one. */
import { defined } from '../../../shared/domain/defined.ts';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { resolveSites } from '../../../shared/domain/spec/resolve/resolve-sites.ts';
import type { WatchSettings } from '../../../shared/place/operations/watch-settings.ts';
import { withInstants } from '../../../shared/place/shown-instants.ts';
import type { KeptFindings } from '../../../shared/place/watch-service.ts';
import type { WatchPlan } from '../../../shared/place/watch-usage.ts';
import type { EntryStatus, SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import type { WatchState } from '../../embedded/watch/read-watch.ts';
import { crawlPath, type Remote, watchPath } from './remote-api.ts';
import type { RemoteCrawl } from './remote-crawl-text.ts';

/** Its entries have other names for some of their members. */
interface ShownSource extends Omit<SourceStatus, 'entries'> {
  readonly entries: readonly (Omit<EntryStatus, 'fixedS'> & { readonly interval?: number })[];
}

/** Sources that are requested at once. */
const atOnce = 8;

export interface RemoteWatch extends Pick<RemoteCrawl, 'id' | 'name' | 'firstSite' | 'state' | 'createdAt'> {
  readonly publications?: number;
}

/** The sources with their entries. */
export async function remoteSources(api: Remote, id: string): Promise<readonly SourceStatus[]> {
  const listed = await Array.fromAsync(api.entries<{ number: number }>(`${watchPath(id)}/sources`, 'sources'));
  const sources: SourceStatus[] = [];
  for (let from = 0; from < listed.length; from += atOnce) {
    const some = listed.slice(from, from + atOnce);
    const shown = await Promise.all(
      some.map(async ({ number }) => await api.call('GET', `${watchPath(id)}/sources/${number}`)),
    );
    sources.push(...shown.map(each => sourceIn(withInstants(each) as ShownSource)));
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

/** Dollars of a source's request, and of the clock of all watches for a month, as `bench:cost` measured them. */
const prices = { request: 17e-6, month: 0.1 };

export async function remotePlan(api: Remote, id: string): Promise<WatchPlan> {
  const { settings } = await api.call<{ readonly settings: Pick<WatchSettings, 'recheck' | 'keepPages'> }>(
    ...(['GET', watchPath(id)] as const),
  );
  const { spec } = await api.call<{ readonly spec: CrawlSpec }>('GET', `${crawlPath(id)}/spec`);
  const findings = await Array.fromAsync(api.entries<KeptFindings>(`${watchPath(id)}/findings`, 'sources'));
  const { recheck: recheckS = [], keepPages } = settings;
  return { sites: resolveSites(spec), recheckS, ...defined({ keepPagesDays: keepPages }), findings, prices };
}

const states: Readonly<Record<string, WatchState['state']>> = {
  ...{ queued: 'running', running: 'running', stopping: 'stopping', unloading: 'stopping' },
  ...{ stopped: 'stopped', finished: 'stopped' },
};

function sourceIn({ entries, ...source }: ShownSource): SourceStatus {
  return {
    ...source,
    entries: entries.map(({ interval, ...entry }) => ({ ...entry, ...defined({ fixedS: interval }) })),
  };
}
