/** The status of the applications of a source, for people. */
import { builtInOrder } from '../applications/application-order.ts';
import type { ApplicationStanding } from '../applications/application-standing.ts';
import type { SourceMemory } from './source-memory.ts';
import type { SourceSettings } from './source-settings.ts';

/** Instants are ms since the epoch. */
export interface ApplicationStatus extends Partial<Omit<ApplicationStanding, 'digest' | 'trouble'>> {
  readonly name: string;
  /** Whether it is asked; `died`: it was switched off because it died again and again. */
  readonly state: 'on' | 'off' | 'died';
}

/** In their order, those that are off at the end; undefined if there is nothing but what comes with the program. */
export function applicationStatuses(
  settings: SourceSettings,
  memory: SourceMemory,
  order: readonly string[] = builtInOrder,
): readonly ApplicationStatus[] | undefined {
  const on = settings.applications ?? order;
  const { applications: standings = {} } = memory;
  if (Object.keys(standings).length === 0 && on.join() === builtInOrder.join()) return undefined;
  const off = [...new Set([...order, ...builtInOrder, ...Object.keys(standings)])].filter(name => !on.includes(name));
  return [...on, ...off].map(name => {
    const standing = standings[name];
    const pardonedAt = settings.applicationsOn?.[name] ?? Number.NEGATIVE_INFINITY;
    const hasDied = standing?.offSince !== undefined && standing.offSince >= pardonedAt;
    const state = on.includes(name) ? (hasDied ? 'died' : 'on') : 'off';
    if (standing === undefined) return { name, state };
    const { digest: _, trouble: __, offSince, ...told } = standing;
    return { name, state, ...told, ...(state === 'died' && offSince !== undefined && { offSince }) };
  });
}
