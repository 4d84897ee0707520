import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import { hasNoPage } from '../../domain/protocol/site-sums.ts';
import { allowance, BadInput, type Refusal, refusedValue } from '../../domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { siteNumbered } from '../../domain/spec/sites/site-numbered.ts';
import type { Reopening } from '../../ports/ports.ts';
import { KnownSites } from './known-sites.ts';

type MendedStart = NonNullable<Reopening['sites'][number]['start']>;

/** The phase in which a site with a new start page begins again: one round later. */
export function mendedStart(row: SiteRow, spec: ResolvedSpec): MendedStart | undefined {
  const url = siteNumbered(spec.sites, row.site)?.url;
  if (url === undefined || !isOther(row, url) || !hasNoPage(row)) return undefined;
  return { start: url, origin: new URL(url).origin, phase: { level: 0, round: row.phase.round + 1 } };
}

/**
 * Throws `BadInput` if `spec` changes a start page of `before` that gave a page, or changes it into the address of
 * another site.
 */
export function demandMendable(rows: readonly SiteRow[], before: ResolvedSpec, spec: ResolvedSpec): void {
  if (before === spec) return;
  const faults = rows.flatMap(row => {
    const url = siteNumbered(spec.sites, row.site)?.url;
    const isSame = url === undefined || url === siteNumbered(before.sites, row.site)?.url;
    return isSame ? [] : mendFaults(rows, row, spec, url);
  });
  if (faults.length > 0) throw new BadInput(faults);
}

function mendFaults(rows: readonly SiteRow[], row: SiteRow, spec: ResolvedSpec, url: string): readonly Refusal[] {
  if (!hasNoPage(row)) {
    const numbers = rows.filter(hasNoPage).map(({ site }) => site);
    const words = { number: row.site, ...(numbers.length !== 0 && { numbers }) };
    return [refusedValue('starts', row.site, allowance('start-page-fetched', words))];
  }
  const others = rows.filter(({ site }) => site !== row.site);
  const known = new KnownSites(spec, others);
  const same = known.sameAs(known.keyOf(url));
  return same === undefined ? [] : [refusedValue('starts', row.site, allowance('start-page-taken', { url, ...same }))];
}

/** The first address in `redirectedFrom` is the original start address. */
function isOther({ start, redirectedFrom }: SiteRow, url: string): boolean {
  return (redirectedFrom[0] ?? start) !== url;
}
