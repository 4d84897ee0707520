import { allowance, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import type { SpecLayer } from '../read-spec.ts';
import { nameIn } from './layer-names.ts';

/** Checks that hosts are given for a site, and only with the scope `list`. */
export function hostFaults(given: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  const { scope, hosts, sites = [] } = given;
  const field = nameIn(layers, 'hosts');
  const named = [hosts ?? [], ...sites.map(site => site.hosts ?? [])].flat();
  const [first] = named;
  if (scope === 'list' && first === undefined)
    return [refusedValue(nameIn(layers, 'scope'), scope, allowance('list-without-hosts'))];
  if (scope !== 'list' && first !== undefined) return [refusedValue(field, first, allowance('hosts-without-list'))];
  if (hosts !== undefined && sites.length > 1) return [refusedValue(field, hosts[0], allowance('hosts-of-many'))];
  return [];
}
