import { randomUUID } from 'node:crypto';
import { defined } from '../../../shared/domain/defined.ts';
import { rereadAll } from '../../../shared/place/reread-pages.ts';
import type { NewEntry, Reread, RereadQuery } from '../../../shared/place/watch-service.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import { readOrganizationFile } from '../mentions/read-organization-file.ts';
import { specInFile } from '../spec/config-file.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import { formatCount, formatTable } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { type AddPublicationsOptions, addListed } from '../watch/add-publications.ts';
import type { NewWatchOptions } from '../watch/new-watch.ts';
import { type RereadOptions, rereadQuery, rereadText } from '../watch/reread-watch.ts';
import { readWatchConfig } from '../watch/watch-config.ts';
import {
  type ChangeEntryOptions,
  changedLines,
  type SourceSettingsOptions,
  sourceChange,
  sourcesNamed,
} from '../watch/watch-sources.ts';
import { failedOf, failedText, statusText } from '../watch/watch-text.ts';
import { crawlPath, type Remote, type RemoteOptions, remoteApi, watchPath } from './remote-api.ts';
import { remoteOrder } from './remote-applications.ts';
import { deleteWhole } from './remote-crawls.ts';
import { filtersOf } from './remote-query.ts';
import { specToSend } from './remote-start.ts';
import { type RemoteWatch, remoteSources, remoteState } from './remote-watch-state.ts';

export type RemoteNewOptions = RemoteOptions & NewWatchOptions;

/** `orbweaver remote watches new`: prints the id. */
export async function newRemoteWatch(options: RemoteNewOptions): Promise<void> {
  const { applications: named = [] } = options;
  const given = await orderOf(options);
  const api = await remoteApi(options);
  const order = named.length === 0 ? given : { ...given, applications: await remoteOrder(api, named) };
  const headers = { 'idempotency-key': randomUUID() };
  const started = await api.call<{ id: string }>('POST', 'watches', order, headers);
  process.stdout.write(options.json ? `${JSON.stringify(started)}\n` : `${started.id}\n`);
  process.stderr.write(`What there is at its sources: orbweaver remote watches status ${started.id}\n`);
}

async function orderOf({ api: _, json: __, applications: ___, ...options }: RemoteNewOptions): Promise<object> {
  const { host = [], ...others } = options;
  const { source = [], config, requests } = options;
  if (source.length === 0 && config === undefined)
    throw new BadCommand(['there is nothing to watch; give the address of a news site by --source, or --config.']);
  const given = config === undefined ? undefined : await readWatchConfig(config, host);
  const configured =
    config === undefined || given === undefined ? {} : { config, configured: specInFile(config, given.value) };
  const { spec } = await gatherSpec({ urls: source, options: others, partsAreElsewhere: true, ...configured });
  const { organizations: file } = options;
  const organizations =
    file === undefined ? given?.organizations : (await readOrganizationFile('--organizations', file)).organizations;
  const { sites: all = [], ...settings } = specToSend(spec);
  // The further hosts of a file are its last sites; the API takes them by themselves.
  const sites = all.slice(0, all.length - (given?.hosts.length ?? 0));
  const rules: ReadonlyMap<string, RulesData> = given?.rules ?? new Map();
  const on: ReadonlyMap<string, readonly string[]> = given?.applications ?? new Map();
  const { interval, leastInterval, mostInterval, recheck, archive, timeZone, keepPages } = options;
  return {
    ...settings,
    ...defined({ organizations }),
    sites: sites.map(site => ({
      ...site,
      ...(rules.has(site.url) && { rules: rules.get(site.url) }),
      ...(on.has(site.url) && { applications: on.get(site.url) }),
    })),
    watch: {
      ...{ requests, hosts: given?.hosts ?? host },
      ...defined({ interval, leastInterval, mostInterval, recheck, archive, timeZone, keepPages }),
    },
  };
}

/** `orbweaver remote watches ls`: newest first. */
export async function listRemoteWatches(options: RemoteOptions): Promise<void> {
  const api = await remoteApi(options);
  const watches: RemoteWatch[] = [];
  for (let path: string | undefined = 'watches'; path !== undefined; ) {
    const page: { watches: RemoteWatch[]; next?: string } = await api.call('GET', path);
    watches.push(...page.watches);
    path = page.next === undefined ? undefined : `watches?cursor=${encodeURIComponent(page.next)}`;
  }
  const rows = watches.map(({ id, createdAt, state, publications = 0 }) => [
    ...[id, createdAt.slice(0, 16).replace('T', ' '), state, formatCount(publications)],
  ]);
  const text = formatTable(rows).map(row => `${row}\n`);
  process.stdout.write(options.json ? `${JSON.stringify(watches)}\n` : text.join(''));
}

/** `orbweaver remote watches status` and `sources list`. */
export async function remoteWatchStatus(id: string, options: RemoteOptions): Promise<void> {
  const api = await remoteApi(options);
  if (await isToldAsCrawl(api, id)) return;
  const state = await remoteState(api, id);
  process.stdout.write(options.json ? `${JSON.stringify(state)}\n` : statusText(state));
}

