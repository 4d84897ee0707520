/** Changes of the rules of a source, in any place, also while somebody works on the watch. */
import type { Clock, SourceSettingsRows } from '../ports.ts';
import type { RuleVersions } from '../wings/publications/grabber/rule-health.ts';
import { readSettings } from '../wings/publications/watch/source-settings.ts';

/** The ports that store the settings of sources. */
export interface RulePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: SourceSettingsRows;
}

/** A source of a watch. */
interface SettledSource {
  readonly crawl: string;
  readonly source: number;
}

/** Instants as `toISOString` writes them. */
export type RuleChange = (before: RuleVersions, at: string) => RuleVersions;

/** Answers the versions as they are now. Two who change at once come one after the other. */
export async function changeRulesOf(ports: RulePorts, of: SettledSource, change: RuleChange): Promise<RuleVersions> {
  for (;;) {
    const versions = await changedRules(ports, of, change);
    if (versions !== undefined) return versions;
  }
}

/** Undefined where somebody else has changed them meanwhile. */
async function changedRules(
  { store, clock }: RulePorts,
  { crawl, source }: SettledSource,
  change: RuleChange,
): Promise<RuleVersions | undefined> {
  const stored = await store.readSettings(crawl, source);
  const settings = readSettings(stored);
  const rules = change(settings.rules ?? [], new Date(clock.now()).toISOString());
  const isChanged = await store.changeSettings(crawl, source, stored, JSON.stringify({ ...settings, rules }));
  return isChanged ? rules : undefined;
}
