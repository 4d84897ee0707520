/** Kept pages of a watch, read again with what is set for their sources now. Nothing is requested. */
import { unlessLost } from '../domain/lost-object.ts';
import { oncePerKey } from '../domain/once-per-key.ts';
import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import type { WatchOptions } from '../domain/spec/crawl-spec.ts';
import type { ObjectStore } from '../ports/ports.ts';
import { builtInOrder } from '../wings/publications/applications/application-order.ts';
import { noRunner } from '../wings/publications/applications/application-runner.ts';
import { TurnApplications } from '../wings/publications/applications/turn-applications.ts';
import { withCounts } from '../wings/publications/counts.ts';
import { isTold } from '../wings/publications/extraction/text/host-template.ts';
import { decodeKept, type KeptPage, keptNames, sourceIn } from '../wings/publications/kept/kept-pages.ts';
import { labelsForCorrection } from '../wings/publications/labels/opinion.ts';
import { type DecidedPlaces, decidedPlaces } from '../wings/publications/mentioned/search-version.ts';
import { indexText } from '../wings/publications/store/indexed-text.ts';
import type { PublicationRow, Sighting } from '../wings/publications/store/publication-store.ts';
import type { SuspectEntry } from '../wings/publications/visits/source-reader.ts';
import { choosePublication } from '../wings/publications/watch/chosen-publication.ts';
import { currentSearch, type ShippedTone } from '../wings/publications/watch/current-search.ts';
import { grabArticle, readArticle, sightingOf } from '../wings/publications/watch/sighted-page.ts';
import { sourceClock } from '../wings/publications/watch/source-clock.ts';
import { readMemory } from '../wings/publications/watch/source-memory.ts';
import { readSettings, rulesAt } from '../wings/publications/watch/source-settings.ts';
import { searched } from '../wings/publications/watch/visit-reader.ts';
import type { OpenWatch, WatchStores } from './opened-watch.ts';
import type { Reread, RereadQuery, WatchService } from './watch-service.ts';

export interface RereadPlace extends Pick<OpenWatch, 'state'> {
  changed<T>(watch: string, work: (stores: WatchStores) => Promise<T>): Promise<T>;
  objects(watch: string): Pick<ObjectStore, 'get' | 'list'>;
  readonly shipped: ShippedTone;
  /** A call ends after so many pages; the next one goes on. */
  readonly mostPages: number;
}

/** A correction; `decided`: the words of people on places, where title and text are those of the corrected version. */
interface Correction {
  readonly sighting: Sighting;
  readonly decided: DecidedPlaces | undefined;
}

/** The result of reading a page. `other`: it is not that of the latest version, or not meant. */
type Fate = Correction | 'same' | 'other' | 'application' | 'no-article';

/** The pages of a turn are corrected together or not at all. A repeat finds its own corrections, and changes nothing. */
export function rereadPages(place: RereadPlace): WatchService['reread'] {
  return async (watch, query) => {
    const opened = await place.state(watch, async ({ clock }, row) => ({ crawl: row, now: clock.now() }));
    const objects = place.objects(watch);
    const readerOf = oncePerKey((source: number) => openReader(place, watch, { ...opened, source }));
    return await place.changed(watch, async stores => {
      const search = currentSearch(stores.mentions, stores.labels, place.shipped);
      const names = keptNames(objects, { days: opened.crawl.spec.watch?.keepPagesDays, now: opened.now, ...query });
      let [sum, last]: [Reread, string | undefined] = [{ pages: 0, read: 0, corrected: 0, left: {} }, undefined];
      for await (const name of names) {
        if (last !== undefined && sum.pages >= place.mostPages) return { ...sum, next: last };
        const pages = await pagesOf(objects, name);
        const read = await readerOf(sourceIn(name));
        const fates: Fate[] = [];
        for (const page of pages ?? []) fates.push(await fateOf(stores, { page, read, query, name }));
        const corrections = fates.filter(isCorrection);
        const decided = new Map(corrections.map(each => [each.sighting, each.decided] as const));
        const sightings = await searched([...decided.keys()], await search(), each => decided.get(each));
        const accepted = sightings.length === 0 ? [] : await stores.publications.accept(sightings);
        for (const [index, each] of accepted.entries())
          if (each.outcome === 'version' && corrections[index]!.decided !== undefined)
            await holdLabels(stores, each.publication, each.version);
        const corrected = accepted.filter(({ outcome }) => outcome === 'version').length;
        sum = summedReread(sum, rereadOf(pages, fates, corrected));
        last = name;
      }
      return { ...sum, publications: await countSince(stores, query) };
    });
  };
}

