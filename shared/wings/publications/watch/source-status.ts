import { defined } from '../../../domain/defined.ts';
import type { CrawlRow, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import { dueAfter } from '../../../domain/protocol/protocol.ts';
import type { WatchedAddress, WatchedKind } from '../../../domain/protocol/watched-address.ts';
import type { RenderMode } from '../../../domain/spec/crawl-spec.ts';
import type { SourceSettingsRows, WatchedAddresses } from '../../../ports/ports.ts';
import { builtInOrder } from '../applications/application-order.ts';
import type { ApplicationStanding } from '../applications/application-standing.ts';
import type { Counts } from '../counts.ts';
import { type RuleStatus, ruleStatus, versionAt } from '../grabber/rule-health.ts';
import { isLiar } from '../looks/conditional-look.ts';
import type { LostCounts } from '../store/publication-store.ts';
import { type EntryState, readEntryState } from './entry-state.ts';
import { type ClockReason, type SourceClock, sourceClock } from './source-clock.ts';
import { type FailedAddress, readMemory, type SourceMemory } from './source-memory.ts';
import { fixedInterval, type RenderFound, readSettings, type SourceSettings } from './source-settings.ts';
import { type SourceWarning, sourceWarnings, type WarningSigns } from './source-warnings.ts';

/** An entry of a source. Instants are ms since the epoch. */
export interface EntryStatus
  extends Pick<EntryState, 'title' | 'movedFrom' | 'fixedS' | 'looks' | 'failures' | 'last' | 'outstanding'> {
  readonly address: string;
  readonly kind: WatchedKind;
  readonly on: boolean;
  /** The next look; absent if it is switched off. */
  readonly due?: number;
  /** Instant of the last look that read it: what it gave then stays while later looks fail. */
  readonly lastRead?: number;
  /** Its ETag or date was the same three times though something was new: it is always requested whole. */
  readonly disbelieved?: true;
}

export interface SourceStatus {
  readonly number: number;
  readonly name: string;
  readonly origin: string;
  /** Kinds of sources in the user's words; absent: none. */
  readonly tags?: readonly string[];
  /** `trouble`: its host does not answer as it should, and is asked again at `due`. */
  readonly state: 'visiting' | 'resting' | 'trouble' | 'stopped' | 'removed' | 'same-as';
  readonly due?: number;
  /** Those that are on come first; each group by address. */
  readonly entries: readonly EntryStatus[];
  /** Addresses that were requested as publications and are none, or could not be had. */
  readonly skipped: number;
  /** Why, as far as it is known: words of `docs/formats/watch.md`. */
  readonly skippedBy: Counts;
  /** Addresses that further parts of lists and calendars named and that are none of publications, by kind. */
  readonly left: Counts;
  /** Addresses of other hosts that were named, each once: nobody requests them. */
  readonly elsewhere: number;
  /** Addresses that wait to be requested. */
  readonly queued: number;
  readonly publications: number;
  /** Of them, those that are not live any more. */
  readonly lost: LostCounts;
  /** Addresses that failed at their first look: those with `due` are tried again then. */
  readonly failed: readonly FailedAddress[];
  /** Absent if nobody chose it, its pages are never loaded in a browser, and none was. */
  readonly rendering?: RenderingStatus;
  /** The warnings that a person should look at. */
  readonly warnings: readonly SourceWarning[];
  /** How times that name no zone are read; absent if the source has none. */
  readonly clock?: ClockStatus;
  /** Whether old publications are read. */
  readonly archive: boolean;
  /** The zone that a person has set for it. */
  readonly timeZone?: string;
  /** Absent if no rules hold. */
  readonly rules?: RuleStatus;
  /** Absent if nothing but what comes with the program is on. */
  readonly applications?: readonly ApplicationStatus[];
}

/** `zone`: minutes east of Greenwich or a zone's name; absent: UTC. `times`: those that named none. */
export interface ClockStatus {
  readonly zone?: SourceClock;
  readonly by: ClockReason;
  readonly times: number;
}

/** How pages are loaded. */
export interface RenderingStatus {
  readonly render: RenderMode;
  /** A person has set it for the source, or its samples said so; absent: the watch says so. */
  readonly own?: true;
  /** Samples of the finding decided it, before the first look. Absent: nobody or a person did. */
  readonly found?: RenderFound;
  /** Publications that were read from pages that a browser had loaded. */
  readonly publications: number;
  /** When the first of them was read. With `auto` its pages are loaded in a browser since then. */
  readonly since?: number;
}

/** The places from which the status of a source is read, beside its row. */
export interface StatusReading {
  readonly store: Pick<WatchedAddresses, 'readEntries' | 'readMemory' | 'dueAddresses'> &
    Partial<Pick<SourceSettingsRows, 'readSettings'>>;
  readonly now: number;
  /** Publications by the number of the source. */
  readonly counts: ReadonlyMap<number, number>;
  readonly lost: ReadonlyMap<number, LostCounts>;
}

/** The sources of these rows, in their order. */
export async function sourceStatuses(
  { id, spec }: Pick<CrawlRow, 'id' | 'spec'>,
  rows: readonly SiteRow[],
  { store, now, counts, lost }: StatusReading,
): Promise<readonly SourceStatus[]> {
  const sites = new Map(spec.sites.map(site => [site.number, site]));
  const sources: SourceStatus[] = [];
  for (const row of rows) {
    const entries = await store.readEntries(id, row.site);
    const memory = readMemory(await store.readMemory(id, row.site));
    const { skipped: skippedBy = {}, left = {}, failed = {} } = memory;
    const settings = readSettings(await store.readSettings?.(id, row.site));
    const { rules = [] } = settings;
    const applications = applicationStatuses(settings, memory, spec.applications);
    const queued = Math.max(0, row.counters.queued - row.counters.taken);
    const publications = counts.get(row.site) ?? 0;
    const held = versionAt(rules, new Date(now).toISOString());
    sources.push({
      ...{ number: row.site, name: sites.get(row.site)?.name ?? row.origin, origin: row.origin },
      ...defined({ tags: settings.tags ?? sites.get(row.site)?.tags }),
      ...standingOf(row, now, await isWoken(store, row, now)),
      entries: entries.map(entry => entryStatus(entry, settings)).toSorted((a, b) => Number(b.on) - Number(a.on)),
      ...{ skipped: row.counters.skipped, skippedBy, left, elsewhere: row.counters.newExternalLinks },
      warnings: sourceWarnings({ entries: entries.map(signOf), memory, publications, queued, trouble: row.trouble }),
      ...{ queued, publications, lost: lost.get(row.site) ?? {}, failed: Object.values(failed) },
      ...defined({ clock: clockStatus(row, memory, settings.timeZone ?? spec.watch?.timeZone, now) }),
      ...defined({ timeZone: settings.timeZone }),
      ...{ archive: settings.archive ?? spec.watch?.archive ?? false },
      ...defined({ rendering: renderingStatus(settings, memory, spec.render) }),
      ...(held !== undefined && { rules: ruleStatus(held, memory.rules) }),
      ...(applications !== undefined && { applications }),
    });
  }
  return sources;
}

function renderingStatus(
  { render: own, renderFound: found }: SourceSettings,
  { rendered = 0, renderedSince: since }: SourceMemory,
  render: RenderMode = 'never',
): RenderingStatus | undefined {
  if (own === undefined && render === 'never' && rendered === 0) return undefined;
  const isOwn = own === undefined ? {} : { own: true as const };
  return { render: own ?? render, ...isOwn, ...defined({ found }), publications: rendered, ...defined({ since }) };
}

function clockStatus(
  { origin }: SiteRow,
  memory: SourceMemory,
  setting: string | undefined,
  now: number,
): ClockStatus | undefined {
  if (memory.unzoned === undefined) return undefined;
  const { clock: zone, by } = sourceClock(memory, { setting, origin, now });
  return { ...defined({ zone }), by, times: memory.unzoned };
}

function signOf(watched: WatchedAddress): WarningSigns['entries'][number] {
  return { ...readEntryState(watched), kind: watched.kind, on: Number.isFinite(watched.due) };
}

function entryStatus(watched: WatchedAddress, settings: SourceSettings): EntryStatus {
  const state = readEntryState(watched);
  const { title, movedFrom, fixedS: madeWith, looks, failures, last, lastRead, memory, outstanding } = state;
  const on = Number.isFinite(watched.due);
  const fixedS = fixedInterval(settings, watched.identity, madeWith);
  return {
    ...{ address: watched.address, kind: watched.kind, on, looks, failures },
    ...defined({
      title,
      movedFrom,
      due: on ? watched.due : undefined,
      fixedS,
      last,
      outstanding,
      lastRead: lastRead?.at,
    }),
    ...(isLiar(memory) && { disbelieved: true }),
  };
}

/**
 * The row of a woken source says `rest` until the commit of the first turn, and its `due` is that of a message. An address is due
 * then.
 */
async function isWoken(
  store: Pick<WatchedAddresses, 'dueAddresses'>,
  { crawl, site, status, waiting, due }: SiteRow,
  now: number,
): Promise<boolean> {
  if (status !== 'active' || waiting !== 'rest' || due <= now || due > dueAfter(now)) return false;
  return (await store.dueAddresses(crawl, site, now, 1)).length > 0;
}

function standingOf(
  { status, waiting, due, trouble }: SiteRow,
  now: number,
  woken: boolean,
): Pick<SourceStatus, 'state' | 'due'> {
  if (status === 'removed' || status === 'same-as') return { state: status };
  if (status !== 'active') return { state: 'stopped' };
  const heldUntil = trouble.hold?.until ?? 0;
  if (heldUntil > now) return { state: 'trouble', due: heldUntil };
  return waiting === 'rest' && !woken ? { state: 'resting', due } : { state: 'visiting' };
}

/** The status of an application of a source, for people. Instants are ms since the epoch. */
export interface ApplicationStatus extends Partial<Omit<ApplicationStanding, 'digest' | 'trouble'>> {
  readonly name: string;
  /** Whether it is asked; `died`: it was switched off because it died again and again. */
  readonly state: 'on' | 'off' | 'died';
}

/** In their order, those that are off at the end; undefined if there is nothing but what comes with the program. */
function applicationStatuses(
  settings: SourceSettings,
  memory: SourceMemory,
  order: readonly string[] = builtInOrder,
): readonly ApplicationStatus[] | undefined {
  const on = settings.applications ?? order;
  const { applications: standings = {} } = memory;
  if (Object.keys(standings).length === 0 && on.join() === builtInOrder.join()) return undefined;
  const off = [...new Set([...order, ...builtInOrder, ...Object.keys(standings)])].filter(name => !on.includes(name));
  return [...on, ...off].map(name => {
    const standing = standings[name];
    const pardonedAt = settings.applicationsOn?.[name] ?? Number.NEGATIVE_INFINITY;
    const hasDied = standing?.offSince !== undefined && standing.offSince >= pardonedAt;
    const state = on.includes(name) ? (hasDied ? 'died' : 'on') : 'off';
    if (standing === undefined) return { name, state };
    const { digest: _, trouble: __, offSince, ...told } = standing;
    return { name, state, ...told, ...(state === 'died' && offSince !== undefined && { offSince }) };
  });
}
