/** The sources of a watch, of this machine or of an account, as commands show and change them. */
import { defined } from '../../../shared/domain/defined.ts';
import type { RenderMode } from '../../../shared/domain/spec/crawl-spec.ts';
import {
  addEntry,
  changeEntries,
  changeSource,
  removeEntries,
  removeSource,
} from '../../../shared/place/operations/source-operations.ts';
import type { ChangedEntry, NewEntry, SourceChange } from '../../../shared/place/watch-service.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import type { WatchState } from '../../embedded/watch/read-watch.ts';
import { sourceNamed } from '../publications/source-named.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { BadCommand, formatCounted, formatDuration } from '../terminal/print.ts';
import { guessed, learnt } from './guessed-zone.ts';
import { failedOf, failedText, statusText } from './watch-text.ts';

export interface SourcesOutput {
  readonly json?: true;
}

/** `orbweaver watch status` and `watch sources list`, and the same of an account. */
export async function watchStatus(place: WatchPlace, { json }: SourcesOutput): Promise<void> {
  await printState(place, json === true ? state => `${JSON.stringify(state)}\n` : statusText);
}

/** `orbweaver watch failed`. */
export async function watchFailed(place: WatchPlace, { json }: SourcesOutput): Promise<void> {
  await printState(place, json === true ? state => `${JSON.stringify(failedOf(state))}\n` : failedText);
}

async function printState(place: WatchPlace, textOf: (state: WatchState) => string): Promise<void> {
  const state = await place.state();
  process.stdout.write(typeof state === 'string' ? `${state}\n` : textOf(state));
}

const done = {
  on: 'is looked at from now on',
  off: 'is switched off; what it found stays',
  remove: 'is removed; what it found stays',
} as const;

export interface ChangeEntryOptions extends SourcesOutput {
  readonly kind?: NewEntry['kind'];
}

/** `orbweaver watch sources on|off|remove`: of entries by their addresses, and of whole sources by their numbers. */
export async function switchEntries(
  place: WatchPlace,
  named: readonly string[],
  change: keyof typeof done,
  { kind, json }: ChangeEntryOptions,
): Promise<void> {
  const numbers = named.filter(text => /^\d{1,9}$/.test(text));
  const sources = numbers.length === 0 ? [] : sourcesNamed(numbers, await place.sources());
  const addresses = named.filter(text => !numbers.includes(text));
  const changed: ChangedEntry[] = [];
  const lines = addresses.map(address => `${address} ${done[change]}.\n`);
  if (addresses.length > 0) {
    const only = defined({ kind });
    const answer = await (change === 'remove'
      ? place.perform(removeEntries, { address: [...addresses], ...only })
      : place.perform(changeEntries, { addresses: [...addresses], on: change === 'on', ...only }));
    changed.push(...answer.changed);
  }
  for (const { number, state } of sources) {
    const isGone = change === 'remove' && state === 'removed';
    lines.push(`Source ${number} ${isGone ? 'was removed before' : done[change]}.\n`);
    if (change !== 'remove')
      changed.push(...(await place.perform(changeSource, { number, on: change === 'on' })).changed);
    else if (!isGone) await place.perform(removeSource, { number });
  }
  process.stdout.write(json === true ? `${JSON.stringify(changed)}\n` : lines.join(''));
}

/** `orbweaver watch sources interval`; without seconds the interval is learnt. */
export async function changeIntervals(
  place: WatchPlace,
  addresses: readonly string[],
  { kind, seconds, json }: ChangeEntryOptions & { readonly seconds?: number },
): Promise<void> {
  const input = { addresses: [...addresses], interval: seconds ?? null, ...defined({ kind }) };
  const { changed } = await place.perform(changeEntries, input);
  const lines = changed.map(({ address }) => `${address} ${lookedAt(seconds)} from now on.\n`);
  process.stdout.write(json === true ? `${JSON.stringify(changed)}\n` : lines.join(''));
}

function lookedAt(seconds: number | null | undefined): string {
  if (typeof seconds !== 'number') return 'is looked at as often as is learnt';
  return `is looked at every ${formatDuration(1_000 * seconds)}`;
}

export interface SourceSettingsOptions extends SourcesOutput {
  readonly archive?: boolean;
  readonly render?: RenderMode | 'default';
  readonly timeZone?: string;
  readonly interval?: number | typeof learnt;
  readonly tags?: readonly string[];
}

type SettingsChange = SourceChange & { readonly interval?: number | null };

/** The change that the options describe. Throws `BadCommand` where that is nothing. */
function sourceChange({ archive, timeZone, render, interval, tags }: SourceSettingsOptions): SettingsChange {
  if ([archive, timeZone, render, interval, tags].every(each => each === undefined))
    throw new BadCommand([
      'nothing is changed; allowed are --archive, --no-archive, --time-zone, --render, --interval and --tags.',
    ]);
  return defined({
    interval: interval === learnt ? null : interval,
    archive,
    tags,
    timeZone: timeZone === guessed ? null : timeZone,
    render: render === 'default' ? null : render,
  });
}

/** The sources that are named, or all. Throws `BadInput` for one that is not there. */
function sourcesNamed(names: readonly string[], sources: readonly SourceStatus[]): readonly SourceStatus[] {
  return names.length === 0 ? sources : names.map(name => sourceNamed('source', name, sources));
}

/** `orbweaver watch sources set`. */
export async function setSources(
  place: WatchPlace,
  names: readonly string[],
  options: SourceSettingsOptions,
): Promise<void> {
  const change = sourceChange(options);
  const sources = sourcesNamed(names, await place.sources());
  for (const source of sources) {
    const { tags, ...settings } = change;
    await place.perform(changeSource, { number: source.number, ...settings, ...(tags && { tags: [...tags] }) });
    if (options.json !== true)
      process.stdout.write(changedLines(source, change, `${place.command} reread ${place.name}`));
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify(sources.map(({ number }) => number))}\n`);
}

/** The settings of a source from now on. `reread`: the command that mends what is stored. */
function changedLines(
  { number, origin, clock }: SourceStatus,
  { archive, timeZone, render, interval, tags }: SettingsChange,
  reread: string,
): string {
  const said = [
    ...(archive === undefined ? [] : [archive ? 'old publications are read, too' : 'no further old ones are read']),
    ...(timeZone === undefined
      ? []
      : [`times without a zone are read as ${timeZone ?? 'the watch says, or by a guess'}`]),
    ...(render === undefined ? [] : [`pages are loaded in a browser: ${render ?? 'as the watch says'}`]),
    ...(interval === undefined ? [] : [`each entry ${lookedAt(interval)}`]),
    ...(tags === undefined ? [] : [`its tags are ${tags?.join(', ')}`]),
  ];
  const dates = timeZone === undefined ? 0 : (clock?.times ?? 0);
  const stored = `${formatCounted(dates, 'date')} without a zone ${dates === 1 ? 'was' : 'were'} read before`;
  const mend = dates === 0 ? '' : `${stored}; kept pages are read again by: orbweaver ${reread} --source ${number}\n`;
  return `Source ${number} (${origin}): ${said.join('; ')}, from now on.\n${mend}`;
}

/** `orbweaver remote watches sources add`: an entry of a host that is watched. */
export async function addEntryTo(
  place: WatchPlace,
  address: string,
  { kind = 'feed', interval }: Partial<Omit<NewEntry, 'address'>>,
): Promise<void> {
  const added = await place.perform(addEntry, { address, kind, ...defined({ interval }) });
  process.stdout.write(`${added.address} is an entry of source ${added.source} from now on.\n`);
}
