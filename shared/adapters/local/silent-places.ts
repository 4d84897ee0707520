import { existsSync, readFileSync } from 'node:fs';

/** Places that are lent at a time, at most, and where it is not known how many files the process may open. */
const most = 768;
const mostUnknown = 256;
/** Files and connections of a crawl without silent hosts. */
const openBeside = 1_024;
const limitsFile = '/proc/self/limits';

/**
 * How many sites of silent hosts may lend their places (`MemoryQueue`): each keeps a connection open. `limits` is the text of
 * `/proc/self/limits`, where there is one.
 */
export function silentPlaces(limits = limitsOfProcess()): number {
  const files = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
  if (files === undefined) return mostUnknown;
  return files === 'unlimited' ? most : Math.max(0, Math.min(most, Number(files) - openBeside));
}

function limitsOfProcess(): string {
  return existsSync(limitsFile) ? readFileSync(limitsFile, 'latin1') : '';
}
