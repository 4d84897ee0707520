/**
 * Reads a turn of a source: feeds and sitemaps first, for what they name distinguishes publications from other addresses; then
 * pages with lists of links; then the publications themselves.
 */
import { defined } from '../../../domain/defined.ts';
import { looksBinary } from '../../../domain/html/encoding/sniff-binary.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { WatchOptions } from '../../../domain/spec/crawl-spec.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import { builtInOrder } from '../applications/application-order.ts';
import type { ApplicationRecords } from '../applications/application-records.ts';
import { noRunner } from '../applications/application-runner.ts';
import { handOver } from '../applications/hand-over.ts';
import { withCounts } from '../counts.ts';
import type { KeptPage, PageKeeper } from '../kept/kept-pages.ts';
import { afterArrival } from '../looks/arrivals.ts';
import { whyWithout } from '../looks/look-outcome.ts';
import { type DecidedPlaces, type MentionSearch, searchVersion } from '../mentioned/search-version.ts';
import type { AcceptedSighting, PublicationStore, Sighting } from '../store/publication-store.ts';
import type { ClaimedNames, ReadingNote, SourceReader, SourceReading, VisitedTurn } from '../visits/source-reader.ts';
import { EntryReading } from './entry-reading.ts';
import { gathered } from './gathered-looks.ts';
import { readByApplications } from './page-applications.ts';
import { PublicationReading } from './publication-reading.ts';
import { dueAddress } from './recheck.ts';
import { type SourceMemory, withFailed, withHints } from './source-memory.ts';
import { VisitNotes, type WatchApplications } from './visit-notes.ts';

type Kept = Pick<PublicationStore, 'accept' | 'markLost'>;

/** The search for texts now; undefined if the watch looks for no organizations. */
export type CurrentSearch = () => Promise<MentionSearch | undefined>;

/** The user's applications of a watch, and where their records are. */
export interface VisitApplications extends WatchApplications {
  readonly records: Pick<ApplicationRecords, 'nextBatch'>;
}

/** Where publications are kept, what their texts are searched with, and who else reads pages. */
interface KeptBy {
  readonly store: Kept;
  readonly search: CurrentSearch;
  readonly applications: VisitApplications;
  readonly pages: PageKeeper | undefined;
}

/** Further addresses of a lost publication to request. */
const mostFurther = 5;

/** Nothing but what comes with the program. */
const noApplications: VisitApplications = {
  runner: noRunner,
  order: builtInOrder,
  records: { nextBatch: async () => undefined },
};

/** A reader of sources that keeps publications in `store`, with the mentions in them. `pages`: keeps their pages; absent: nobody does. */
export function visitReader(
  store: Kept,
  options: WatchOptions,
  search: CurrentSearch = async () => undefined,
  applications = noApplications,
  pages?: PageKeeper,
): SourceReader {
  return {
    read: async visited => await readVisited({ store, search, applications, pages }, options, visited),
  };
}

async function readVisited(by: KeptBy, options: WatchOptions, visited: VisitedTurn): Promise<SourceReading> {
  const { notes, entries, publications } = await readPages(visited, options, by.applications);
  for (const identity of entries.unnamed()) publications.fold.unnamed(identity);
  await visited.reading();
  await readByApplications(notes, publications.sorted);
  return {
    outcomes: notes.outcomes,
    named: entries.names.named,
    elsewhere: entries.names.elsewhere,
    unread: notes.unread,
    notes: [...publications.alarms, ...publications.fold.doubts, ...switchedOffLines(notes)],
    keep: async claimed => await keep(by, { notes, entries, publications }, claimed),
  };
}

/** Reads what `killers` leave of a turn, and forgets it: for a process that may end of it. */
export async function tryVisited(visited: VisitedTurn, options: WatchOptions): Promise<void> {
  await readPages(visited, options, noApplications);
}

async function readPages(visited: VisitedTurn, options: WatchOptions, of: VisitApplications): Promise<ReadVisit> {
  const notes = new VisitNotes(visited, options, visited.record.entries.map(plainOutcome), of);
  const entries = new EntryReading(notes);
  const publications = new PublicationReading(notes, entries);
  await entries.read();
  await publications.read();
  return { notes, entries, publications };
}

