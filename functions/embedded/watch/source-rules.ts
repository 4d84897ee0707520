/** Rules of a source of a watch in a directory: read and changed also while another process works on it. */
import type { SourceSettingsRows } from '../../../shared/ports.ts';
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

type Change = (before: RuleVersions, at: string) => RuleVersions;

async function changeRules(directory: string, source: number, change: Change): Promise<RuleVersions> {
  return await withWatch(directory, async ({ store, clock }, { id }) => {
    for (;;) {
      const versions = await changedRules(store, { crawl: id, source, at: clock.now() }, change);
      if (versions !== undefined) return versions;
    }
  });
}

/** Undefined where somebody else has changed them meanwhile. */
async function changedRules(
  store: SourceSettingsRows,
  { crawl, source, at }: { readonly crawl: string; readonly source: number; readonly at: number },
  change: Change,
): Promise<RuleVersions | undefined> {
  const stored = await store.readSettings(crawl, source);
  const settings = readSettings(stored);
  const rules = change(settings.rules ?? [], new Date(at).toISOString());
  const isChanged = await store.changeSettings(crawl, source, stored, JSON.stringify({ ...settings, rules }));
  return isChanged ? rules : undefined;
}

function rulesIn(settings: string | undefined): RuleVersions {
  return readSettings(settings).rules ?? [];
}
