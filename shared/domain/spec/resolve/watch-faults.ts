import { allowance, BadInput, refusedValue } from '../../refusal/refusal.ts';

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
  'warc',
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