/** Archived pages of a source; of an address the earliest first. Instants are epoch ms. */
export interface ArchivedTurn extends Pick<VisitedTurn, 'site' | 'rules' | 'belongs' | 'memory' | 'settings'> {
  readonly origin: string;
  readonly now: number;
  readonly pages: readonly Pick<KeptPage, 'identity' | 'address' | 'at' | 'contentType' | 'body'>[];
}

/** Keeps the publications among archived pages, seen when they were captured. Nothing is looked at again for that, and nothing learnt. */
export async function keepArchived(
  store: Pick<PublicationStore, 'accept'>,
  options: WatchOptions,
  { pages, origin, now, ...source }: ArchivedTurn,
): Promise<readonly AcceptedSighting[]> {
  const entries = pages.map(({ identity, address, contentType, body }) => ({
    entry: { identity, address, attempt: 1, via: [], foundOn: '' },
    result: { kind: 'page' as const, contentType, body },
  }));
  const visited: VisitedTurn = {
    ...source,
    record: { turn: 0, phase: { level: 1, round: 0 }, origin, entries, at: now },
    capturedAt: pages.map(({ at }) => at),
    ...{ watched: new Map(), killers: [], reading: async () => {} },
  };
  const notes = new VisitNotes(visited, options, entries.map(plainOutcome), noApplications);
  const publications = new PublicationReading(notes, new EntryReading(notes));
  await publications.read();
  return await store.accept(publications.fold.sightings.map(each => ({ ...each, by: 'archive' })));
}

interface ReadVisit {
  readonly notes: VisitNotes;
  readonly entries: EntryReading;
  readonly publications: PublicationReading;
}

async function keep(
  { store, search, applications, pages }: KeptBy,
  read: ReadVisit,
  { fresh, left }: ClaimedNames,
): Promise<WatchChanges> {
  const { notes, entries, publications } = read;
  const { fold } = publications;
  const sightings = await searched(fold.sightings, await search());
  // Before the versions: none of them is without its page if this process ends here.
  await pages?.keep({ source: notes.visited.site, turn: notes.visited.record.turn, at: notes.at }, givenPages(read));
  const accepted = await store.accept(sightings, notes.applications.readings);
  await handOver({ ...applications, at: notes.at, onSince: notes.settings.applicationsOn ?? {} });
  const moved: WatchedAddress[] = [];
  for (const { identity, state, memory } of fold.lost) {
    const further = await store.markLost(notes.visited.site, identity, state, notes.at);
    moved.push(...further.slice(0, mostFurther).map(url => dueAddress(url, url, notes.at, memory)));
  }
  const looked = entries.lookedAt(fresh, left);
  const { watched, ended } = fold.lookedAt(accepted);
  const next = [...looked, ...watched].map(each => gathered(each, notes.visited.site, notes.at, notes.options));
  const isNews = accepted.some(({ outcome }) => outcome === 'new');
  return { watched: [...next, ...moved], added: entries.added, ended, memory: memoryAfter(read, fresh, isNews) };
}

function givenPages({ notes, publications }: ReadVisit): readonly KeptPage[] {
  return publications.fold.given.flatMap(({ index, ...page }) => {
    const { entry, result } = notes.visited.record.entries[index]!;
    if (result.kind !== 'page') return [];
    return [{ ...page, address: entry.address, contentType: result.contentType, body: result.body }];
  });
}

/** With the mentions in them. */
export async function searched(
  sightings: readonly Sighting[],
  search: MentionSearch | undefined,
  decidedOf: (sighting: Sighting) => DecidedPlaces | undefined = () => undefined,
): Promise<readonly Sighting[]> {
  if (search === undefined) return sightings;
  return await Promise.all(
    sightings.map(async each => ({
      ...each,
      searched: await searchVersion(
        search,
        { ...each.version, datedAt: each.version.publishedAt ?? each.seenAt },
        decidedOf(each),
      ),
    })),
  );
}