/** All calls, one after the other. */
export async function rereadAll(call: (query: RereadQuery) => Promise<Reread>, query: RereadQuery): Promise<Reread> {
  let sum = await call(query);
  for (let { next } = sum; next !== undefined; ) {
    const more = await call({ ...query, after: next });
    sum = summedReread(sum, more);
    next = more.next;
  }
  return sum;
}

function summedReread(a: Reread, b: Reread): Reread {
  const { next: _, ...later } = b;
  const left = Object.entries({ ...a.left, ...b.left }).map(([why]) => [why, (a.left[why] ?? 0) + (b.left[why] ?? 0)]);
  const counts = { pages: a.pages + b.pages, read: a.read + b.read, corrected: a.corrected + b.corrected };
  return { ...later, ...counts, left: Object.fromEntries(left) as Reread['left'] };
}

function rereadOf(pages: readonly KeptPage[] | undefined, fates: readonly Fate[], corrected: number): Reread {
  const left = fates.filter(fate => fate === 'application' || fate === 'no-article');
  const read = fates.filter(fate => fate === 'same').length + corrected;
  return { pages: fates.length, read, corrected, left: withCounts({}, pages === undefined ? ['damaged'] : left) };
}

function isCorrection(fate: Fate): fate is Correction {
  return typeof fate === 'object';
}

/** Labels of a version hold for the correction with its title and text. A repeat adds none. */
async function holdLabels({ labels }: WatchStores, publication: number, version: number): Promise<void> {
  const held = labelsForCorrection(await labels.labelsOf(publication), version - 1, version);
  if (held.length > 0) await labels.addLabels(held);
}

/** Undefined where the object is damaged, or has expired meanwhile. */
async function pagesOf(objects: Pick<ObjectStore, 'get'>, name: string): Promise<readonly KeptPage[] | undefined> {
  const bytes = await unlessLost(async () => await objects.get(name), undefined);
  try {
    return bytes && decodeKept(bytes);
  } catch {
    return undefined;
  }
}

async function openReader(
  { state }: RereadPlace,
  watch: string,
  { source, crawl, now }: { readonly source: number; readonly crawl: CrawlRow; readonly now: number },
): Promise<ReadAgain | undefined> {
  return await state(watch, async ({ store }) => {
    const row = (await store.readSites(crawl.id)).find(({ site }) => site === source);
    if (row === undefined) return undefined;
    const memory = await store.readMemory(crawl.id, source);
    const settings = await store.readSettings(crawl.id, source);
    const { watch: options, applications: order } = crawl.spec;
    return readerNow({ site: source, origin: row.origin, options: options!, order, memory, settings, now });
  });
}

interface PageToJudge {
  readonly page: KeptPage;
  readonly read: ReadAgain | undefined;
  readonly query: RereadQuery;
  readonly name: string;
}

async function fateOf(stores: WatchStores, { page, read, query, name }: PageToJudge): Promise<Fate> {
  const { publications, mentions } = stores;
  const row = await publications.publicationAt(sourceIn(name), page.identity);
  if (row === undefined || read === undefined || row.identity !== page.identity || row.seenAt !== page.at)
    return 'other';
  if (row.firstSeenAt < (query.since ?? 0)) return 'other';
  const { application } = JSON.parse(row.details) as { readonly application?: string };
  if (application !== undefined && !builtInOrder.includes(application)) return 'application';
  const sighting = await read(page);
  if (sighting === undefined) return 'no-article';
  const text = (await publications.text(row.id, row.version)) ?? '';
  const given = page.goesOn === true ? withDateOnly(row, text, sighting) : sighting;
  const correction = correctionOf(row, text, given);
  if (correction === undefined) {
    // A process that ended behind the correction has not copied the labels.
    const { corrects } = JSON.parse(row.details) as { readonly corrects?: number };
    const before = (await publications.versions(row.id)).find(({ version }) => version === corrects);
    if (before?.title === row.title && (await publications.text(row.id, before.version)) === text)
      await holdLabels(stores, row.id, row.version);
    return 'same';
  }
  const isSameText = correction.version.title === row.title && correction.version.text === text;
  const decided = isSameText ? decidedPlaces(await mentions.mentions(row.id, row.version)) : undefined;
  return { sighting: correction, decided };
}

