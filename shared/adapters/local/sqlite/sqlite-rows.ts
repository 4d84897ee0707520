import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { isJar, type Jar } from '../../../domain/http/gates/gate-cookies.ts';
import * as State from '../../../domain/protocol/crawl-state.ts';
import { withParsed } from '../../../domain/protocol/lost-turn.ts';
import { type TokenRow, tokenRowOf } from '../../../domain/protocol/token-row.ts';
import type { EntryLook } from '../../../domain/protocol/watched-address.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { isCount, isMapping } from '../../../domain/spec/fields/is-mapping.ts';
import { damagedValue } from './sqlite-open.ts';

export type Row = Record<string, SQLOutputValue>;

/** No limit is NULL in a table and Infinity in the domain. */
export function limitColumn(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}

/** A value that was written as JSON. Throws if the file is damaged. */
export function jsonOf<T>(column: SQLOutputValue | undefined, isOne: (value: unknown) => boolean = isAny): T {
  const value = parsed(column);
  if (isOne(value)) return value as T;
  throw damagedValue('its JSON is of another shape');
}

function parsed(column: SQLOutputValue | undefined): unknown {
  try {
    return JSON.parse(String(column));
  } catch (error) {
    throw damagedValue((error as Error).message);
  }
}

const isAny = (): boolean => true;

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}

function isCounters(value: unknown): boolean {
  return isMapping(value) && Object.keys(State.noCounts).every(name => isCount(value[name]));
}

function isRobots(value: unknown): boolean {
  return isMapping(value) && typeof value['hash'] === 'string' && isNumber(value['fetchedAt']);
}

