import { allowance, BadInput, refusedValue } from '../../refusal/refusal.ts';

/** What a crawl has and a watch has not: its pages are publications, its sitemaps are looked at anyway, and its hosts are sources. */
const ofCrawls = [
  'extract',
  'nearDuplicates',
  'checkExternal',
  'richFiles',
  'sitemaps',
  'warc',
  'fromWarc',
  'since',
  'scope',
] as const;

/** Throws `BadInput` with a refusal for each setting that a watch does not have. */
export function demandWatchable(spec: { readonly [Key in (typeof ofCrawls)[number]]?: unknown }): void {
  const given = ofCrawls.filter(key => spec[key] !== undefined && spec[key] !== false);
  if (given.length > 0) throw new BadInput(given.map(key => refusedValue(key, spec[key], allowance('not-in-watch'))));
}
