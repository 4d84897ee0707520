/** Changes of the rules of a source, in any place, also while somebody works on the watch. */
import type { Clock, SourceSettingsRows } from '../ports/ports.ts';
import { acceptRules, endRules } from '../wings/publications/grabber/rule-health.ts';
import type { RulesData } from '../wings/publications/grabber/rules/rules-schema.ts';
import { changeSettingsOf, type SettledSource } from './change-settings.ts';

/** From now on pages are read by these rules, or, without rules, by none. */
export async function changeRulesOf(
  { store, clock }: { readonly clock: Pick<Clock, 'now'>; readonly store: SourceSettingsRows },
  of: SettledSource,
  given: RulesData | undefined,
): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  await changeSettingsOf(store, of, ({ rules = [], ...rest }) => ({
    ...rest,
    rules: given === undefined ? endRules(rules, at) : acceptRules(rules, given, at),
  }));
}
