import type { Jar } from '../../../domain/http/gates/gate-cookies.ts';
import type { Counters, LostTurn, SiteRobots, SiteRow, Trouble } from '../../../domain/protocol/crawl-state.ts';
import { withParsed } from '../../../domain/protocol/lost-turn.ts';
import type { ParseNote } from '../../../domain/protocol/parse-note.ts';
import type { SitePatch } from '../../../ports/ports.ts';
import type { Row, Value } from './calls/dynamo-tables.ts';

type Attributes = Record<string, Value | undefined>;

/** No limit is a missing attribute here, and Infinity in the domain. */
export function limitAttribute(limit: number): number | undefined {
  return Number.isFinite(limit) ? limit : undefined;
}

/** Attributes of a new site. `fallen`: the highest level to which a redirect has moved a URL. */
export function newSiteAttributes(site: SiteRow): Attributes {
  const { status, lost = [], ...rest } = site;
  return {
    ...patchAttributes(rest),
    status,
    sameAs: site.sameAs,
    parsedTurn: site.parsedBy.turn,
    parsedBy: site.parsedBy.message,
    pending: Object.fromEntries(site.pending),
    grant: limitAttribute(site.grant),
    counters: { ...site.counters },
    delayMs: site.delayMs,
    maxDownloads: site.maxDownloads,
    maxLevel: limitAttribute(site.maxLevel),
    ...Object.fromEntries(lost.map(lostAttribute)),
    fallen: -1,
  };
}

/** One attribute for each lost turn: `lost7` of turn 7. */
export function lostAttribute(lost: LostTurn): readonly [name: string, value: Value] {
  return [`lost${lost.turn}`, plainValue(lost)];
}

function lostOf(row: Row): readonly LostTurn[] {
  return Object.entries(row)
    .filter(([name]) => /^lost\d+$/.test(name))
    .map(([, value]) => value as unknown as LostTurn)
    .sort((a, b) => a.turn - b.turn);
}

export function siteOf(crawl: string, row: Row): SiteRow {
  const pending = pendingOf(row);
  const lost = withParsed(lostOf(row), pending);
  return {
    crawl,
    site: Number(String(row['sk']).slice('site#'.length)),
    status: row['status'] as SiteRow['status'],
    ...(row['sameAs'] !== undefined && { sameAs: Number(row['sameAs']) }),
    origin: String(row['origin']),
    start: String(row['start']),
    redirectedFrom: row['redirectedFrom'] as unknown as string[],
    turn: Number(row['turn']),
    doneBy: String(row['doneBy']),
    parsedBy: { turn: Number(row['parsedTurn']), message: String(row['parsedBy']) },
    phase: { level: Number(row['level']), round: Number(row['round']) },
    cursor: { turn: Number(row['cursorTurn']), offset: Number(row['cursorOffset']) },
    pending,
    waiting: row['waiting'] as SiteRow['waiting'],
    parked: row['parked'] === true,
    grant: Number(row['grant'] ?? Number.POSITIVE_INFINITY),
    used: Number(row['used']),
    due: Number(row['due']),
    counters: row['counters'] as unknown as Counters,
    delayMs: Number(row['delayMs']),
    maxDownloads: Number(row['maxDownloads']),
    maxLevel: Number(row['maxLevel'] ?? Number.POSITIVE_INFINITY),
    ...(row['robots'] !== undefined && { robots: row['robots'] as unknown as SiteRobots }),
    ...(row['jar'] !== undefined && { jar: row['jar'] as unknown as Jar }),
    trouble: row['trouble'] as unknown as Trouble,
    ...(lost.length !== 0 && { lost }),
    ...(row['parseNote'] !== undefined && { parseNote: JSON.parse(String(row['parseNote'])) as ParseNote }),
  };
}

/** Attempts of unparsed turns by turn, the lowest first. */
function pendingOf(row: Row): Map<number, string> {
  const pending = Object.entries(row['pending'] as Record<string, string>);
  return new Map(pending.map(([turn, attempt]) => [Number(turn), attempt] as const).sort(([a], [b]) => a - b));
}

/** Attributes that a patch sets, except `pending` and `robots: null`, which are no plain assignments. */
export function patchAttributes(patch: SitePatch): Attributes {
  return {
    turn: patch.turn,
    doneBy: patch.doneBy,
    level: patch.phase?.level,
    round: patch.phase?.round,
    cursorTurn: patch.cursor?.turn,
    cursorOffset: patch.cursor?.offset,
    waiting: patch.waiting,
    parked: patch.parked,
    used: patch.used,
    due: patch.due,
    origin: patch.origin,
    start: patch.start,
    redirectedFrom: patch.redirectedFrom,
    robots: patch.robots === undefined || patch.robots === null ? undefined : plainValue(patch.robots),
    jar: patch.jar === undefined ? undefined : plainValue(patch.jar),
    trouble: patch.trouble === undefined ? undefined : plainValue(patch.trouble),
    status: patch.status,
    ...(patch.lost !== undefined && Object.fromEntries([lostAttribute(patch.lost)])),
  };
}

/** Drops members that are `undefined`, because rows hold JSON. */
export function plainValue(value: object): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
