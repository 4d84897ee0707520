/** Changes of the rules of a source, in any place, also while somebody works on the watch. */
import type { Clock, SourceSettingsRows } from '../ports.ts';
import type { RuleVersions } from '../wings/publications/grabber/rule-health.ts';
import { changeSettingsOf, type SettledSource } from './change-settings.ts';

/** The ports that store the settings of sources. */
export interface RulePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: SourceSettingsRows;
}

/** Instants as `toISOString` writes them. */
export type RuleChange = (before: RuleVersions, at: string) => RuleVersions;

/** Answers the versions as they are now. */
export async function changeRulesOf(
  { store, clock }: RulePorts,
  of: SettledSource,
  change: RuleChange,
): Promise<RuleVersions> {
  const at = new Date(clock.now()).toISOString();
  const { rules } = await changeSettingsOf(store, of, before => ({ ...before, rules: change(before.rules ?? [], at) }));
  return rules ?? [];
}