function isTrouble(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { failures, probes = 0, robotsFailures = 0, hold = { until: 0, asked: 0 } } = value;
  return [failures, probes, robotsFailures].every(isCount) && isMapping(hold) && isNumber(hold['until']);
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

function addressOf(column: SQLOutputValue): string {
  if (URL.canParse(String(column))) return String(column);
  throw damagedValue('it is no address');
}

/** A count. Throws if the file is damaged. */
export function countOf(column: SQLOutputValue | undefined): number {
  if (isCount(column)) return Number(column);
  throw damagedValue(`${String(column)} counts nothing`);
}

/** One of a closed list of words. Throws if the file is damaged. */
export function wordOf<const T extends string>(column: SQLOutputValue | undefined, words: readonly T[]): T {
  const known = words.find(word => word === column);
  if (known !== undefined) return known;
  throw damagedValue(`${JSON.stringify(column)} is none of its words`);
}

/** The column is there, and not NULL: files of earlier versions may lack it. */
function isGiven(column: SQLOutputValue | undefined): boolean {
  return column !== undefined && column !== null;
}

export function crawlOf(row: Row, spec: ResolvedSpec): State.CrawlRow {
  return {
    id: String(row['id']),
    spec,
    state: wordOf(row['state'], State.crawlStates),
    startedAt: Number(row['started_at']),
    ...(isGiven(row['ran_ms']) && { ranMs: countOf(row['ran_ms']) }),
    ...(isGiven(row['run_started_at']) && { runStartedAt: Number(row['run_started_at']) }),
    ...(row['deadline'] !== null && { deadline: Number(row['deadline']) }),
    ...(row['stop'] !== null && { stop: wordOf(row['stop'], State.stopReasons) }),
    ...(row['stop_cause'] !== null && { stopCause: String(row['stop_cause']) }),
    activeSites: countOf(row['active_sites']),
    ...(row['deletions'] !== 0 && { deletions: Number(row['deletions']) }),
    ...(row['finish_reason'] !== null && { finishReason: wordOf(row['finish_reason'], State.finishReasons) }),
    ...(row['finished_at'] !== null && { finishedAt: Number(row['finished_at']) }),
  };
}

/** How a value is kept in a column. */
interface Column<T> {
  readonly write: (value: T) => SQLInputValue;
  readonly read: (column: SQLOutputValue) => T;
}

const integer: Column<number> = { write: value => Math.ceil(value), read: countOf };
const limit: Column<number> = {
  write: limitColumn,
  read: column => (column === null ? Number.POSITIVE_INFINITY : countOf(column)),
};
const flag: Column<boolean> = { write: Number, read: column => column === 1 };
const text: Column<string> = { write: value => value, read: String };
const word = <const T extends string>(words: readonly T[]): Column<T> => ({
  write: value => value,
  read: column => wordOf(column, words),
});
const address: Column<string> = { write: value => value, read: addressOf };
const json = <T>(isOne: (value: unknown) => boolean): Column<T> => ({
  write: value => JSON.stringify(value),
  read: column => jsonOf(column, isOne),
});
/** Undefined is NULL. */
const optional = <T>({ write, read }: Column<T>): Column<T | undefined> => ({
  write: value => (value === undefined ? null : write(value)),
  read: column => (column === null ? undefined : read(column)),
});

/** The table `sites`. */
const siteTable = {
  site: integer,
  status: word(State.siteStatuses),
  same_as: optional(integer),
  origin: address,
  start: address,
  redirected_from: json<readonly string[]>(isTexts),
  turn: integer,
  done_by: text,
  parsed_turn: integer,
  parsed_by: text,
  level: integer,
  round: integer,
  cursor_turn: integer,
  cursor_offset: integer,
  waiting: word(State.waits),
  parked: flag,
  page_grant: limit,
  used: integer,
  due: integer,
  counters: json<State.Counters>(isCounters),
  delay_ms: integer,
  max_downloads: integer,
  max_level: limit,
  robots: optional(json<State.SiteRobots>(isRobots)),
  jar: optional(json<Jar>(isJar)),
  trouble: json<State.Trouble>(isTrouble),
  unlinked_from: optional(integer),
};

type SiteColumn = keyof typeof siteTable;
type SiteValues = { readonly [C in SiteColumn]: ReturnType<(typeof siteTable)[C]['read']> };

/** Each column by its name: a crawl reads a site some 30 times, and a loop over the columns takes three times as long. */
export function siteOf(
  crawl: string,
  row: Row,
  pending: ReadonlyMap<number, string>,
  lost: readonly State.LostTurn[] = [],
): State.SiteRow {
  const read = siteTable;
  const sameAs = read.same_as.read(row['same_as']!);
  const robots = read.robots.read(row['robots']!);
  return {
    crawl,
    site: read.site.read(row['site']!),
    status: read.status.read(row['status']!),
    ...(sameAs !== undefined && { sameAs }),
    origin: read.origin.read(row['origin']!),
    start: read.start.read(row['start']!),
    redirectedFrom: read.redirected_from.read(row['redirected_from']!),
    turn: read.turn.read(row['turn']!),
    doneBy: read.done_by.read(row['done_by']!),
    parsedBy: { turn: read.parsed_turn.read(row['parsed_turn']!), message: read.parsed_by.read(row['parsed_by']!) },
    phase: { level: read.level.read(row['level']!), round: read.round.read(row['round']!) },
    cursor: {
      turn: read.cursor_turn.read(row['cursor_turn']!),
      offset: read.cursor_offset.read(row['cursor_offset']!),
    },
    pending,
    waiting: read.waiting.read(row['waiting']!),
    parked: read.parked.read(row['parked']!),
    grant: read.page_grant.read(row['page_grant']!),
    used: read.used.read(row['used']!),
    due: read.due.read(row['due']!),
    counters: read.counters.read(row['counters']!),
    delayMs: read.delay_ms.read(row['delay_ms']!),
    maxDownloads: read.max_downloads.read(row['max_downloads']!),
    maxLevel: read.max_level.read(row['max_level']!),
    ...(robots !== undefined && { robots }),
    // Files of earlier versions lack it.
    ...(isGiven(row['jar']) && { jar: read.jar.read(row['jar']!)! }),
    trouble: read.trouble.read(row['trouble']!),
    ...(isGiven(row['unlinked_from']) && { unlinkedFrom: countOf(row['unlinked_from']) }),
    ...(lost.length !== 0 && { lost: withParsed(lost, pending) }),
  };
}

/** Columns of what is given of a site, by name; `null` is NULL. */
export function siteColumns(
  site: Partial<Omit<State.SiteRow, 'robots'>> & { robots?: State.SiteRobots | null },
): Record<string, SQLInputValue> {
  const values: { readonly [C in SiteColumn]: SiteValues[C] | null | undefined } = {
    site: site.site,
    status: site.status,
    same_as: site.sameAs,
    origin: site.origin,
    start: site.start,
    redirected_from: site.redirectedFrom,
    turn: site.turn,
    done_by: site.doneBy,
    parsed_turn: site.parsedBy?.turn,
    parsed_by: site.parsedBy?.message,
    level: site.phase?.level,
    round: site.phase?.round,
    cursor_turn: site.cursor?.turn,
    cursor_offset: site.cursor?.offset,
    waiting: site.waiting,
    parked: site.parked,
    page_grant: site.grant,
    used: site.used,
    due: site.due,
    counters: site.counters,
    delay_ms: site.delayMs,
    max_downloads: site.maxDownloads,
    max_level: site.maxLevel,
    robots: site.robots,
    jar: site.jar,
    trouble: site.trouble,
    unlinked_from: site.unlinkedFrom,
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, value === null ? null : siteTable[name as SiteColumn].write(value as never)]),
  );
}

export function tokenOf(row: Row): TokenRow {
  return tokenRowOf({
    ...row,
    nextAllowedAt: row['next_allowed_at'],
    lastDelayMs: row['last_delay_ms'],
    wantedCrawl: row['wanted_crawl'],
    wantedSite: row['wanted_site'],
    wantedUntil: row['wanted_until'],
  });
}

function isReason(value: unknown): boolean {
  return isMapping(value) && Number.isFinite(value['expected']);
}

export function entryOf(row: Row): State.ChunkEntry {
  return {
    identity: String(row['url']),
    address: String(row['address']),
    attempt: countOf(row['attempt']),
    via: row['via'] === null ? [] : jsonOf<string[]>(row['via'], isTexts),
    foundOn: String(row['found_on']),
    ...(typeof row['look'] === 'string' && { look: jsonOf<EntryLook>(row['look']) }),
    ...(typeof row['pick'] === 'string' && { pick: jsonOf<State.PickReason>(row['pick'], isReason) }),
  };
}
