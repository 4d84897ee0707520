import type { CrawlRow, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { SourceName } from './publication-record.ts';

/** Names and origins of the sources, by number. */
export function sourceNames(
  { spec }: Pick<CrawlRow, 'spec'>,
  rows: readonly Pick<SiteRow, 'site' | 'origin'>[],
): ReadonlyMap<number, SourceName> {
  const names = new Map(spec.sites.map(({ number, name }) => [number, name]));
  return new Map(rows.map(({ site, origin }) => [site, { name: names.get(site) ?? origin, origin }]));
}
