import { localClock } from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { RenderMode } from '../../../shared/domain/spec/crawl-spec.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import type { ChangedEntry, EntryChange, NewEntry, SourceChange } from '../../../shared/place/watch-service.ts';
import { TokenLines } from '../../../shared/steps/page/token-lines.ts';
import { isWorthWatching } from '../../../shared/wings/publications/finding/nothing-found.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { trustedHosts } from '../../embedded/plugins/trust.ts';
import { addSource } from '../../embedded/watch/add-source.ts';
import { addEntry, changeEntries, changeSource, withWatch } from '../../embedded/watch/change-entries.ts';
import { findAtNewSource } from '../../embedded/watch/find-at-source.ts';
import { hostTokensOf } from '../../embedded/watch/host-tokens.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { sourceNamed } from '../publications/source-named.ts';
import { formatCounted } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { findingsText } from './findings-text.ts';
import { guessed } from './guessed-zone.ts';
import { failedOf, failedText, statusText } from './watch-text.ts';

export interface SourcesOutput {
  readonly json?: true;
}

/** `orbweaver watch status` and `watch sources list`. */
export async function watchStatus(directory: string, { json }: SourcesOutput): Promise<void> {
  const state = await readWatch(directory);
  process.stdout.write(json ? `${JSON.stringify(state)}\n` : statusText(state));
}

/** `orbweaver watch failed`. */
export async function watchFailed(directory: string, { json }: SourcesOutput): Promise<void> {
  const state = await readWatch(directory);
  process.stdout.write(json ? `${JSON.stringify(failedOf(state))}\n` : failedText(state));
}

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

type Switch = Extract<EntryChange, string>;

const done: Readonly<Record<Switch, string>> = {
  on: 'is looked at from now on',
  off: 'is switched off; what it found stays',
  remove: 'is removed; what it found stays',
};

/** `orbweaver watch sources on|off|remove`. */
export async function switchEntries(
  directory: string,
  addresses: readonly string[],
  change: Switch,
  { kind }: ChangeEntryOptions,
): Promise<void> {
  const numbers = change === 'remove' ? addresses.filter(text => /^\d{1,9}$/.test(text)) : [];
  const others = addresses.filter(text => !numbers.includes(text));
  const changed = others.length === 0 ? [] : await changeEntries(directory, others, change, kind);
  process.stdout.write(changed.map(({ address }: ChangedEntry) => `${address} ${done[change]}.\n`).join(''));
  if (numbers.length > 0) await removeSources(directory, numbers.map(Number));
}

/** What they found stays. */
async function removeSources(directory: string, numbers: readonly number[]): Promise<void> {
  await readWatch(directory);
  const { removeLocalSites } = await import('../../embedded/local-sites.ts');
  const removed = await removeLocalSites(directory, numbers);
  const said = numbers.map((number, at) =>
    removed[at] === true ? `Source ${number} ${done.remove}.\n` : `Source ${number} was removed before.\n`,
  );
  process.stdout.write(said.join(''));
}

export interface ChangeEntryOptions {
  readonly kind?: NewEntry['kind'];
}

/** `orbweaver watch sources interval`; without seconds the interval is learnt. */
export async function changeIntervals(
  directory: string,
  addresses: readonly string[],
  { kind, seconds }: ChangeEntryOptions & { readonly seconds?: number },
): Promise<void> {
  const interval = seconds === undefined ? {} : { interval: seconds };
  const changed = await changeEntries(directory, addresses, interval, kind);
  const said = seconds === undefined ? 'is looked at as often as is learnt' : `is looked at every ${seconds} s`;
  process.stdout.write(changed.map(({ address }) => `${address} ${said} from now on.\n`).join(''));
}

export interface SourceSettingsOptions {
  readonly archive?: boolean;
  readonly render?: RenderMode | 'default';
  readonly timeZone?: string;
}

/** What the options change. Throws `BadCommand` where that is nothing. */
export function sourceChange({ archive, timeZone, render }: SourceSettingsOptions): SourceChange {
  if (archive === undefined && timeZone === undefined && render === undefined)
    throw new BadCommand(['nothing is changed; allowed are --archive, --no-archive, --time-zone and --render.']);
  return defined({
    archive,
    timeZone: timeZone === guessed ? null : timeZone,
    render: render === 'default' ? null : render,
  });
}

