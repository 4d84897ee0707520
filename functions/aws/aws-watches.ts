import { hasAwsBrowser, openAwsClock, openAwsPublications, openAwsStore } from '../../shared/adapters/aws/open.ts';
import type { CrawlRow, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { usableParts } from '../../shared/domain/spec/resolve/part-faults.ts';
import { changeApplicationsOf } from '../../shared/place/change-applications.ts';
import { addEntryTo, changeEntriesOf } from '../../shared/place/change-entries.ts';
import { changeRulesOf } from '../../shared/place/change-rules.ts';
import type { WatchService } from '../../shared/place/watch-service.ts';
import { namedParts } from '../../shared/plugins/named-parts.ts';
import { builtInOrder } from '../../shared/wings/publications/applications/application-order.ts';
import { someRecords } from '../../shared/wings/publications/applications/some-records.ts';
import { publicationsOf } from '../../shared/wings/publications/export/export-publications.ts';
import type { PublicationRecord } from '../../shared/wings/publications/export/publication-record.ts';
import { sourceNames } from '../../shared/wings/publications/export/source-names.ts';
import { acceptRules, endRules, type RuleVersions } from '../../shared/wings/publications/grabber/rule-health.ts';
import type { PublicationQuery } from '../../shared/wings/publications/store/publication-store.ts';
import { compareVersions } from '../../shared/wings/publications/versions/compare-versions.ts';
import { readMemory } from '../../shared/wings/publications/watch/source-memory.ts';
import { readSettings } from '../../shared/wings/publications/watch/source-settings.ts';
import { sourceStatuses } from '../../shared/wings/publications/watch/source-status.ts';
import { awsMentions, demandSearchable } from './aws-mentions.ts';
import { awsOrganizations } from './aws-organizations.ts';
import { awsPage } from './aws-pages.ts';
import { deployedNames } from './deployed-parts.ts';

/** The watches of the account. */
export const awsWatches: WatchService = {
  ...awsMentions,
  ...awsOrganizations,
  sources: async (watch, after, most) =>
    await statuses(watch, rows => rows.filter(({ site }) => site > after).slice(0, most)),
  source: async (watch, number) => (await statuses(watch, rows => rows.filter(({ site }) => site === number)))[0],
  // The claims of a source are not counted anew: that would read all of them.
  skipped: async (watch, source) => ({ ...readMemory(await openAwsStore('api').readMemory(watch, source)).skipped }),
  addEntry: async (watch, entry) => await addEntryTo(ports(), await known(watch), entry),
  changeEntries: async (watch, ...rest) => await changeEntriesOf(ports(), await known(watch), ...rest),
  rules: async (watch, source) => readSettings(await openAwsStore('api').readSettings(watch, source)).rules ?? [],
  changeRules: async (watch, source, rules) => {
    const change =
      rules === undefined ? endRules : (before: RuleVersions, at: string) => acceptRules(before, rules, at);
    await changeRulesOf(ports(), { crawl: watch, source }, change);
  },
  page: async (watch, address) => await awsPage(watch, (await known(watch)).spec, address),
  countPublications: async watch => await openAwsPublications(watch).count(),
  newByDay: async (watch, since) => await openAwsPublications(watch).newByDay(since),
  find: async (watch, query, most, before) => {
    await demandSmall(watch, query);
    return await openAwsPublications(watch).find(query, most, before);
  },
  records: async (watch, query, most, before) => {
    await demandSmall(watch, query);
    const sources = sourceNames(await known(watch), await openAwsStore('api').readSites(watch));
    const part = before === undefined ? { sources, most } : { sources, most, before };
    const records: PublicationRecord[] = [];
    for await (const record of publicationsOf(openAwsPublications(watch), query, part)) records.push(record);
    return records;
  },
  applications: async (watch, most) => {
    const { applications } = openAwsPublications(watch);
    return { tables: await applications.applications(), marks: await applications.marks({}, most) };
  },
  applicationRecords: async (watch, name, query, most) => {
    const sources = sourceNames(await known(watch), await openAwsStore('api').readSites(watch));
    return await someRecords(openAwsPublications(watch).applications, name, query, { most, sources });
  },
  switchApplications: async (watch, names, isOn, source) => {
    const { spec } = await known(watch);
    const { store, clock } = ports();
    const order = usableParts(deployedNames()).applications ?? builtInOrder;
    const initial = spec.applications ?? builtInOrder;
    const rows = (await store.readSites(watch)).filter(({ site }) => source === undefined || site === source);
    const on = async (site: number) => readSettings(await store.readSettings(watch, site)).applications ?? [];
    // What is on may come from an earlier deployment: it can be switched off.
    const older = isOn ? [] : [...initial, ...(await Promise.all(rows.map(async ({ site }) => await on(site)))).flat()];
    const all = [...new Set([...order, ...older])].map(name => ({ name }));
    namedParts('names', names, all);
    const changed = new Map<number, readonly string[]>();
    for (const { site } of rows) {
      const of = { crawl: watch, source: site };
      changed.set(site, await changeApplicationsOf({ store, clock }, of, { names, isOn, order, initial }));
    }
    return changed;
  },
  publication: async (watch, id) => {
    const store = openAwsPublications(watch);
    const row = await store.publication(id);
    if (row === undefined) return undefined;
    return { row, versions: await store.versions(id), addresses: await store.addresses(id) };
  },
  text: async (watch, id, version) => await openAwsPublications(watch).text(id, version),
  compare: async (watch, id, from, to) => await compareVersions(openAwsPublications(watch), id, [from, to]),
};

function ports() {
  const browser = hasAwsBrowser() ? {} : { lacksBrowser: true as const };
  return { clock: openAwsClock(), store: openAwsStore('api'), ...browser };
}

async function known(watch: string): Promise<CrawlRow> {
  const row = await openAwsStore('api').readCrawl(watch);
  if (row === undefined) throw new Error(`watch ${watch} is not in the table of crawls`);
  return row;
}

async function statuses(watch: string, choose: (rows: readonly SiteRow[]) => readonly SiteRow[]) {
  const { store, clock } = ports();
  const [row, counts] = [await known(watch), await openAwsPublications(watch).countBySource()];
  return await sourceStatuses(row, choose(await store.readSites(watch)), { store, counts, now: clock.now() });
}

async function demandSmall(watch: string, { words }: PublicationQuery): Promise<void> {
  if (words === undefined) return;
  await demandSearchable(openAwsPublications(watch), words);
}