function memoryAfter({ notes, entries, publications }: ReadVisit, fresh: ReadonlySet<string>, isNews: boolean): string {
  const { template, zone, ruleStanding, fold } = publications;
  const hints = new Map([...[...entries.names.hints].filter(([key]) => fresh.has(key)), ...fold.movedHints]);
  const failed = withFailed(notes.memory.failed, fold.failed);
  const { texts } = publications;
  const skipped = withCounts(notes.memory.skipped, skippedOf(notes, entries, fresh));
  const left = withCounts(notes.memory.left, notes.left);
  const { standings } = notes.applications;
  const times = fold.sightings.flatMap(({ version: { publishedAt } }) => publishedAt ?? []);
  const arrivals = isNews ? afterArrival(notes.memory.arrivals, notes.at, times) : notes.memory.arrivals;
  const rendered = (notes.memory.rendered ?? 0) + renderedOf(notes);
  const ahead = fold.sightings.filter(({ version: { publishedAt = 0 } }) => publishedAt > notes.at + mostAheadMs);
  const future = (notes.memory.future ?? 0) + ahead.length;
  const memory: SourceMemory = {
    version: 1,
    ...(Object.keys(skipped).length !== 0 && { skipped }),
    ...(Object.keys(left).length !== 0 && { left }),
    ...(Object.keys(failed).length !== 0 && { failed }),
    ...(Object.keys(texts).length !== 0 && { texts }),
    ...defined({ template, zone, sitemapZone: entries.zone, rules: ruleStanding, arrivals }),
    ...(future !== 0 && { future }),
    ...(rendered !== 0 && { rendered, ...defined({ renderedSince: sinceOf(notes, rendered) }) }),
    ...publications.unzoned,
    ...(Object.keys(standings).length !== 0 && { applications: standings }),
    ...(entries.archivesWith(fresh) !== 0 && { archives: entries.archivesWith(fresh) }),
    ...(notes.parts.length !== 0 && { parts: notes.parts }),
    ...(entries.lists.length !== 0 && { lists: entries.lists }),
    known: notes.known,
    hints: withHints(notes.memory.hints, hints, fold.readIdentities),
  };
  return JSON.stringify(memory);
}

function sinceOf({ memory, at }: VisitNotes, rendered: number): number | undefined {
  const isFirst = (memory.rendered ?? 0) === 0 && rendered > 0;
  return isFirst ? at : memory.renderedSince;
}

/** New publications of this turn that a browser has loaded. */
function renderedOf({ visited, outcomes }: VisitNotes): number {
  return visited.record.entries.filter(
    ({ result }, index) =>
      outcomes[index]!.kind === 'node' && result.kind === 'page' && result.rendering?.kind === 'rendered',
  ).length;
}

/** Clocks of servers differ, ms. */
const mostAheadMs = 3_600_000;

/** A line for the log for each application that was switched off in this turn. */
function switchedOffLines({ applications, visited }: VisitNotes): readonly ReadingNote[] {
  return applications.switchedOff.map(({ name }) => {
    const why = applications.standings[name]?.last;
    const detail = `application ${name} is switched off at this source, for it died again and again (${why?.reason}: ${why?.detail}; last at ${why?.address})`;
    return { address: visited.record.origin, reason: 'application-off', detail };
  });
}

/** Why addresses of this turn gave no publication: a reason for each. */
function skippedOf(
  { visited, outcomes, reasons, refused, waiting }: VisitNotes,
  { names }: EntryReading,
  fresh: ReadonlySet<string>,
): readonly string[] {
  const { record, rules, belongs } = visited;
  const asked = record.entries.flatMap(({ entry, result }, index) => {
    if (entry.look !== undefined || waiting.has(index)) return [];
    const outcome = outcomes[index]!;
    if (result.kind === 'redirect') return belongs(result.target) ? [] : ['moved-away'];
    if (outcome.kind !== 'skipped') return [];
    const { reason, status } = outcome;
    return [reasons.get(index) ?? whyWithout(reason, status)];
  });
  const never = names.named.flatMap(({ identity }) => (fresh.has(identity) ? (rules.admit(identity) ?? []) : []));
  return [...asked, ...never, ...refused];
}

/** The outcome of an entry whose page is not read, or not yet. */
function plainOutcome({ result }: FetchedEntry): Outcome {
  if (result.kind !== 'page') return result;
  if (looksBinary(result.body)) return { kind: 'skipped', reason: 'binary', status: 200 };
  return { kind: 'skipped', reason: 'not-publication', status: 200 };
}
