/** A crawl directory may come from an untrusted source: a link in it could lead what is written and removed to other files. */
import { lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { earlierFiles, lockFiles } from '../../../shared/adapters/local/open.ts';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { filesOfWatch } from './resume-hint.ts';

const liveFiles: readonly string[] = ['live.json', 'live.json.part'];

export const stopFileName = 'STOP';

/** Everything a crawl writes into its directory, except for what belongs to the lock. */
export const crawlEntries: readonly string[] = [
  'crawl.json',
  'crawl.db',
  'crawl.db-wal',
  'crawl.db-shm',
  'crawl.db-wal.damaged',
  'watch.db',
  'findings.json',
  'example.json',
  'watch.db-wal',
  'watch.db-wal.damaged',
  'watch.db-shm',
  'state',
  'graph',
  'links',
  'pages',
  'reports',
  'fragment',
  'logs',
  'archive',
  'arch',
  'data-package',
  'datapackage.json',
  'ro-crate-metadata.json',
  ...earlierFiles,
  ...liveFiles,
  stopFileName,
];

/** Whether a directory with these names in it holds a watch. */
export function isOfWatch(names: readonly string[]): boolean {
  return filesOfWatch.some(name => names.includes(name));
}

const ownNames = [...lockFiles, ...crawlEntries];

/** Throws `BadInput` if a file or folder of the crawl, directly in its directory, is a link. */
export function demandNoLinks(directory: string): void {
  for (const name of ownNames)
    if (lstatSync(join(directory, name), { throwIfNoEntry: false })?.isSymbolicLink()) throw isLink(directory, name);
}

/** The same for everything below it. */
export function demandNoLinksBelow(directory: string): void {
  demandNoLinks(directory);
  const open = ownNames.filter(name => lstatSync(join(directory, name), { throwIfNoEntry: false })?.isDirectory());
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const folder = opendirSync(join(directory, name));
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        const path = `${name}/${entry.name}`;
        if (entry.isSymbolicLink()) throw isLink(directory, path);
        if (entry.isDirectory()) open.push(path);
      }
    } finally {
      folder.closeSync();
    }
  }
}

function isLink(directory: string, name: string): BadInput {
  return new BadInput([refusedValue('', name, allowance('link-in-directory', { directory }))]);
}
