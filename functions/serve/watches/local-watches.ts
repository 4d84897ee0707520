import { type LocalArchive, readLocalSkipped } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { WatchedKind } from '../../../shared/domain/protocol/watched-address.ts';
import type {
  AddedSource,
  ChangedEntry,
  DayCount,
  EntryChange,
  KeptByApplications,
  KeptFindings,
  KnownPublication,
  NewEntry,
  SomeRecords,
} from '../../../shared/place/watch-service.ts';
import type { RecordQuery } from '../../../shared/wings/publications/applications/application-records.ts';
import { someRecords } from '../../../shared/wings/publications/applications/some-records.ts';
import { publicationsOf, recordsOf } from '../../../shared/wings/publications/export/export-publications.ts';
import { type MentionsAfter, mentionPage } from '../../../shared/wings/publications/export/mention-page.ts';
import type { MentionRecord } from '../../../shared/wings/publications/export/mention-records.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { sourceNames } from '../../../shared/wings/publications/export/source-names.ts';
import type { RuleVersions } from '../../../shared/wings/publications/grabber/rule-health.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import { allLabels } from '../../../shared/wings/publications/labels/label-store.ts';
import type { PublicationQuery, PublicationRow } from '../../../shared/wings/publications/store/publication-store.ts';
import {
  type MentioningQuery,
  mentioningPublications,
  rowsOf,
} from '../../../shared/wings/publications/table/mentioning-rows.ts';
import { readTable, type TableQuery, type ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import {
  compareVersions,
  type VersionComparison,
} from '../../../shared/wings/publications/versions/compare-versions.ts';
import { type SourceStatus, sourceStatuses } from '../../../shared/wings/publications/watch/source-status.ts';
import { readCrawl } from '../../embedded/read-crawl.ts';
import { addSource, type SourceToAdd } from '../../embedded/watch/add-source.ts';
import { addEntry, changeEntries } from '../../embedded/watch/change-entries.ts';
import { readFindings } from '../../embedded/watch/kept-findings.ts';
import { switchApplications } from '../../embedded/watch/source-applications.ts';
import { acceptForSource, endForSource, readSourceRules } from '../../embedded/watch/source-rules.ts';
import { keyOf } from './chosen-entries.ts';
import { withPublications } from './with-publications.ts';

/** A page of a list of publications. */
interface Part {
  readonly query: PublicationQuery;
  readonly most: number;
  readonly before?: number | undefined;
}

interface MentioningPart extends Omit<Part, 'query'> {
  readonly query: MentioningQuery;
}

interface KeptCount {
  readonly counts: Readonly<Record<string, number>>;
  readonly until: number;
}

/** A count reads every claim of a source: it is made again after so many times as long as it took. */
const restFactor = 10;
const leastRestMs = 5_000;
const mostKept = 1_000;

/**
 * Watches by their directories, whichever process works on them. As `LocalCrawls`: each call opens the files and closes them
 * again, takes and gives plain data, and runs on its own thread.
 */
export class LocalWatches {
  private readonly kept = new Map<string, KeptCount>();

  async sources(directory: string, after: number, most: number): Promise<readonly SourceStatus[]> {
    return await readSources(directory, rows => rows.filter(({ site }) => site > after).slice(0, most));
  }

  async source(directory: string, number: number): Promise<SourceStatus | undefined> {
    const [source] = await readSources(directory, rows => rows.filter(({ site }) => site === number));
    return source;
  }

  async skipped(directory: string, source: number): Promise<Readonly<Record<string, number>>> {
    const key = `${source} ${directory}`;
    const before = performance.now();
    const known = this.kept.get(key);
    if (known !== undefined && before < known.until) return known.counts;
    const counts = await readLocalSkipped(directory, source);
    const after = performance.now();
    if (this.kept.size >= mostKept) this.kept.clear();
    this.kept.set(key, { counts, until: after + Math.max(leastRestMs, restFactor * (after - before)) });
    return counts;
  }

  async findings(directory: string, after: number, most: number): Promise<readonly KeptFindings[]> {
    const kept = readFindings(directory).slice(after, after + most);
    const numbers = new Set(kept.map(({ number }) => number));
    const sources = await readSources(directory, rows => rows.filter(({ site }) => numbers.has(site)));
    return kept.map(each => {
      const entries = sources.find(({ number }) => number === each.number)?.entries ?? [];
      const on = new Set(entries.filter(entry => entry.on).map(keyOf));
      const now = each.findings.entries.map(entry => ({ ...entry, on: on.has(keyOf(entry)) }));
      return { ...each, findings: { ...each.findings, entries: now } };
    });
  }

  async addEntry(directory: string, entry: NewEntry): Promise<ChangedEntry> {
    return await addEntry(directory, entry);
  }

  async addSource(directory: string, source: SourceToAdd): Promise<AddedSource> {
    return await addSource(directory, source);
  }

  async changeEntries(
    directory: string,
    addresses: readonly string[],
    change: EntryChange,
    kind?: WatchedKind,
  ): Promise<readonly ChangedEntry[]> {
    return await changeEntries(directory, addresses, change, kind);
  }

  async rules(directory: string, source: number): Promise<RuleVersions> {
    return await readSourceRules(directory, source);
  }

  async changeRules(directory: string, source: number, rules: RulesData | undefined): Promise<void> {
    if (rules === undefined) await endForSource(directory, source);
    else await acceptForSource(directory, source, rules);
  }

  async applications(directory: string, most: number): Promise<KeptByApplications> {
    const kept = await withPublications(directory, async ({ applications }) => ({
      tables: await applications.applications(),
      marks: await applications.marks({}, most),
    }));
    return kept ?? { tables: [], marks: [] };
  }

  async applicationRecords(
    directory: string,
    name: string,
    query: RecordQuery,
    most: number,
  ): Promise<SomeRecords | undefined> {
    const sources = await readCrawl(directory, async ({ store }, crawl) =>
      sourceNames(crawl, await store.readSites(crawl.id)),
    );
    return await withPublications(
      directory,
      async ({ applications }) => await someRecords(applications, name, query, { most, sources }),
    );
  }

  async switchApplications(
    directory: string,
    names: readonly string[],
    isOn: boolean,
    source?: number,
  ): Promise<ReadonlyMap<number, readonly string[]>> {
    const only = source === undefined ? {} : { sources: [source] };
    // This server runs no module.
    return await switchApplications(directory, { names, isOn, ...only });
  }

  async countPublications(directory: string): Promise<number> {
    return (await withPublications(directory, async store => await store.count())) ?? 0;
  }

  async newByDay(directory: string, since: number): Promise<readonly DayCount[]> {
    return (await withPublications(directory, async store => await store.newByDay(since))) ?? [];
  }

  async find(directory: string, { query, most, before }: Part): Promise<readonly PublicationRow[]> {
    return (await withPublications(directory, async store => await store.find(query, most, before))) ?? [];
  }

  async records(directory: string, { query, most, before }: Part): Promise<readonly PublicationRecord[]> {
    const sources = await readCrawl(directory, async ({ store }, crawl) =>
      sourceNames(crawl, await store.readSites(crawl.id)),
    );
    const found = await withPublications(directory, async store => {
      const part = before === undefined ? { sources, most } : { sources, most, before };
      const records: PublicationRecord[] = [];
      for await (const record of publicationsOf(store, query, part)) records.push(record);
      return records;
    });
    return found ?? [];
  }

  async mentioning(directory: string, { query, most, before }: MentioningPart): Promise<readonly PublicationRow[]> {
    const found = await withPublications(directory, async store => {
      const rows: PublicationRow[] = [];
      const { mentions, labels } = store;
      const pairs = mentioningPublications({ publications: store, mentions }, await allLabels(labels), query, before);
      for await (const row of rowsOf(store, pairs, most)) rows.push(row);
      return rows;
    });
    return found ?? [];
  }

  async mentioningRecords(directory: string, part: MentioningPart): Promise<readonly PublicationRecord[]> {
    const rows = await this.mentioning(directory, part);
    const sources = await readCrawl(directory, async ({ store }, crawl) =>
      sourceNames(crawl, await store.readSites(crawl.id)),
    );
    const found = await withPublications(directory, async store => {
      const records: PublicationRecord[] = [];
      for await (const record of recordsOf(store, rows, sources)) records.push(record);
      return records;
    });
    return found ?? [];
  }

  async mentions(
    directory: string,
    { query, most, after }: Omit<MentioningPart, 'before'> & { readonly after?: MentionsAfter | undefined },
  ): Promise<readonly MentionRecord[]> {
    const sources = await readCrawl(directory, async ({ store }, crawl) =>
      sourceNames(crawl, await store.readSites(crawl.id)),
    );
    const page = { query, most, sources, ...(after !== undefined && { after }) };
    const found = await withPublications(directory, async store => {
      const stores = { publications: store, mentions: store.mentions };
      return await mentionPage(stores, await allLabels(store.labels), page);
    });
    return found ?? [];
  }

  async table(directory: string, query: TableQuery): Promise<ToneTable | undefined> {
    const sources = await readCrawl(directory, async ({ store }, crawl) =>
      sourceNames(crawl, await store.readSites(crawl.id)),
    );
    const named = [...sources].map(([number, { name }]) => ({ number, name }));
    return await withPublications(directory, async store =>
      (await store.mentions.listDigest()) === undefined ? undefined : await readTable(store, query, named),
    );
  }

  async publication(directory: string, id: number): Promise<KnownPublication | undefined> {
    return await withPublications(directory, async store => {
      const row = await store.publication(id);
      if (row === undefined) return undefined;
      return { row, versions: await store.versions(id), addresses: await store.addresses(id) };
    });
  }

  async text(directory: string, id: number, version: number): Promise<string | undefined> {
    return await withPublications(directory, async store => await store.text(id, version));
  }

  async compare(directory: string, id: number, from: number, to: number): Promise<VersionComparison | undefined> {
    return await withPublications(directory, async store => await compareVersions(store, id, [from, to]));
  }
}

async function readSources(
  directory: string,
  choose: (rows: readonly SiteRow[]) => readonly SiteRow[],
): Promise<readonly SourceStatus[]> {
  const counts = (await withPublications(directory, async store => await store.countBySource())) ?? new Map();
  return await readCrawl(directory, async ({ store, clock }: LocalArchive, crawl: CrawlRow) => {
    const rows = choose(await store.readSites(crawl.id));
    return await sourceStatuses(crawl, rows, { store, counts, now: clock.now() });
  });
}