/** The sources that are named, or all. Throws `BadInput` for one that is not there. */
export function sourcesNamed(names: readonly string[], sources: readonly SourceStatus[]): readonly SourceStatus[] {
  return names.length === 0 ? sources : names.map(name => sourceNamed('source', name, sources));
}

/** `orbweaver watch sources set`. */
export async function setSources(
  directory: string,
  names: readonly string[],
  options: SourceSettingsOptions,
): Promise<void> {
  const change = sourceChange(options);
  for (const source of sourcesNamed(names, (await readWatch(directory)).sources)) {
    await changeSource(directory, source.number, change);
    process.stdout.write(changedLines(source, change, `watch reread ${directory}`));
  }
}

/** What counts at a source from now on. `reread`: the command that mends what is stored. */
export function changedLines(
  { number, origin, clock }: SourceStatus,
  { archive, timeZone, render }: SourceChange,
  reread: string,
): string {
  const said = [
    ...(archive === undefined ? [] : [archive ? 'old publications are read, too' : 'no further old ones are read']),
    ...(timeZone === undefined
      ? []
      : [`times without a zone are read as ${timeZone ?? 'the watch says, or by a guess'}`]),
    ...(render === undefined ? [] : [`pages are loaded in a browser: ${render ?? 'as the watch says'}`]),
  ];
  const dates = timeZone === undefined ? 0 : (clock?.times ?? 0);
  const stored = `${formatCounted(dates, 'date')} without a zone ${dates === 1 ? 'was' : 'were'} read before`;
  const mend = dates === 0 ? '' : `${stored}; kept pages are read again by: orbweaver ${reread} --source ${number}\n`;
  return `Source ${number} (${origin}): ${said.join('; ')}, from now on.\n${mend}`;
}

export interface AddOptions {
  readonly kind?: NewEntry['kind'];
  readonly interval?: number;
  readonly host?: readonly string[];
  readonly requests: number;
  /** False: no page is shown in a browser to find what there is. */
  readonly browser?: boolean;
  readonly render?: RenderMode;
}

/**
 * `orbweaver watch sources add`: an entry of a host that is watched, or a source: what there is at it is found and shown first; and
 * further hosts. The exit code.
 */
export async function addToWatch(directory: string, address: string | undefined, options: AddOptions): Promise<number> {
  const { kind, interval, host: hosts = [] } = options;
  if (address === undefined && hosts.length === 0)
    throw new BadCommand(['there is nothing to add; allowed is an address, or further hosts by --host.']);
  const isSource = address !== undefined && kind === undefined && !(await isWatched(directory, address));
  if (isSource) {
    const found = await findAndShow(directory, address, options);
    if (found === undefined) return exitCodes.nothingCrawled;
    const added = await addSource(directory, { ...found, ...defined({ interval, render: options.render }) });
    process.stdout.write(`${added.url} is source ${added.number}${whenLooked(added.waits)}.\n`);
  } else if (address !== undefined) {
    const settings = interval === undefined ? {} : { interval };
    const added = await addEntry(directory, { address, kind: kind ?? 'feed', ...settings });
    process.stdout.write(`${added.address} is an entry of source ${added.source} from now on.\n`);
  }
  for (const host of hosts) {
    const { number, url, waits } = await addSource(directory, { url: addressOf('--host', host).href });
    process.stdout.write(
      `${url} is host ${number} of the watch${whenLooked(waits)}: what sources name there is taken.\n`,
    );
  }
  return exitCodes.finished;
}

function whenLooked(waits: boolean): string {
  return waits ? ' from the next run on' : ' from now on';
}

async function isWatched(directory: string, address: string): Promise<boolean> {
  const { hostname, port } = addressOf('address', address);
  const { sources } = await readWatch(directory);
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
  const url = addressOf('address', address).href;
  const spec = await withWatch(directory, async ({ store }, { id, spec: known }) => ({
    ...known,
    allowHosts: await trustedHosts(store, { directory, id, spec: known }, []),
  }));
  const lines = new TokenLines(localClock(), hostTokensOf(directory));
  const fixed = interval === undefined ? {} : { fixedS: interval };
  const found = await findAtNewSource(spec, { url, mostRequests, lines, ...fixed, browser });
  process.stderr.write(`${findingsText({ ...found, isFixed: interval !== undefined })}\n`);
  return isWorthWatching(found.found) ? { url, findings: found.found } : undefined;
}

function addressOf(field: string, text: string): URL {
  const address = parseSiteAddress(text);
  if (address.kind === 'refused') throw new BadInput([refusedValue(field, text, address.why)]);
  return address.url;
}
