/**
 * The requests of each method of the store to each table. `infra/grants.ts` gives a function the needs of the methods that its
 * steps use; the contract suites record what the methods really request, and a test compares the two.
 */
import type * as Ports from '../../../ports/ports.ts';
import type { ScheduleStore } from '../../../wings/sets/schedule/schedule-store.ts';
import type { DynamoTables } from './calls/dynamo-tables.ts';

export { dueIndex } from './calls/dynamo-tables.ts';

export type StoreMethod = keyof (Ports.CrawlStore &
  Ports.CrawlNames &
  Ports.SiteHosts &
  ScheduleStore &
  Ports.SiteSet &
  Ports.LinkTables &
  Ports.WatchedAddresses &
  Ports.DueSources &
  Ports.SourceSettingsRows);
export type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'BatchWriteItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';
export type TableNeeds = Partial<Readonly<Record<keyof DynamoTables, readonly ItemAction[]>>>;

export const storeNeeds: Readonly<Record<StoreMethod, TableNeeds>> = {
  addWake: { watched: ['UpdateItem'] },
  addSites: { crawls: ['BatchGetItem', 'GetItem', 'UpdateItem'] },
  changeSettings: { watched: ['UpdateItem'] },
  claimContents: { pages: ['UpdateItem'] },
  claimLinks: { links: ['BatchGetItem', 'Query', 'UpdateItem'] },
  claimUrls: { crawls: ['UpdateItem'], pages: ['BatchGetItem', 'Query', 'UpdateItem'] },
  claimsAfter: { pages: ['Query'] },
  commitParse: {
    ...{ crawls: ['GetItem', 'UpdateItem'], pages: ['UpdateItem'] },
    watched: ['BatchGetItem', 'GetItem', 'UpdateItem'],
  },
  countPatterns: { crawls: ['UpdateItem'] },
  createCrawl: { crawls: ['GetItem', 'UpdateItem'] },
  deleteLinks: { crawls: ['UpdateItem'], links: ['Query'], pages: ['UpdateItem'] },
  deletedLinksAfter: { pages: ['Query'] },
  dueAddresses: { watched: ['BatchGetItem', 'GetItem', 'Query'] },
  dueSources: { watched: ['Query'] },
  endParked: { crawls: ['UpdateItem'] },
  keepRobots: { crawls: ['UpdateItem'] },
  leaveTurn: {
    crawls: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'UpdateItem'],
    ...{ pages: ['UpdateItem'], tokens: ['UpdateItem'] },
    ...{ watched: ['GetItem', 'Query', 'UpdateItem'] },
  },
  listLinks: { crawls: ['Query'], links: ['Query'], pages: ['Query'] },
  loseTurn: { crawls: ['GetItem', 'UpdateItem'] },
  moveDue: { crawls: ['UpdateItem'] },
  nameCrawl: { crawls: ['BatchGetItem', 'GetItem', 'UpdateItem'] },
  noteParse: { crawls: ['UpdateItem'] },
  putChunk: { pages: ['UpdateItem'] },
  raiseGrant: { crawls: ['UpdateItem'] },
  readChoices: { crawls: ['Query'] },
  readChunks: { pages: ['Query'] },
  readCrawl: { crawls: ['BatchGetItem', 'GetItem'] },
  readEntries: { watched: ['Query'] },
  readHost: { crawls: ['GetItem'] },
  readLevels: { crawls: ['GetItem'], pages: ['BatchGetItem'] },
  readMemory: { watched: ['GetItem'] },
  readRewards: { pages: ['Query'] },
  readRobots: { crawls: ['GetItem'] },
  readSchedule: { crawls: ['BatchGetItem', 'GetItem', 'Query'] },
  readSettings: { watched: ['GetItem'] },
  readSite: { crawls: ['GetItem'] },
  readLap: { crawls: ['GetItem'] },
  readSites: { crawls: ['Query'] },
  readSitesAfter: { crawls: ['Query'] },
  recordOutcomes: { pages: ['GetItem', 'Query', 'UpdateItem'] },
  readTaken: { pages: ['GetItem'] },
  readWatched: { watched: ['BatchGetItem', 'GetItem'] },
  removeSite: { crawls: ['GetItem', 'UpdateItem'], tokens: ['UpdateItem'] },
  reopen: { crawls: ['BatchGetItem', 'BatchWriteItem', 'GetItem', 'Query', 'UpdateItem'], tokens: ['UpdateItem'] },
  requestStop: { crawls: ['UpdateItem'] },
  restoreLinks: { crawls: ['UpdateItem'], pages: ['UpdateItem'] },
  returnToken: { tokens: ['UpdateItem'] },
  setDue: { crawls: ['GetItem', 'UpdateItem'], watched: ['GetItem', 'Query', 'UpdateItem'] },
  setState: { crawls: ['BatchGetItem', 'GetItem', 'UpdateItem'] },
  setWake: { watched: ['UpdateItem'] },
  takeToken: { tokens: ['UpdateItem'] },
  unpark: { crawls: ['UpdateItem'] },
  unwatch: { watched: ['UpdateItem'] },
  wantToken: { tokens: ['UpdateItem'] },
  watch: { crawls: ['GetItem', 'UpdateItem'], watched: ['GetItem', 'Query', 'UpdateItem'] },
  writeSchedule: { crawls: ['GetItem', 'UpdateItem'] },
  writeLap: { crawls: ['UpdateItem'] },
};
