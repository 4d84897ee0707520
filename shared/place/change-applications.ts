/** Switches applications of a source on and off, in any place, also while somebody works on the watch. */
import type { Clock, SourceSettingsRows } from '../ports.ts';
import { switchedOn } from '../wings/publications/applications/application-order.ts';
import { changeSettingsOf, type SettledSource } from './change-settings.ts';

interface ApplicationPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: SourceSettingsRows;
}

export interface ApplicationSwitch {
  readonly names: readonly string[];
  readonly isOn: boolean;
  /** All applications that there are, in their order. */
  readonly order: readonly string[];
  /** The applications that are on if the source names none. */
  readonly initial: readonly string[];
}

/** Answers the names that are on from now on. */
export async function changeApplicationsOf(
  { clock, store }: ApplicationPorts,
  of: SettledSource,
  { names, isOn, order, initial }: ApplicationSwitch,
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
