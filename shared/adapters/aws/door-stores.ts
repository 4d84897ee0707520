/**
 * The methods of the store that each Lambda function uses. A function gets these methods only (`openAwsStore`), and
 * `infra/grants.ts` grants their needs. The compiler refuses a list with a missing or a superfluous method.
 */
import type * as Ports from '../../ports/ports.ts';
import type { FetchPorts, FetchStore } from '../../steps/fetch/turn.ts';
import type { JoinStore } from '../../steps/life/add-sites.ts';
import type { ResumeStore } from '../../steps/life/resume-crawl.ts';
import type { StartStore } from '../../steps/life/start-crawl.ts';
import type { TickStore } from '../../steps/life/tick.ts';
import type { WakeStore } from '../../steps/life/wake-sources.ts';
import type { ParseStore } from '../../steps/parse/parse-worker.ts';
import type { VisitWorker } from '../../wings/publications/visits/source-reader.ts';
import type { ChoiceReader } from '../../wings/sets/budget/choices-part.ts';
import type { ShareStore } from '../../wings/sets/budget/shared-budget.ts';
import type { ScheduleStore } from '../../wings/sets/schedule/schedule-store.ts';
import type { DynamoStore } from './dynamo/dynamo-store.ts';
import type { StoreMethod } from './dynamo/store-needs.ts';

/** Stops a crawl that used up its invocations, or whose plugins failed. */
type StopStore = Pick<Ports.CrawlRows, 'readCrawl' | 'requestStop'>;
type UnloadStore = Pick<Ports.ClaimedUrls, 'claimsAfter'> &
  Ports.DeletedLinks &
  StopStore &
  Pick<Ports.CrawlRows, 'setState'> &
  Pick<Ports.SiteRows, 'readSite' | 'readSites'> &
  Ports.Losses &
  Pick<Ports.RobotsFindings, 'readRobots'> &
  ChoiceReader;
/** Further methods for fetch turns of a watch. */
type VisitsStore = NonNullable<FetchPorts['watched']>;
type WatchStart = Pick<Ports.WatchedAddresses, 'watch' | 'readEntries'> &
  Pick<Ports.DueSources, 'addWake'> &
  Ports.SourceSettingsRows;
type ApiStore = Ports.WatchedAddresses &
  Pick<Ports.ClaimedUrls, 'readLevels'> &
  Ports.SourceSettingsRows &
  Pick<Ports.SiteRows, 'readSite' | 'readSitesAfter'> &
  Pick<Ports.SumLaps, 'readLap'> &
  JoinStore &
  Ports.CrawlNames &
  Ports.SiteSet &
  Ports.LinkTables &
  StopStore &
  ChoiceReader &
  Pick<ScheduleStore, 'readSchedule'>;

/** The methods of a store, each once. */
type MethodsOf<Store> = Readonly<Record<keyof Store, true>>;

const shares: MethodsOf<ShareStore> = {
  ...{ readSite: true, raiseGrant: true, readSchedule: true, writeSchedule: true, readRewards: true },
};
const stops: MethodsOf<StopStore> = { readCrawl: true, requestStop: true };
const seed: MethodsOf<
  StartStore & ResumeStore & ShareStore & Ports.Losses & WatchStart & Pick<Ports.CrawlRows, 'readCrawl'>
> = {
  ...{ watch: true, readEntries: true, addWake: true, readSettings: true, changeSettings: true },
  ...{ createCrawl: true, claimUrls: true, countPatterns: true, putChunk: true, readChunks: true },
  ...{ readSites: true, reopen: true, readCrawl: true, readTaken: true, loseTurn: true, ...shares },
};
const fetch: MethodsOf<FetchStore & Ports.SiteHosts & VisitsStore & ShareStore & StopStore> = {
  ...{ readHost: true, dueAddresses: true, putChunk: true, readSettings: true },
  ...{ moveDue: true, takeToken: true, returnToken: true, wantToken: true, leaveTurn: true },
  ...{ readRobots: true, keepRobots: true, readLevels: true, readChunks: true, readTaken: true, ...stops, ...shares },
};
const parse: MethodsOf<
  ParseStore & VisitWorker['watched'] & NonNullable<VisitWorker['settings']> & ShareStore & StopStore
> = {
  ...{ watch: true, readWatched: true, readMemory: true, readSettings: true },
  ...{ claimContents: true, claimUrls: true, claimLinks: true, countPatterns: true, recordOutcomes: true },
  ...{ putChunk: true, noteParse: true, commitParse: true, readTaken: true, loseTurn: true, ...stops, ...shares },
};
const tick: MethodsOf<TickStore & ShareStore> = {
  ...{ readCrawl: true, requestStop: true, setState: true, readSites: true, moveDue: true },
  ...{ unpark: true, endParked: true, readSitesAfter: true, readLap: true, writeLap: true, ...shares },
};
const unload: MethodsOf<UnloadStore> = {
  ...{ setState: true, readSite: true, readSites: true, claimsAfter: true, deletedLinksAfter: true },
  ...{ readChoices: true, readRewards: true, readTaken: true, readRobots: true, loseTurn: true, ...stops },
};
const api: MethodsOf<ApiStore> = {
  ...{ watch: true, setDue: true, unwatch: true, readEntries: true, readMemory: true, dueAddresses: true },
  ...{ readWatched: true, readLevels: true, readSite: true, readSettings: true, changeSettings: true },
  ...{ readSites: true, readSitesAfter: true, readLap: true },
  ...{ claimUrls: true, countPatterns: true, putChunk: true, readChunks: true },
  ...{ nameCrawl: true, addSites: true, removeSite: true, listLinks: true, deleteLinks: true, restoreLinks: true },
  ...{ readSchedule: true, readChoices: true, readRewards: true, ...stops },
};

const wake: MethodsOf<WakeStore> = { dueSources: true, setWake: true, readSite: true, moveDue: true, unpark: true };

const daily: MethodsOf<
  Pick<Ports.DueSources, 'dueSources'> & Pick<Ports.CrawlRows, 'readCrawl'> & Pick<Ports.SiteRows, 'readSites'>
> = {
  ...{ dueSources: true, readCrawl: true, readSites: true },
};

/** It reads the publications of a watch, and no row of the protocol. */
const search: MethodsOf<object> = {};
/** It deletes rows of the protocol, and calls none of its steps. */
const remove: MethodsOf<object> = {};

/** The Lambda functions, by the names of their files in `functions/aws`. */
const methods = { stops, seed, fetch, browser: fetch, parse, tick, wake, daily, search, unload, remove, api };

export type Door = Exclude<keyof typeof methods, 'stops'>;
export type StoreOf<Name extends keyof typeof methods> = Pick<DynamoStore, keyof (typeof methods)[Name] & StoreMethod>;

/** The methods from which the function's grants follow. */
export function storeMethodsOf(door: Door): readonly StoreMethod[] {
  return Object.keys(methods[door]) as StoreMethod[];
}
