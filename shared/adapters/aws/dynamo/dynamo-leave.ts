/**
 * The only way to end a turn that changes the site. A transaction writes the site row and the token. If the site ends
 * or claims its origin, the same transaction writes the count of active sites and the origin.
 */
import { defined } from '../../../domain/defined.ts';
import type { Lease, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { LeaveDemand, TurnExit, TurnExits } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { crawlKey, originKey, siteKey } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';
import type { DynamoHosts } from './dynamo-hosts.ts';
import { takenPart } from './dynamo-losses.ts';
import { patchAttributes } from './dynamo-site-rows.ts';
import type { SiteSetParts } from './dynamo-site-set.ts';
import type { DynamoWatched, Rest } from './dynamo-watched.ts';

/** How often an out-of-date origin is read again. */
const mostLooks = 10;

/** The decision about the site's claim of its origin. */
interface OriginPlan {
  readonly parts: readonly Part[];
  /** The other site that keeps the origin. */
  readonly sameAs?: number;
  /** Another site loses the origin and ends. */
  readonly other?: SiteRow;
}

interface LeaveParts extends SiteSetParts {
  readonly hosts: Pick<DynamoHosts, 'keeping'>;
  readonly watched: Pick<DynamoWatched, 'rest' | 'wakePart'>;
}

export class DynamoLeave implements TurnExits {
  private readonly base: DynamoBase;
  private readonly parts: LeaveParts;

  constructor(base: DynamoBase, parts: LeaveParts) {
    this.base = base;
    this.parts = parts;
  }

  async leaveTurn(lease: Lease, exit: TurnExit): Promise<boolean> {
    const isLeft = await this.leave(lease, exit);
    if (exit.patch.status !== undefined || exit.demand.stop !== undefined) this.parts.crawls.forget(lease.crawl);
    return isLeft;
  }

  private async leave(lease: Lease, exit: TurnExit): Promise<boolean> {
    const { calls, tables, ttl } = this.base;
    const { tokens, watched, hosts } = this.parts;
    const { crawl, site } = lease;
    for (let look = 0; look < mostLooks; look += 1) {
      const origin = await this.planOrigin(lease, exit.patch.claimOrigin);
      const rest = exit.patch.waiting === 'rest' ? await watched.rest(crawl, site) : undefined;
      const answer = await calls.transact([
        tokens.returning(lease, exit.token),
        this.sitePart(lease, exit, origin, rest),
        ...(rest === undefined ? [] : [watched.wakePart(crawl, site, rest.due)]),
        ...this.crawlParts(lease, exit, origin),
        ...(origin?.parts ?? []),
        ...(exit.patch.hosts ?? []).map(host => hosts.keeping(crawl, site, host)),
        ...(exit.patch.took === undefined ? [] : [takenPart(tables.pages, lease, exit.patch.took, ttl())]),
      ]);
      if (answer.kind === 'written') {
        if (origin?.other !== undefined) await tokens.forgetWish(origin.other);
        return true;
      }
      // An address was added or changed meanwhile, so the source may have to wake sooner.
      if (rest !== undefined && (await watched.rest(crawl, site)).mark !== rest.mark) continue;
      if (answer.parts.some(part => !part.startsWith('origin'))) return false;
    }
    const what = exit.patch.claimOrigin === undefined ? 'watched addresses' : `origin ${exit.patch.claimOrigin}`;
    throw new Error(`the ${what} of site ${site} of crawl ${crawl} changed ${mostLooks} times in a row`);
  }

  private sitePart(
    lease: Lease,
    { patch, demand }: TurnExit,
    origin: OriginPlan | undefined,
    rest: Rest | undefined,
  ): Part {
    const { addPending, lost } = patch;
    // A parse that had read the bodies before they were lost may have committed the turn.
    const lostBodies = lost?.what === 'bodies' ? { lost: String(lost.turn) } : undefined;
    const ended = origin?.sameAs === undefined ? {} : { status: 'same-as', sameAs: origin.sameAs };
    const conditions = {
      isActive: '#status = :active',
      isNext: '#turn = :before',
      ...siteConditions(demand),
      ...(lostBodies !== undefined && { isStillLost: 'attribute_exists(#pending.#lost)' }),
      ...markCondition(rest),
    };
    return {
      part: 'site',
      table: this.base.tables.crawls,
      key: siteKey(lease.crawl, lease.site),
      set: { ...patchAttributes(patch), ...ended, ...defined({ due: rest?.due }) },
      assign: addPending === undefined ? [] : ['#pending.#added = :added'],
      remove: patch.robots === null ? ['#robots'] : [],
      condition: Object.values(conditions).join(' AND '),
      values: {
        active: 'active',
        before: lease.turn - 1,
        ...defined({
          added: addPending?.attempt,
          none: demand.pending === undefined ? undefined : 0,
          grant: demand.grant === undefined || !Number.isFinite(demand.grant) ? undefined : demand.grant,
          mark: rest?.mark,
        }),
      },
      names: { ...lostBodies, ...(addPending !== undefined && { added: String(addPending.turn) }) },
    };
  }

  /** Changes the crawl's row only if necessary, because many sites share it. */
  private crawlParts({ crawl }: Lease, { patch, demand }: TurnExit, origin: OriginPlan | undefined): Part[] {
    const endsThis = patch.status !== undefined || origin?.sameAs !== undefined;
    const ends = Number(endsThis) + Number(origin?.other?.status === 'active');
    if (ends === 0 && demand.stop === undefined) return [];
    const key = crawlKey(crawl);
    const count = ends === 0 ? {} : { assign: ['#activeSites = #activeSites - :ends'], values: { ends } };
    return [{ part: 'crawl', table: this.base.tables.crawls, key, ...count, condition: stopCondition(demand) }];
  }

  private async planOrigin({ crawl, site }: Lease, origin: string | undefined): Promise<OriginPlan | undefined> {
    if (origin === undefined) return undefined;
    const { calls, tables } = this.base;
    const at = { part: 'origin', table: tables.crawls, key: originKey(crawl, origin) };
    const found = await calls.read(at.table, at.key);
    const set = { site, ...defined({ ttl: await this.originExpiry(crawl) }) };
    if (found === undefined) return { parts: [{ ...at, set, condition: 'attribute_not_exists(pk)' }] };
    const owner = Number(found['site']);
    const isStill = { condition: '#site = :owner', values: { owner } };
    if (owner === site) return { parts: [{ ...at, ...isStill }] };
    const other = await this.parts.sites.readSite(crawl, owner);
    const takeOver = { ...at, ...isStill, set };
    // Removed for good: a removed site keeps nothing.
    if (other === undefined || other.status === 'removed') return { parts: [takeOver] };
    if (owner < site) return { parts: [{ ...at, ...isStill }], sameAs: owner };
    const keeper: Part = {
      part: 'origin keeper',
      table: tables.crawls,
      key: siteKey(crawl, owner),
      set: { status: 'same-as', sameAs: site },
      condition: '#status = :seen',
      values: { seen: other.status },
    };
    return { parts: [takeOver, keeper], other };
  }

  /** As that of the crawl's other rows: none in a watch, to which sites are added for ever. */
  private async originExpiry(crawl: string): Promise<number | undefined> {
    const row = await this.parts.crawls.readCrawl(crawl);
    return row && this.base.ttlOfRow(row.spec);
  }
}

function siteConditions({ pending, grant }: LeaveDemand): Record<string, string> {
  return {
    ...(pending !== undefined && { pending: `size(#pending) ${pending === 'some' ? '>' : '='} :none` }),
    ...(grant !== undefined && {
      grantIsStill: Number.isFinite(grant) ? '#grant = :grant' : 'attribute_not_exists(#grant)',
    }),
  };
}

function markCondition(rest: Rest | undefined): Record<string, string> {
  if (rest === undefined) return {};
  return { isMarked: rest.mark === undefined ? 'attribute_not_exists(#watchedMark)' : '#watchedMark = :mark' };
}

function stopCondition({ stop }: LeaveDemand): string {
  if (stop === undefined) return 'attribute_exists(pk)';
  return stop ? 'attribute_exists(#stop)' : 'attribute_exists(pk) AND attribute_not_exists(#stop)';
}
