import * as State from '../../../domain/protocol/crawl-state.ts';
import { canLose, isNews } from '../../../domain/protocol/lost-turn.ts';
import type { Loss } from '../../../ports/ports.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { countOf, type Row, wordOf } from './sqlite-rows.ts';

/** The entries that turns have taken, and the turns that are lost. */
export class SqliteLosses {
  private readonly db: SqliteDatabase;
  private readonly readSite: (crawl: string, site: number) => State.SiteRow | undefined;

  constructor(db: SqliteDatabase, readSite: (crawl: string, site: number) => State.SiteRow | undefined) {
    this.db = db;
    this.readSite = readSite;
  }

  readTaken(site: number, turn: number): State.TakenEntries | undefined {
    const row = this.db.get('SELECT * FROM turns WHERE site = ? AND turn = ?', site, turn);
    if (row === undefined) return undefined;
    return {
      phase: { level: countOf(row['level']), round: countOf(row['round']) },
      from: { turn: countOf(row['from_turn']), offset: countOf(row['from_offset']) },
      to: { turn: countOf(row['to_turn']), offset: countOf(row['to_offset']) },
      pages: countOf(row['pages']),
    };
  }

  lose(crawl: string, site: number, loss: Loss): State.SiteRow | undefined {
    return this.db.transaction(() => {
      const row = this.readSite(crawl, site);
      if (row === undefined || !canLose(row, loss.lost, loss.attempt)) return undefined;
      if (isNews(row, loss.lost)) {
        keepLost(this.db, site, loss.lost);
        const rests = row.waiting !== '' || row.parked;
        const due = rests ? Math.max(row.due, Math.ceil(loss.due)) : row.due;
        this.db.run("UPDATE sites SET waiting = '', parked = 0, due = ? WHERE site = ?", due, site);
      }
      return this.readSite(crawl, site);
    }, 'immediate');
  }
}

/** Inside a transaction of the caller's. */
export function keepLost(db: SqliteDatabase, site: number, { turn, what, state, why, attempt }: State.LostTurn): void {
  db.run(
    'INSERT OR REPLACE INTO lost_turns (site, turn, what, state, why, attempt) VALUES (?, ?, ?, ?, ?, ?)',
    ...[site, turn, what, state, why, attempt ?? null],
  );
}

/** Inside a transaction of the caller's. */
export function keepTaken(
  db: SqliteDatabase,
  site: number,
  turn: number,
  { phase, from, to, pages }: State.TakenEntries,
): void {
  db.run(
    `INSERT OR REPLACE INTO turns (site, turn, level, round, from_turn, from_offset, to_turn, to_offset, pages)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[site, turn, phase.level, phase.round, from.turn, from.offset, to.turn, to.offset, pages],
  );
}

/** Lost turns of one site. */
export function readLost(db: SqliteDatabase, site: number): readonly State.LostTurn[] | undefined {
  if (!db.hasTable('lost_turns')) return undefined;
  const rows = db.all('SELECT * FROM lost_turns WHERE site = ? ORDER BY turn', site);
  return rows.length === 0 ? undefined : rows.map(lostTurnOf);
}

/** Lost turns of all sites, by site. */
export function readAllLost(db: SqliteDatabase): ReadonlyMap<number, readonly State.LostTurn[]> {
  const lost = new Map<number, State.LostTurn[]>();
  if (!db.hasTable('lost_turns')) return lost;
  for (const row of db.all('SELECT * FROM lost_turns ORDER BY site, turn')) {
    const site = Number(row['site']);
    const turns = lost.get(site);
    if (turns === undefined) lost.set(site, [lostTurnOf(row)]);
    else turns.push(lostTurnOf(row));
  }
  return lost;
}

function lostTurnOf(row: Row): State.LostTurn {
  return {
    turn: countOf(row['turn']),
    what: wordOf(row['what'], State.lostObjects),
    state: wordOf(row['state'], State.lossStates),
    why: String(row['why']),
    ...(row['attempt'] !== null && { attempt: String(row['attempt']) }),
  };
}
