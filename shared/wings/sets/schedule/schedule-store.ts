import type { CrawlStore } from '../../../ports/ports.ts';
import type { Choice, Schedule } from './schedule.ts';

/** The decisions of a rule that shares a page budget over sites. */
export interface ScheduleStore {
  /** Undefined before the first write. */
  readSchedule(crawl: string): Promise<{ readonly version: number; readonly schedule: Schedule } | undefined>;
  /**
   * Writes version `from` + 1 and its choices in a single step, if the version is still `from` (0: no schedule yet).
   */
  writeSchedule(crawl: string, from: number, schedule: Schedule, choices: readonly Choice[]): Promise<boolean>;
  /** Rewards of the parsed pages of a site, in page order, without the first `skip`. */
  readRewards(crawl: string, site: number, skip: number): Promise<readonly number[]>;
  /** Choices after step `after`, at most `most`, in their order. */
  readChoices(crawl: string, after: number, most: number): Promise<readonly Choice[]>;
}

/** The store of a place keeps the engine's state and the schedule. */
export interface ScheduledStore extends CrawlStore, ScheduleStore {}
