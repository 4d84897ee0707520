/** Rules of a source of a watch in a directory: read and changed also while another process works on it. */
import { changeRulesOf, type RuleChange } from '../../../shared/place/change-rules.ts';
import {
  acceptRules,
  endRules,
  type RuleVersion,
  type RuleVersions,
} from '../../../shared/wings/publications/grabber/rule-health.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import { readSettings } from '../../../shared/wings/publications/watch/source-settings.ts';
import { readCrawl } from '../read-crawl.ts';
import { withWatch } from './change-entries.ts';

/** All versions, in their order. */
export async function readSourceRules(directory: string, source: number): Promise<RuleVersions> {
  return await readCrawl(directory, async ({ store }, { id }) => rulesIn(await store.readSettings(id, source)));
}

/** From now on pages are read by these rules. Answers the version. */
export async function acceptForSource(directory: string, source: number, rules: RulesData): Promise<RuleVersion> {
  const versions = await changeRules(directory, source, (before, at) => acceptRules(before, rules, at));
  return versions.at(-1)!;
}

/** From now on no rules hold. Answers the version that held until now. */
export async function endForSource(directory: string, source: number): Promise<RuleVersion | undefined> {
  let held: RuleVersion | undefined;
  await changeRules(directory, source, (before, at) => {
    held = before.findLast(({ validUntil }) => validUntil === null);
    return endRules(before, at);
  });
  return held;
}

async function changeRules(directory: string, source: number, change: RuleChange): Promise<RuleVersions> {
  return await withWatch(directory, async (state, { id }) => await changeRulesOf(state, { crawl: id, source }, change));
}

function rulesIn(settings: string | undefined): RuleVersions {
  return readSettings(settings).rules ?? [];
}
