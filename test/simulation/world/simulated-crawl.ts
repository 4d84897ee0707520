import type { ChunkEntry, CrawlRow, Lease, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../../shared/domain/protocol/protocol.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { FetchRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { createFetchRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { SiteSet, TurnExit } from '../../../shared/ports/ports.ts';
import type { ScheduledStore } from '../../../shared/wings/sets/schedule/schedule-store.ts';
import { MemoryObjects } from './memory-objects.ts';

/** The state of one crawl, with a look at every write that may break what must hold. */
export class SimulatedCrawl {
  readonly id: string;
  readonly rules: FetchRules;
  readonly objects = new MemoryObjects();
  readonly store: ScheduledStore & SiteSet;
  readonly breaches: string[] = [];
  isOver = false;
  /** Its rows are removed under those who work on it. */
  isDeleted = false;
  private readonly lastTurns = new Map<number, number>();
  private readonly removed = new Set<number>();
  private readonly attempts = new Map<string, number>();
  private readonly base: ScheduledStore & SiteSet;

  constructor(id: string, spec: ResolvedSpec, store: ScheduledStore & SiteSet) {
    this.id = id;
    this.rules = createFetchRules(spec, robotsPolicyNamed(spec.robots));
    this.base = store;
    this.store = this.watched();
  }

  async row(): Promise<CrawlRow> {
    return (await this.base.readCrawl(this.id))!;
  }

  async sites(): Promise<SiteRow[]> {
    return await this.base.readSites(this.id);
  }

  /** The newest attempt that waits, or waited, in a chunk for an address: 1 before any try has failed. */
  attemptOf(address: string): number {
    return this.attempts.get(address) ?? 1;
  }

  private watched(): ScheduledStore & SiteSet {
    const changes = ['leaveTurn', 'raiseGrant', 'endParked', 'reopen', 'commitParse', 'setState'];
    const writes = new Set([...changes, 'addSites', 'removeSite']);
    return new Proxy<ScheduledStore & SiteSet>(this.base, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as ((...args: unknown[]) => Promise<unknown>) | undefined;
        // Not every place has all of them.
        if (method === undefined) return undefined;
        return async (...args: unknown[]) => {
          const result = await method.apply(target, args);
          if (name === 'leaveTurn' && result === true) this.noteTurn(args[0] as Lease, args[1] as TurnExit);
          if (name === 'removeSite' && result === true) this.removed.add(args[1] as number);
          if (name === 'putChunk') this.noteAttempts(args[4] as readonly ChunkEntry[]);
          if (writes.has(String(name)) && !this.isDeleted) await this.look(String(name));
          return result;
        };
      },
    });
  }

  private noteTurn({ site, turn }: Lease, { patch }: TurnExit): void {
    if (patch.turn === undefined) return;
    const before = this.lastTurns.get(site) ?? 0;
    if (this.removed.has(site)) this.breaches.push(`${this.id} site ${site} commits turn ${turn} after its removal`);
    if (turn !== before + 1) this.breaches.push(`${this.id} site ${site} commits turn ${turn} after turn ${before}`);
    this.lastTurns.set(site, turn);
  }

  private noteAttempts(entries: readonly ChunkEntry[]): void {
    for (const { address, attempt } of entries)
      this.attempts.set(address, Math.max(attempt, this.attempts.get(address) ?? 1));
  }

  private async look(after: string): Promise<void> {
    const crawl = await this.row();
    const sites = await this.sites();
    const demand = (holds: boolean, text: string): void => {
      if (!holds) this.breaches.push(`${this.id} after ${after}: ${text}`);
    };
    const active = sites.filter(({ status }) => status === 'active').length;
    demand(active === crawl.activeSites, `${crawl.activeSites} sites are counted as active, ${active} are`);
    for (const { site, used, grant, pending } of sites) {
      demand(used <= grant, `site ${site} has used ${used} of ${grant} pages`);
      demand(pending.size <= protocol.maxPending, `site ${site} has ${pending.size} pending turns`);
    }
    // An ended site gives back what it has not used.
    const held = sites.reduce((sum, { status, grant, used }) => sum + (status === 'active' ? grant : used), 0);
    const { limit = Number.POSITIVE_INFINITY } = crawl.spec;
    demand(held <= limit, `grants come to ${held} of a budget of ${limit} pages`);
  }
}
