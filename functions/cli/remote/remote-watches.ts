import { randomUUID } from 'node:crypto';
import { defined } from '../../../shared/domain/defined.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import { specInFile } from '../spec/config-file.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import { formatCount, printAnswer } from '../terminal/print.ts';
import type { NewWatchOptions } from '../watch/new-watch.ts';
import { demandSources, organizationsOf, readWatchConfig } from '../watch/watch-config.ts';
import { type RemoteOptions, remoteApi, watchPath } from './remote-api.ts';
import { remoteOrder } from './remote-applications.ts';
import { deleteWhole, stopAt } from './remote-crawls.ts';
import { specToSend } from './remote-start.ts';
import type { RemoteWatch } from './remote-watch-state.ts';

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
  const { source = [], input, config, requests } = options;
  demandSources(options);
  const given = config === undefined ? undefined : await readWatchConfig(config, host);
  const configured =
    config === undefined || given === undefined ? {} : { config, configured: specInFile(config, given.value) };
  const { spec } = await gatherSpec({
    ...{ urls: source, options: others, partsAreElsewhere: true, ...configured },
    ...defined({ input }),
  });
  const organizations = await organizationsOf(options, given);
  const { sites: all = [], ...settings } = specToSend(spec);
  // The further hosts of a file are its last sites; the API takes them by themselves.
  const sites = all.slice(0, all.length - (given?.hosts.length ?? 0));
  const rules: ReadonlyMap<string, RulesData> = given?.rules ?? new Map();
  const on: ReadonlyMap<string, readonly string[]> = given?.applications ?? new Map();
  const chosen = { ...given?.watch, ...options };
  const { interval, leastInterval, mostInterval, recheck, archive, timeZone, keepPages } = chosen;
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
  const watches = await Array.fromAsync((await remoteApi(options)).entries<RemoteWatch>('watches', 'watches'));
  const rows = watches.map(({ id, createdAt, state, publications = 0, firstSite = '', name = firstSite }) => [
    ...[id, createdAt.slice(0, 16).replace('T', ' '), state, formatCount(publications), name],
  ]);
  printAnswer(options.json, watches, rows);
}

/** `orbweaver remote watches run`: a watch that was stopped goes on. */
export async function runRemoteWatch(id: string, options: RemoteOptions): Promise<void> {
  await (await remoteApi(options)).call('POST', `${watchPath(id)}/run`, {});
  process.stderr.write(`The watch goes on; see it by: orbweaver remote watches status ${id}\n`);
}

/** `orbweaver remote watches stop`: returns when the stop is requested. */
export async function stopRemoteWatch(id: string, options: RemoteOptions): Promise<void> {
  await stopAt(options, watchPath(id), 'watch', `orbweaver remote watches run ${id}`);
}

/** `orbweaver remote watches rm`: with all that it found. */
export async function removeRemoteWatch(id: string, options: RemoteOptions): Promise<void> {
  await deleteWhole(options, watchPath(id), 'watch');
}
