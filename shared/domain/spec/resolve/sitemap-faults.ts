import { allowance, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import type { SpecLayer } from '../read-spec.ts';
import { nameIn } from './layer-names.ts';

/**
 * Pages of sitemaps come after the last level, so a crawl that adds them allows no level limit and no shared budget.
 */
export function sitemapFaults(given: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  const { sitemaps, sites = [] } = given;
  if (sitemaps === undefined || sitemaps === 'report') return [];
  const field = nameIn(layers, 'sitemaps');
  const hasDepth = given.maxLevel !== undefined || sites.some(({ maxLevel }) => maxLevel !== undefined);
  const isShared = given.limit !== undefined && sites.length > 1;
  return [
    ...(hasDepth ? [refusedValue(field, sitemaps, allowance('sitemaps-with-depth'))] : []),
    ...(isShared ? [refusedValue(field, sitemaps, allowance('sitemaps-with-limit'))] : []),
  ];
}
