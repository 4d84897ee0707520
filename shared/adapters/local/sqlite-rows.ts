import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type {
  ChunkEntry,
  Counters,
  CrawlRow,
  SiteRobots,
  SiteRow,
  StopReason,
  Trouble,
} from '../../domain/crawl-state.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import type { TokenRow } from '../../ports.ts';

export type Row = Record<string, SQLOutputValue>;

/** No limit is NULL in a table and Infinity in the domain. */
export function limitColumn(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}

function limitOf(column: SQLOutputValue | undefined): number {
  return column === null || column === undefined ? Number.POSITIVE_INFINITY : Number(column);
}

function jsonOf<T>(column: SQLOutputValue | undefined): T {
  return JSON.parse(String(column)) as T;
}

export function crawlOf(row: Row): CrawlRow {
  return {
    id: String(row['id']),
    spec: jsonOf<ResolvedSpec>(row['spec']),
    state: row['state'] as CrawlRow['state'],
    startedAt: Number(row['started_at']),
    ...(row['deadline'] === null ? {} : { deadline: Number(row['deadline']) }),
    ...(row['stop'] === null ? {} : { stop: row['stop'] as StopReason }),
    ...(row['stop_cause'] === null ? {} : { stopCause: String(row['stop_cause']) }),
    activeSites: Number(row['active_sites']),
    ...(row['finish_reason'] === null
      ? {}
      : { finishReason: row['finish_reason'] as NonNullable<CrawlRow['finishReason']> }),
    ...(row['finished_at'] === null ? {} : { finishedAt: Number(row['finished_at']) }),
  };
}

export function siteOf(crawl: string, row: Row, pending: ReadonlyMap<number, string>): SiteRow {
  return {
    crawl,
    site: Number(row['site']),
    status: row['status'] as SiteRow['status'],
    ...(row['same_as'] === null ? {} : { sameAs: Number(row['same_as']) }),
    origin: String(row['origin']),
    start: String(row['start']),
    redirectedFrom: jsonOf<string[]>(row['redirected_from']),
    turn: Number(row['turn']),
    doneBy: String(row['done_by']),
    parsedBy: { turn: Number(row['parsed_turn']), message: String(row['parsed_by']) },
    phase: { level: Number(row['level']), round: Number(row['round']) },
    cursor: { turn: Number(row['cursor_turn']), offset: Number(row['cursor_offset']) },
    pending,
    waiting: row['waiting'] as SiteRow['waiting'],
    parked: row['parked'] === 1,
    grant: limitOf(row['page_grant']),
    used: Number(row['used']),
    due: Number(row['due']),
    counters: jsonOf<Counters>(row['counters']),
    delayMs: Number(row['delay_ms']),
    maxDownloads: Number(row['max_downloads']),
    maxLevel: limitOf(row['max_level']),
    ...(row['robots'] === null ? {} : { robots: jsonOf<SiteRobots>(row['robots']) }),
    trouble: jsonOf<Trouble>(row['trouble']),
  };
}

/** Columns of a whole site row, by name. */
export function siteColumns(site: SiteRow): Record<string, SQLInputValue> {
  return {
    site: site.site,
    status: site.status,
    same_as: site.sameAs ?? null,
    origin: site.origin,
    start: site.start,
    redirected_from: JSON.stringify(site.redirectedFrom),
    turn: site.turn,
    done_by: site.doneBy,
    parsed_turn: site.parsedBy.turn,
    parsed_by: site.parsedBy.message,
    level: site.phase.level,
    round: site.phase.round,
    cursor_turn: site.cursor.turn,
    cursor_offset: site.cursor.offset,
    waiting: site.waiting,
    parked: site.parked ? 1 : 0,
    page_grant: limitColumn(site.grant),
    used: site.used,
    due: site.due,
    counters: JSON.stringify(site.counters),
    delay_ms: site.delayMs,
    max_downloads: site.maxDownloads,
    max_level: limitColumn(site.maxLevel),
    robots: site.robots === undefined ? null : JSON.stringify(site.robots),
    trouble: JSON.stringify(site.trouble),
  };
}

export function tokenOf(row: Row): TokenRow {
  return {
    ...(row['attempt'] === null
      ? {}
      : {
          lease: {
            crawl: String(row['crawl']),
            site: Number(row['site']),
            turn: Number(row['turn']),
            attempt: String(row['attempt']),
            until: Number(row['until']),
            message: String(row['message']),
          },
        }),
    nextAllowedAt: Number(row['next_allowed_at']),
    lastDelayMs: Number(row['last_delay_ms']),
    ...(row['wanted_crawl'] === null
      ? {}
      : {
          wanted: {
            crawl: String(row['wanted_crawl']),
            site: Number(row['wanted_site']),
            until: Number(row['wanted_until']),
          },
        }),
  };
}

export function entryOf(row: Row): ChunkEntry {
  return {
    url: String(row['url']),
    address: String(row['address']),
    attempt: Number(row['attempt']),
    via: row['via'] === null ? [] : jsonOf<string[]>(row['via']),
    foundOn: String(row['found_on']),
  };
}
