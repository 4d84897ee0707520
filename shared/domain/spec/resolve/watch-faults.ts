import { allowance, BadInput, refusedValue } from '../../refusal/refusal.ts';
import { hostOf } from '../../url/scope.ts';
import type { WatchOptions } from '../crawl-spec.ts';

/**
 * Settings that only crawls have: pages of a watch are publications, it reads sitemaps anyway, and its hosts are
 * sources.
 */
export const watchlessSettings = [
  'extract',
  'nearDuplicates',
  'checkExternal',
  'richFiles',
  'sitemaps',
  'fromWarc',
  'archiveDate',
  'since',
  'scope',
  'order',
] as const;

/** Throws `BadInput` with a refusal for each setting that a watch does not have. */
export function demandWatchable(spec: { readonly [Key in (typeof watchlessSettings)[number]]?: unknown }): void {
  const given = watchlessSettings.filter(key => spec[key] !== undefined && spec[key] !== false);
  if (given.length > 0) throw new BadInput(given.map(key => refusedValue(key, spec[key], allowance('not-in-watch'))));
}

/** Two sources of one host would wait for each other's looks. Throws `BadInput`. */
export function demandHosts(addresses: readonly string[]): void {
  const hosts = new Set<string>();
  for (const address of addresses) {
    const host = hostOf(new URL(address));
    if (hosts.has(host)) throw new BadInput([refusedValue('sites', address, allowance('one-source-of-a-host'))]);
    hosts.add(host);
  }
}

/** Throws `BadInput` where the shortest interval is longer than the longest one. `name`: that of the shortest. */
export function demandIntervals({ leastS, mostS }: Pick<WatchOptions, 'leastS' | 'mostS'>, name: string): void {
  if (leastS > mostS)
    throw new BadInput([
      refusedValue(name, leastS, allowance('whole-number', { least: 10, most: mostS, of: 'seconds' })),
    ]);
}
