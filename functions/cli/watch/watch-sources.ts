import { localClock } from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import type { NewEntry } from '../../../shared/place/watch-service.ts';
import { TokenLines } from '../../../shared/steps/page/token-lines.ts';
import { isWorthWatching } from '../../../shared/wings/publications/finding/nothing-found.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { addSource, type SourceToAdd } from '../../embedded/watch/add-source.ts';
import { findAtNewSource, hostTokensOf } from '../../embedded/watch/find-at-source.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { trustedSpec } from '../../embedded/watch/trusted-spec.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { demandAddress } from '../spec/demand-address.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { BadCommand } from '../terminal/print.ts';
import { findingsText } from './findings-text.ts';
import type { NewWatchOptions } from './new-watch.ts';
import { addEntryTo } from './place-sources.ts';

/** `orbweaver watch stop`: returns when the stop is requested. */
export async function stopWatch(directory: string): Promise<void> {
  await readWatch(directory);
  const { requestLocalStop } = await import('../../embedded/run-crawl.ts');
  const answer = await requestLocalStop(directory);
  process.stderr.write(
    answer === 'requested'
      ? `The watch stops after the requests in flight; go on by: orbweaver watch run ${directory}\n`
      : `No process runs the watch in ${directory}: there is nothing to stop.\n`,
  );
}

export interface AddOptions
  extends Pick<SourceToAdd, 'interval' | 'render' | 'name' | 'tags'>,
    Pick<NewWatchOptions, 'host' | 'requests' | 'browser'> {
  readonly kind?: NewEntry['kind'];
}

/**
 * `orbweaver watch sources add`: an entry of a host that is watched, or a source: what there is at it is found and shown first; and
 * further hosts. The exit code.
 */
export async function addToWatch(place: WatchPlace, address: string | undefined, options: AddOptions): Promise<number> {
  const { name: directory } = place;
  const { kind, interval, host: hosts = [] } = options;
  if (address === undefined && hosts.length === 0)
    throw new BadCommand(['there is nothing to add; allowed is an address, or further hosts by --host.']);
  const isSource = address !== undefined && kind === undefined && !isWatched(await place.sources(), address);
  if (isSource) {
    const found = await findAndShow(directory, address, options);
    if (found === undefined) return exitCodes.nothingCrawled;
    const added = await addSource(directory, {
      ...found,
      ...defined({ interval, render: options.render, name: options.name, tags: options.tags }),
    });
    process.stdout.write(`${added.url} is source ${added.number}${whenLooked(added.waits)}.\n`);
  } else if (address !== undefined) {
    await addEntryTo(place, address, options);
  }
  for (const host of hosts) {
    const { number, url, waits } = await addSource(directory, { url: demandAddress('--host', host).href });
    process.stdout.write(
      `${url} is host ${number} of the watch${whenLooked(waits)}: what sources name there is taken.\n`,
    );
  }
  return exitCodes.finished;
}

function whenLooked(waits: boolean): string {
  return waits ? ' from the next run on' : ' from now on';
}

function isWatched(sources: readonly SourceStatus[], address: string): boolean {
  const { hostname, port } = demandAddress('address', address);
  return sources.some(({ origin, state }) => {
    const known = new URL(origin);
    return state !== 'removed' && state !== 'same-as' && known.hostname === hostname && known.port === port;
  });
}

async function findAndShow(
  directory: string,
  address: string,
  { requests: mostRequests, interval, browser = true }: Pick<AddOptions, 'requests' | 'interval' | 'browser'>,
): Promise<{ readonly url: string; readonly findings: SourceFindings } | undefined> {
  const url = demandAddress('address', address).href;
  const spec = await trustedSpec(directory);
  const lines = new TokenLines(localClock(), hostTokensOf(directory));
  const fixed = interval === undefined ? {} : { fixedS: interval };
  const found = await findAtNewSource(spec, { url, mostRequests, lines, ...fixed, browser });
  process.stderr.write(`${findingsText({ ...found, isFixed: interval !== undefined })}\n`);
  return isWorthWatching(found.found) ? { url, findings: found.found } : undefined;
}
