import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import { BadInput } from '../../domain/refusal/refusal.ts';
import type { ResolvedSite, ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { siteCountFault } from '../../domain/spec/site-count.ts';
import { boundsOf } from '../../domain/url/site-scope.ts';

/** The numbers and addresses of a crawl's sites. */
export class KnownSites {
  readonly spec: ResolvedSpec;
  private readonly rows: number;
  private readonly numbers: Set<number>;
  private readonly addresses: Map<string, Pick<SiteRow, 'site' | 'origin'>>;
  private free = 1;

  constructor(spec: ResolvedSpec, rows: readonly SiteRow[]) {
    this.spec = spec;
    this.rows = rows.length;
    this.numbers = new Set(rows.map(({ site }) => site));
    const present = rows.filter(({ status }) => status !== 'removed');
    // Of several sites with one origin the first one is named.
    this.addresses = new Map(
      present.toReversed().map(row => [this.keyOf(spec.scope === 'prefix' ? row.start : row.origin), row]),
    );
  }

  keyOf(address: string): string {
    return boundsOf({ start: address }, this.spec).key;
  }

  /** Throws `BadInput` if the crawl, or its shared page budget, would have too many sites; removed sites count. */
  demandRoom(keys: readonly string[]): void {
    const fresh = new Set(keys.filter(key => !this.addresses.has(key)));
    const fault = fresh.size === 0 ? undefined : siteCountFault('sites', this.spec, this.rows + fresh.size);
    if (fault !== undefined) throw new BadInput([fault]);
  }

  has(number: number): boolean {
    return this.numbers.has(number);
  }

  sameAs(key: string): Pick<SiteRow, 'site' | 'origin'> | undefined {
    return this.addresses.get(key);
  }

  smallestFree(): number {
    while (this.numbers.has(this.free)) this.free += 1;
    return this.free;
  }

  take(number: number): void {
    this.numbers.add(number);
  }

  note(key: string, { number, url }: ResolvedSite): void {
    this.addresses.set(key, { site: number, origin: new URL(url).origin });
  }
}
