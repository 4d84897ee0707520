import { isDirectoryLocked } from '../../../shared/adapters/local/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { RenderMode } from '../../../shared/domain/spec/crawl-spec.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { changeSettingsOf } from '../../../shared/place/change-settings.ts';
import type { AddedSource } from '../../../shared/place/watch-service.ts';
import { addSites } from '../../../shared/steps/life/add-sites.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import { firstEntries, firstRendering } from '../../../shared/wings/publications/watch/first-entries.ts';
import { sharedGrants } from '../../../shared/wings/sets/budget/shared-budget.ts';
import { signJoined } from '../plugins/trust.ts';
import { withWatch } from './with-watch.ts';

/** Those of a folder in a folder in a list of thousands would be more. */
const mostTags = 20;

export interface SourceToAdd {
  /** Absolute. */
  readonly url: string;
  /** The entries to look at. Absent: a further host, at which only what other sources name is taken. */
  readonly findings?: SourceFindings;
  /** Seconds between two looks; absent: they are learnt. */
  readonly interval?: number;
  readonly name?: string;
  readonly tags?: readonly string[];
  /** How its pages are loaded; absent: as its samples say, or as the watch does. */
  readonly render?: RenderMode;
}

/**
 * Adds a source to a watch, also while another process works on the watch. A repeated call finishes a call that a crash cut short. Throws
 * `BadInput` where its host is watched already, and where there is nothing to watch.
 */
export async function addSource(directory: string, source: SourceToAdd): Promise<AddedSource> {
  return await withWatch(directory, async (state, crawl) => {
    const { store, clock } = state;
    const { url, findings, interval, name, tags } = source;
    const rules = createCrawlRules(crawl.spec);
    const waits = !isDirectoryLocked(directory);
    const entries = findings === undefined ? [] : firstEntries(findings, rules, { now: clock.now(), fixedS: interval });
    if (findings !== undefined && entries.length === 0) throw new BadInput([refusal('nothing-to-watch', { count: 1 })]);
    const at = { now: clock.now(), watch: crawl.spec.render };
    const found = source.render === undefined && findings !== undefined ? firstRendering(findings, at) : undefined;
    const render = source.render === undefined ? found : { render: source.render };
    const watched = async (number: number): Promise<AddedSource> => {
      if (render !== undefined)
        await changeSettingsOf(store, { crawl: crawl.id, source: number }, before => ({ ...before, ...render }));
      await store.watch(crawl.id, number, entries);
      return { number, url, entries: entries.length, waits };
    };
    const given = {
      url,
      ...(name !== undefined && { name }),
      ...(tags !== undefined && { tags: tags.slice(0, mostTags) }),
    };
    const [addition] = await addSites({ ...state, budget: sharedGrants }, crawl, [given]);
    await signJoined(store, crawl);
    if (addition === undefined) throw new Error(`nothing is known of ${url}`);
    if (addition.state === 'exists') {
      const { number, why } = addition;
      const isEmpty = (await store.readEntries(crawl.id, number)).length === 0;
      if (!isEmpty || entries.length === 0) throw new BadInput([why]);
      return await watched(number);
    }
    return await watched(addition.site.number);
  });
}
