import type { ChangedEntry, EntryChange, NewEntry } from '../../../shared/place/watch-service.ts';
import { addEntry, changeEntries } from '../../embedded/watch/change-entries.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { statusText } from './watch-text.ts';

export interface SourcesOutput {
  readonly json?: true;
}

/** `orbweaver watch status` and `watch sources list`. */
export async function watchStatus(directory: string, { json }: SourcesOutput): Promise<void> {
  const state = await readWatch(directory);
  process.stdout.write(json ? `${JSON.stringify(state)}\n` : statusText(state));
}

/** `orbweaver watch stop`: returns when the stop is asked for. */
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

const done: Readonly<Record<EntryChange, string>> = {
  on: 'is looked at from now on',
  off: 'is switched off; what it found stays',
  remove: 'is removed; what it found stays',
};

/** `orbweaver watch sources on|off|remove`. */
export async function switchEntries(
  directory: string,
  addresses: readonly string[],
  change: EntryChange,
  { kind }: ChangeEntryOptions,
): Promise<void> {
  const changed = await changeEntries(directory, addresses, change, kind);
  process.stdout.write(changed.map(({ address }: ChangedEntry) => `${address} ${done[change]}.\n`).join(''));
}

export interface ChangeEntryOptions {
  readonly kind?: NewEntry['kind'];
}

export interface AddEntryOptions {
  readonly kind: NewEntry['kind'];
  readonly interval?: number;
}

/** `orbweaver watch sources add`: an entry of a host that is watched. */
export async function addToSource(directory: string, address: string, options: AddEntryOptions): Promise<void> {
  const added = await addEntry(directory, { address, ...options });
  process.stdout.write(`${added.address} is an entry of source ${added.source} from now on.\n`);
}
