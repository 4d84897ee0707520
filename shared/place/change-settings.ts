/** Changes of the settings of a source of a watch, in any place, also while somebody works on the watch. */
import { defined } from '../domain/defined.ts';
import { allowance, BadInput, refusedValue } from '../domain/refusal/refusal.ts';
import type { Clock, SourceSettingsRows, WatchedAddresses } from '../ports/ports.ts';
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
  readonly lacksBrowser?: true;
}

/** From now on pages of a source are read so. Throws `BadInput` for a browser that the place does not have. */
export async function changeSourceOf(
  { store, clock, lacksBrowser }: SourcePorts,
  of: SettledSource,
  { archive, ...asWatch }: SourceChange,
): Promise<void> {
  const { render } = asWatch;
  if (lacksBrowser === true && (render ?? 'never') !== 'never')
    throw new BadInput([refusedValue('render', render, allowance('one-of', { names: ['never'] }))]);
  // Null: the watch decides.
  const isSet = ([, value]: [string, unknown]): boolean => value !== null && value !== undefined;
  await changeSettingsOf(store, of, before => {
    const { renderFound, ...kept } = before;
    const found = render === undefined ? defined({ renderFound }) : {};
    const { version, ...after } = { ...kept, ...found, ...defined({ archive }), ...defined(asWatch) };
    return { version, ...Object.fromEntries(Object.entries(after).filter(isSet)) };
  });
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
