/** Switches applications of sources on and off, in any place, also while somebody works on the watch. */
import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import type { Clock, CrawlStore, SourceSettingsRows } from '../ports/ports.ts';
import { builtInOrder, switchedOn } from '../wings/publications/applications/application-order.ts';
import { changeSettingsOf, type SettledSource } from './change-settings.ts';

interface ApplicationPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: SourceSettingsRows & Pick<CrawlStore, 'readSites'>;
}

interface ApplicationSwitch {
  readonly names: readonly string[];
  readonly isOn: boolean;
  /** All applications that there are, in their order. */
  readonly order: readonly string[];
  /** Number of one source; undefined: all. */
  readonly source: number | undefined;
}

/** Answers the names that are on from now on, by the number of the source. */
export async function switchApplicationsOf(
  ports: ApplicationPorts,
  { id, spec }: Pick<CrawlRow, 'id' | 'spec'>,
  { source, ...change }: ApplicationSwitch,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const changed = new Map<number, readonly string[]>();
  for (const { site } of await ports.store.readSites(id))
    if (source === undefined || site === source)
      changed.set(site, await switchAt(ports, { crawl: id, source: site }, { ...change, initial: spec.applications }));
  return changed;
}

/** `initial`: those that are on if the source names none. */
async function switchAt(
  { clock, store }: ApplicationPorts,
  of: SettledSource,
  {
    names,
    isOn,
    order,
    initial = builtInOrder,
  }: Omit<ApplicationSwitch, 'source'> & { initial?: readonly string[] | undefined },
): Promise<readonly string[]> {
  const pardons = isOn ? Object.fromEntries(names.map(name => [name, clock.now()])) : {};
  const after = await changeSettingsOf(store, of, settings => {
    const before = settings.applications ?? initial;
    const applications = isOn
      ? names.reduce((on, name) => switchedOn(on, name, order), before)
      : before.filter(name => !names.includes(name));
    return { ...settings, applications, applicationsOn: { ...settings.applicationsOn, ...pardons } };
  });
  return after.applications ?? initial;
}
