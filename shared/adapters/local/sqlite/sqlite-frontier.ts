import type { ChunkEntry, Cursor, Phase } from '../../../domain/protocol/crawl-state.ts';
import { OfDatabase } from './sqlite-database.ts';
import { entryOf } from './sqlite-rows.ts';
import { putLooks } from './sqlite-watched.ts';

/** Chunks of URLs that wait, one row each. */
export class SqliteFrontier extends OfDatabase {
  putChunk(site: number, phase: Phase, turn: number, entries: readonly ChunkEntry[]): void {
    const insert = this.db.prepare(
      `INSERT INTO frontier (site, level, round, turn, seq, url, address, attempt, via, found_on, pick)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const first = this.db.prepare(
      'SELECT 1 FROM frontier WHERE site = ? AND level = ? AND round = ? AND turn = ? AND seq = 0',
    );
    this.db.transaction(() => {
      // A whole chunk or none: a repeat that knows more by now adds nothing.
      if (first.get(site, phase.level, phase.round, turn) !== undefined) return;
      putLooks(this.db, site, phase, entries);
      for (const [seq, { identity, address, attempt, via, foundOn, pick }] of entries.entries()) {
        const hops = via.length === 0 ? null : JSON.stringify(via);
        const reason = pick === undefined ? null : JSON.stringify(pick);
        const place = [site, phase.level, phase.round, turn, seq] as const;
        insert.run(...place, identity, address, attempt, hops, foundOn, reason);
      }
    }, 'immediate');
  }

  readChunks(site: number, phase: Phase, cursor: Cursor, most: number): { cursor: Cursor; entry: ChunkEntry }[] {
    const rows = this.db.all(
      `SELECT frontier.*, look FROM frontier LEFT JOIN looks USING (site, level, url)
       WHERE frontier.site = ? AND frontier.level = ? AND round = ? AND (turn, seq) >= (?, ?)
       ORDER BY turn, seq LIMIT ? + 0`,
      ...[site, phase.level, phase.round, cursor.turn, cursor.offset, most],
    );
    return rows.map(row => ({
      cursor: { turn: Number(row['turn']), offset: Number(row['seq']) },
      entry: entryOf(row),
    }));
  }
}
