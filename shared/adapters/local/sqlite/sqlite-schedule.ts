import { isCount, isMapping } from '../../../domain/spec/fields/is-mapping.ts';
import { areRuleOptions } from '../../../domain/spec/rule-option-limits.ts';
import type { ParseCommit } from '../../../ports/ports.ts';
import type { Choice, Schedule } from '../../../wings/sets/schedule/schedule.ts';
import type { ScheduleStore } from '../../../wings/sets/schedule/schedule-store.ts';
import { OfDatabase } from './sqlite-database.ts';
import { jsonOf } from './sqlite-rows.ts';

/** Tables of the decisions that share a page budget. */
export const scheduleSchema = `
  CREATE TABLE IF NOT EXISTS schedule (crawl TEXT PRIMARY KEY, version INTEGER NOT NULL, schedule TEXT NOT NULL)
    STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS choices (
    step INTEGER PRIMARY KEY, rule TEXT NOT NULL, site INTEGER NOT NULL, from_page INTEGER NOT NULL,
    to_page INTEGER NOT NULL, indexes TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS rewards (
    site INTEGER NOT NULL, first INTEGER NOT NULL, turn INTEGER NOT NULL, rewards TEXT NOT NULL,
    PRIMARY KEY (site, first)
  ) STRICT, WITHOUT ROWID;
`;

/** Decisions, and the rewards they are made from. */
export class SqliteSchedule extends OfDatabase {
  read(crawl: string): Awaited<ReturnType<ScheduleStore['readSchedule']>> {
    const row = this.db.get('SELECT version, schedule FROM schedule WHERE crawl = ?', crawl);
    return row && { version: Number(row['version']), schedule: jsonOf<Schedule>(row['schedule'], isSchedule) };
  }

  write(crawl: string, from: number, schedule: Schedule, choices: readonly Choice[]): boolean {
    return this.db.transaction(() => {
      if ((this.read(crawl)?.version ?? 0) !== from) return false;
      // Decisions of a crawl that was killed before it was written down are nobody's.
      if (from === 0) this.db.exec('DELETE FROM schedule; DELETE FROM choices');
      this.db.run(
        `INSERT INTO schedule (crawl, version, schedule) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET version = excluded.version, schedule = excluded.schedule`,
        ...[crawl, from + 1, JSON.stringify(schedule)],
      );
      const insert = this.db.prepare(
        'INSERT INTO choices (step, rule, site, from_page, to_page, indexes) VALUES (?, ?, ?, ?, ?, ?)',
      );
      for (const choice of choices)
        insert.run(choice.step, choice.rule, choice.site, choice.from, choice.to, JSON.stringify(choice.indexes));
      return true;
    }, 'immediate');
  }

  /** Inside the transaction that commits the turn, so it is written once. */
  addRewards(site: number, { turn, rewards }: ParseCommit): void {
    if (rewards === undefined || rewards.pages.length === 0) return;
    this.db.run(
      'INSERT INTO rewards (site, first, turn, rewards) VALUES (?, ?, ?, ?)',
      ...[site, rewards.first, turn, JSON.stringify(rewards.pages)],
    );
  }

  readRewards(site: number, skip: number): readonly number[] {
    const rows = this.db.all(
      `SELECT first, rewards FROM rewards
       WHERE site = ? AND first >= coalesce((SELECT max(first) FROM rewards WHERE site = ? AND first <= ?), 0)
       ORDER BY first`,
      ...[site, site, skip],
    );
    return rows.flatMap(row => {
      const pages = jsonOf<number[]>(row['rewards']);
      return pages.slice(Math.max(0, skip - Number(row['first'])));
    });
  }

  readChoices(after: number, most: number): readonly Choice[] {
    const rows = this.db.all('SELECT * FROM choices WHERE step > ? ORDER BY step LIMIT ? + 0', after, most);
    return rows.map(row => ({
      step: Number(row['step']),
      rule: row['rule'] as Choice['rule'],
      site: Number(row['site']),
      from: Number(row['from_page']),
      to: Number(row['to_page']),
      indexes: jsonOf<Choice['indexes']>(row['indexes']),
    }));
  }
}

/** Its options bound how many decisions are made at once. */
function isSchedule(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { options, budget, next, sites, underWay } = value;
  const isWhole = [budget, next].every(isCount) && Array.isArray(sites) && Array.isArray(underWay);
  return isWhole && areRuleOptions(options);
}
