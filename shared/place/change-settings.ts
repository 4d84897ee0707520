/** What a person sets for a source of a watch, in any place, also while somebody works on the watch. */
import { defined } from '../domain/defined.ts';
import type { Clock, SourceSettingsRows, WatchedAddresses } from '../ports.ts';
import { readFromStart } from '../wings/publications/watch/entry-state.ts';
import { readSettings, type SourceSettings } from '../wings/publications/watch/source-settings.ts';
import type { SourceChange } from './watch-service.ts';

/** A source of a watch. */
export interface SettledSource {
  readonly crawl: string;
  readonly source: number;
}

/** Answers the settings as they are now. Two who change at once come one after the other. */
export async function changeSettingsOf(
  store: SourceSettingsRows,
  { crawl, source }: SettledSource,
  change: (before: SourceSettings) => SourceSettings,
): Promise<SourceSettings> {
  for (;;) {
    const stored = await store.readSettings(crawl, source);
    const after = change(readSettings(stored));
    if (await store.changeSettings(crawl, source, stored, JSON.stringify(after))) return after;
  }
}

interface SourcePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: SourceSettingsRows & Pick<WatchedAddresses, 'readEntries' | 'unwatch' | 'watch'>;
}

/** From now on pages of a source are read so. */
export async function changeSourceOf(
  { store, clock }: SourcePorts,
  of: SettledSource,
  { archive, timeZone }: SourceChange,
): Promise<void> {
  const changed = defined({ archive, timeZone: timeZone ?? undefined });
  await changeSettingsOf(store, of, ({ timeZone: zone, ...before }) => ({
    ...before,
    ...defined({ timeZone: timeZone === null ? undefined : zone }),
    ...changed,
  }));
  if (archive === true) await readListsAgain(store, of, clock.now());
}

/** Lists and sitemaps name old publications only where they are read whole; those that were only proposed are on from now on. */
async function readListsAgain(
  store: SourcePorts['store'],
  { crawl, source }: SettledSource,
  now: number,
): Promise<void> {
  for (const entry of await store.readEntries(crawl, source)) {
    const again = readFromStart(entry, now);
    if (again === undefined) continue;
    await store.unwatch(crawl, source, entry.identity);
    await store.watch(crawl, source, [again]);
  }
}