/** `orbweaver remote watches failed`. */
export async function remoteWatchFailed(id: string, options: RemoteOptions): Promise<void> {
  const api = await remoteApi(options);
  if (await isToldAsCrawl(api, id)) return;
  const state = await remoteState(api, id);
  process.stdout.write(options.json ? `${JSON.stringify(failedOf(state))}\n` : failedText(state));
}

/** A watch whose sources are still looked at, or that never began, has no sources to show. */
async function isToldAsCrawl(api: Remote, id: string): Promise<boolean> {
  const crawl = await api.call<{ readonly state: string; readonly errors?: readonly { message: string }[] }>(
    'GET',
    crawlPath(id),
  );
  if (crawl.state !== 'queued' && crawl.state !== 'failed') return false;
  const why = (crawl.errors ?? []).map(({ message }) => ` ${message}`).join('');
  const said = crawl.state === 'queued' ? 'Queued: its sources are looked at first.' : `Failed.${why}`;
  process.stdout.write(`${said}\n`);
  return true;
}

/** `orbweaver remote watches run`: a watch that was stopped goes on. */
export async function runRemoteWatch(id: string, options: RemoteOptions): Promise<void> {
  await (await remoteApi(options)).call('POST', `${watchPath(id)}/run`, {});
  process.stderr.write(`The watch goes on; see it by: orbweaver remote watches status ${id}\n`);
}

/** `orbweaver remote watches stop`: returns when the stop is requested. */
export async function stopRemoteWatch(id: string, options: RemoteOptions): Promise<void> {
  await (await remoteApi(options)).call('POST', `${watchPath(id)}/stop`);
  process.stderr.write(`The watch stops after the requests in flight; go on by: orbweaver remote watches run ${id}\n`);
}

/** `orbweaver remote watches rm`: with all that it found. */
export async function removeRemoteWatch(id: string, options: RemoteOptions): Promise<void> {
  await deleteWhole(await remoteApi(options), watchPath(id));
  process.stderr.write('The watch is deleted.\n');
}

const said = {
  on: 'is looked at from now on',
  off: 'is switched off; what it found stays',
  remove: 'is removed; what it found stays',
} as const;

/** `orbweaver remote watches sources on|off|remove`. */
export async function changeRemoteEntries(
  id: string,
  addresses: readonly string[],
  change: keyof typeof said,
  { kind, ...options }: RemoteOptions & ChangeEntryOptions,
): Promise<void> {
  const api = await remoteApi(options);
  const entries = `${watchPath(id)}/entries`;
  const ofKind = kind === undefined ? {} : { kind };
  if (change !== 'remove') await api.call('PATCH', entries, { addresses, on: change === 'on', ...ofKind });
  else
    for (const address of addresses) {
      const query = new URLSearchParams({ address, ...ofKind });
      await api.call('DELETE', `${entries}?${query.toString().replaceAll('+', '%20')}`);
    }
  process.stdout.write(addresses.map(address => `${address} ${said[change]}.\n`).join(''));
}

/** `orbweaver remote watches sources set`. */
export async function setRemoteSources(
  id: string,
  names: readonly string[],
  { archive, timeZone, render, ...options }: RemoteOptions & SourceSettingsOptions,
): Promise<void> {
  const change = sourceChange(defined({ archive, timeZone, render }));
  const api = await remoteApi(options);
  for (const source of sourcesNamed(names, await remoteSources(api, id))) {
    await api.call('PATCH', `${watchPath(id)}/sources/${source.number}`, change);
    process.stdout.write(changedLines(source, change, `remote watches reread ${id}`));
  }
}

/** `orbweaver remote watches reread`. */
export async function rereadRemoteWatch(
  id: string,
  { source, since, ...options }: RemoteOptions & RereadOptions,
): Promise<void> {
  const api = await remoteApi(options);
  const query = rereadQuery(defined({ source, since }), await remoteSources(api, id));
  const call = async ({ after, ...rest }: RereadQuery): Promise<Reread> =>
    await api.call('POST', `${watchPath(id)}/reread?${filtersOf(rest, { cursor: after })}`);
  process.stdout.write(rereadText(await rereadAll(call, query)));
}

/** `orbweaver remote watches add`. */
export async function addRemotePublications(
  id: string,
  { urls, ...options }: RemoteOptions & AddPublicationsOptions,
): Promise<void> {
  if (urls === undefined) throw new BadCommand(['there is nothing to add; allowed is --urls.']);
  const api = await remoteApi(options);
  const path = `${watchPath(id)}/addresses`;
  await addListed(urls, async addresses => await api.call('POST', path, { addresses }));
}

export interface AddEntryOptions {
  readonly kind: NewEntry['kind'];
  readonly interval?: number;
}

/** `orbweaver remote watches sources add`: an entry of a host that is watched. */
export async function addRemoteEntry(
  id: string,
  address: string,
  { kind, interval, ...options }: RemoteOptions & AddEntryOptions,
): Promise<void> {
  const entry = { address, kind, ...defined({ interval }) };
  const added = await (await remoteApi(options)).call<{ address: string; source: number }>(
    ...(['POST', `${watchPath(id)}/entries`, entry] as const),
  );
  process.stdout.write(`${added.address} is an entry of source ${added.source} from now on.\n`);
}
