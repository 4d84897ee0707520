import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import {
  type ChunkEntry,
  type Counters,
  type CrawlRow,
  type LostTurn,
  type SiteRobots,
  type SiteRow,
  type StopReason,
  type Trouble,
  troubleOf,
} from '../../../domain/protocol/crawl-state.ts';
import { type TokenRow, tokenRowOf } from '../../../domain/protocol/token-row.ts';
import type { EntryLook } from '../../../domain/protocol/watched-address.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';

export type Row = Record<string, SQLOutputValue>;

/** No limit is NULL in a table and Infinity in the domain. */
export function limitColumn(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}

function limitOf(column: SQLOutputValue | undefined): number {
  return column === null || column === undefined ? Number.POSITIVE_INFINITY : Number(column);
}

/** SQLITE_CORRUPT. */
const corrupt = 11;

/**
 * Bits that flipped within a value are none of SQLite's checks: the value is what it was written as, or the file is damaged
 * (an error as SQLite's own).
 */
function damagedValue(why: string): Error {
  return Object.assign(new Error(`a value of the file is damaged: ${why}`), { errcode: corrupt, path: 'crawl.db' });
}

/** A value that was written as JSON. Throws where the file is damaged. */
export function jsonOf<T>(column: SQLOutputValue | undefined): T {
  try {
    return JSON.parse(String(column)) as T;
  } catch (error) {
    throw damagedValue((error as Error).message);
  }
}

function addressOf(column: SQLOutputValue): string {
  if (URL.canParse(String(column))) return String(column);
  throw damagedValue('it is no address');
}

export function crawlOf(row: Row, spec: ResolvedSpec): CrawlRow {
  return {
    id: String(row['id']),
    spec,
    state: row['state'] as CrawlRow['state'],
    startedAt: Number(row['started_at']),
    ...(row['deadline'] === null ? {} : { deadline: Number(row['deadline']) }),
    ...(row['stop'] === null ? {} : { stop: row['stop'] as StopReason }),
    ...(row['stop_cause'] === null ? {} : { stopCause: String(row['stop_cause']) }),
    activeSites: Number(row['active_sites']),
    ...(row['deletions'] === 0 ? {} : { deletions: Number(row['deletions']) }),
    ...(row['finish_reason'] === null
      ? {}
      : { finishReason: row['finish_reason'] as NonNullable<CrawlRow['finishReason']> }),
    ...(row['finished_at'] === null ? {} : { finishedAt: Number(row['finished_at']) }),
  };
}

/** How a value is kept in a column. */
interface Column<T> {
  readonly write: (value: T) => SQLInputValue;
  readonly read: (column: SQLOutputValue) => T;
}

const integer: Column<number> = { write: value => Math.ceil(value), read: Number };
const limit: Column<number> = { write: limitColumn, read: limitOf };
const flag: Column<boolean> = { write: Number, read: column => column === 1 };
const text = <T extends string>(): Column<T> => ({ write: value => value, read: column => column as T });
const address: Column<string> = { write: value => value, read: addressOf };
const json = <T>(): Column<T> => ({ write: value => JSON.stringify(value), read: jsonOf });
/** Undefined is NULL. */
const optional = <T>({ write, read }: Column<T>): Column<T | undefined> => ({
  write: value => (value === undefined ? null : write(value)),
  read: column => (column === null ? undefined : read(column)),
});

/** The table `sites`. */
const siteTable = {
  site: integer,
  status: text<SiteRow['status']>(),
  same_as: optional(integer),
  origin: address,
  start: address,
  redirected_from: json<readonly string[]>(),
  turn: integer,
  done_by: text(),
  parsed_turn: integer,
  parsed_by: text(),
  level: integer,
  round: integer,
  cursor_turn: integer,
  cursor_offset: integer,
  waiting: text<SiteRow['waiting']>(),
  parked: flag,
  page_grant: limit,
  used: integer,
  due: integer,
  counters: json<Counters>(),
  delay_ms: integer,
  max_downloads: integer,
  max_level: limit,
  robots: optional(json<SiteRobots>()),
  trouble: json<Trouble>(),
};

type SiteColumn = keyof typeof siteTable;
type SiteValues = { readonly [C in SiteColumn]: ReturnType<(typeof siteTable)[C]['read']> };

export function siteOf(
  crawl: string,
  row: Row,
  pending: ReadonlyMap<number, string>,
  lost: readonly LostTurn[] = [],
): SiteRow {
  const values = Object.fromEntries(
    Object.entries(siteTable).map(([name, { read }]) => [name, read(row[name]!)]),
  ) as SiteValues;
  return {
    crawl,
    site: values.site,
    status: values.status,
    ...(values.same_as === undefined ? {} : { sameAs: values.same_as }),
    origin: values.origin,
    start: values.start,
    redirectedFrom: values.redirected_from,
    turn: values.turn,
    doneBy: values.done_by,
    parsedBy: { turn: values.parsed_turn, message: values.parsed_by },
    phase: { level: values.level, round: values.round },
    cursor: { turn: values.cursor_turn, offset: values.cursor_offset },
    pending,
    waiting: values.waiting,
    parked: values.parked,
    grant: values.page_grant,
    used: values.used,
    due: values.due,
    counters: values.counters,
    delayMs: values.delay_ms,
    maxDownloads: values.max_downloads,
    maxLevel: values.max_level,
    ...(values.robots === undefined ? {} : { robots: values.robots }),
    trouble: troubleOf(values.trouble),
    ...(lost.length === 0 ? {} : { lost }),
  };
}

/** Columns of what is given of a site, by name; `null` is NULL. */
export function siteColumns(
  site: Partial<Omit<SiteRow, 'robots'>> & { robots?: SiteRobots | null },
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
    trouble: site.trouble,
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

export function entryOf(row: Row): ChunkEntry {
  return {
    identity: String(row['url']),
    address: String(row['address']),
    attempt: Number(row['attempt']),
    via: row['via'] === null ? [] : jsonOf<string[]>(row['via']),
    foundOn: String(row['found_on']),
    ...(typeof row['look'] === 'string' ? { look: jsonOf<EntryLook>(row['look']) } : {}),
  };
}
