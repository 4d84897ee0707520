/** Switches applications of a source on and off, in any place, also while somebody works on the watch. */
import type { Clock, SourceSettingsRows } from '../ports.ts';
import { switchedOn } from '../wings/publications/applications/application-order.ts';
import { readSettings } from '../wings/publications/watch/source-settings.ts';

interface ApplicationPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: SourceSettingsRows;
}

export interface ApplicationSwitch {
  readonly names: readonly string[];
  readonly isOn: boolean;
  /** All applications that there are, in their order. */
  readonly order: readonly string[];
  /** What is on where the source says nothing. */
  readonly initial: readonly string[];
}

/** Answers the names that are on from now on. Two who change at once come one after the other. */
export async function changeApplicationsOf(
  { clock, store }: ApplicationPorts,
  { crawl, source }: { readonly crawl: string; readonly source: number },
  { names, isOn, order, initial }: ApplicationSwitch,
): Promise<readonly string[]> {
  for (;;) {
    const stored = await store.readSettings(crawl, source);
    const settings = readSettings(stored);
    const before = settings.applications ?? initial;
    const applications = isOn
      ? names.reduce((on, name) => switchedOn(on, name, order), before)
      : before.filter(name => !names.includes(name));
    const pardons = isOn ? Object.fromEntries(names.map(name => [name, clock.now()])) : {};
    const applicationsOn = { ...settings.applicationsOn, ...pardons };
    const next = JSON.stringify({ ...settings, applications, applicationsOn });
    if (await store.changeSettings(crawl, source, stored, next)) return applications;
  }
}