/** Publications that were first seen since then. */
async function countSince({ publications }: WatchStores, { source, since }: RereadQuery): Promise<number> {
  const counts =
    since === undefined
      ? [...(await publications.countBySource())]
      : (await publications.newByDay(since)).map(({ source: of, count }) => [of, count] as const);
  return counts.reduce((sum, [of, count]) => (source === undefined || of === source ? sum + count : sum), 0);
}

/** With what a kept page is read now; nothing is learnt from it, so the order of pages does not matter. */
interface SourceNow extends Pick<SuspectEntry, 'site' | 'memory' | 'settings'> {
  readonly origin: string;
  readonly options: WatchOptions;
  /** Names of the applications of the watch, in their order. */
  readonly order: readonly string[] | undefined;
  readonly now: number;
}

/** Undefined where the page gives no text: the version of before stays. */
type ReadAgain = (page: KeptPage) => Promise<Sighting | undefined>;

function readerNow({ site, origin, options, order, now, ...stored }: SourceNow): ReadAgain {
  const [memory, settings] = [readMemory(stored.memory), readSettings(stored.settings)];
  const template = [memory.template].find(isTold);
  const rules = rulesAt(settings, now);
  const applications = new TurnApplications({
    ...{ runner: noRunner, order: settings.applications ?? order ?? builtInOrder, source: site, at: now, origin },
    ...{ standings: {}, onSince: {} },
  });
  const { timeZone } = { ...options, ...settings };
  const { clock } = sourceClock(memory, { setting: timeZone, origin, now });
  return async page => {
    const { identity, address, at, hint } = page;
    const automatic = readArticle(page, template)?.extraction;
    if (automatic === undefined) return undefined;
    const { extraction } = await choosePublication(
      applications,
      { identity, address, html: '', headers: {} },
      { automatic: () => automatic, grabbed: () => rules && grabArticle(page, template, rules) },
    );
    if (extraction.text === '') return undefined;
    const revision = 'pageType' in extraction && extraction.pageType !== null ? rules?.revision : undefined;
    const seen = { source: site, identity, address, by: 'link' as const, seenAt: at, hint, clock, revision };
    return sightingOf({ ...seen, application: undefined }, extraction);
  };
}

/** Changes of the latest version by `sighting`, as the version that corrects it; undefined where it changes nothing. */
function correctionOf(row: PublicationRow, text: string, sighting: Sighting): Sighting | undefined {
  const { title, publishedAt, language, canonical } = row;
  const before = [title, publishedAt, language, canonical, text, JSON.stringify(readingIn(row.details))];
  const { version } = sighting;
  const after = [
    version.title,
    version.publishedAt,
    version.language,
    version.canonical,
    version.text,
    version.details,
  ];
  if (before.every((value, index) => value === after[index])) return undefined;
  const details = JSON.stringify({ ...(JSON.parse(version.details) as object), corrects: row.version });
  return { ...sighting, version: { ...version, details }, corrects: row.version };
}

/** Of an article of several pages only the first is kept: its date counts, and what all pages gave stays. */
function withDateOnly(
  { title, language, canonical, details }: PublicationRow,
  text: string,
  sighting: Sighting,
): Sighting {
  const { publishedAt } = sighting.version;
  const { published } = JSON.parse(sighting.version.details) as { readonly published: unknown };
  const known = JSON.stringify({ ...readingIn(details), published });
  const version = { title, publishedAt, language, canonical, text, details: known };
  return { ...sighting, version, index: indexText(title, text) };
}

/** Details without what a correction says of itself. */
function readingIn(details: string): object {
  const { corrects: _, ...reading } = JSON.parse(details) as Readonly<Record<string, unknown>>;
  return reading;
}
