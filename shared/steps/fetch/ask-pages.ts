/** Requests the pages of a turn. */

import { defined } from '../../domain/defined.ts';
import { sniffEncoding, toScannable } from '../../domain/html/decode-text.ts';
import { PageScan } from '../../domain/html/page-scan.ts';
import { scanPage } from '../../domain/html/scan-page.ts';
import { isHtml } from '../../domain/http/page-type.ts';
import { requestIdentityOf } from '../../domain/http/request-identity.ts';
import type { CrawlRow, Phase } from '../../domain/protocol/crawl-state.ts';
import { agentTokenOf } from '../../domain/robots/agent-token.ts';
import type { CompiledRobots } from '../../domain/robots/match-robots.ts';
import { heededIn } from '../../domain/robots/preferences.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { homeOf } from '../../domain/turn/crawl-rules.ts';
import { statementsIn } from '../../domain/turn/page-facts.ts';
import { requestTargetOf } from '../../domain/url/request-target.ts';
import type { TurnEntries, WholeEntries } from './choose-entries.ts';
import { cursorKey, siteIn } from './commit-turn.ts';
import { fetchPolitely, type PoliteOutcome, type PoliteTask, type TurnRendering } from './fetch-politely.ts';
import type { RobotsLoad } from './load-robots.ts';
import { firstStart, mayWait, mostBytesOf, softEndOf, type TakenEntry, type TurnView } from './turn.ts';

type Chosen = Extract<TurnEntries, { kind: 'fetch' }>;
type Ready = Extract<RobotsLoad, { kind: 'ready' }>;

/** Requests pages of one host. */
export async function askPages(
  view: TurnView,
  chosen: Chosen,
  robots: Ready,
  rendering: TurnRendering | undefined,
): Promise<PoliteOutcome> {
  const look = new TurnLook(view, chosen);
  const { earlier: known, ...task } = taskOf(view, { ...chosen, rules: robots.rules }, look);
  // The start page decides about its site, so it is always requested, unless this crawl already has it.
  const isAsked =
    (chosen.phase.level > 0 || known?.known !== undefined) && rendering === undefined && known !== undefined;
  return await fetchPolitely(view.turn.worker.ports, {
    ...task,
    notBefore: pagesFrom(view, robots),
    ...(rendering !== undefined && { rendering }),
    ...(isAsked && { earlier: known }),
    // Failures of a lost turn were counted at its first fetch.
    failuresBefore: chosen.again === undefined ? view.row.trouble.failures : 0,
  });
}

/** Entries of one host, in a turn that has its token. */
interface OwnEntries {
  readonly phase: Phase;
  readonly taken: readonly TakenEntry[];
  readonly rules: CompiledRobots;
}

/** `turn` and `row` belong to the requested host. */
export function taskOf(
  view: Pick<TurnView, 'turn' | 'row' | 'home' | 'crawl' | 'rules'>,
  { phase, taken, rules: robots }: OwnEntries,
  look: TurnLook,
): PoliteTask {
  const { turn, row, home, rules } = view;
  const at = homeOf(rules.spec, home.site, siteIn(view, home));
  const { bodies } = turn.worker;
  const earlier = turn.worker.earlier?.of(home.site, at, turn.lease.host);
  return {
    entries: taken.map(({ entry }) => entry),
    level: phase.level,
    ...{ delayMs: turn.delayMs, ...defined({ rules: robots.hash }) },
    maxInFlight: Math.min(row.maxDownloads, turn.worker.mostInFlight?.(taken.length) ?? row.maxDownloads),
    ...requestIdentityOf(rules.spec),
    ...{ jar: home.jar ?? [], start: home.start },
    ...(row.trouble.gateAt !== undefined && { gateAt: row.trouble.gateAt }),
    pageTypes: rules.pageTypes,
    profile: rules.spec.profile,
    ...(rules.spec.retries !== undefined && { mostAttempts: rules.spec.retries + 1 }),
    notBefore: firstStart(turn),
    softEnd: softEndOf(turn, rules.spec),
    mostBytes: mostBytesOf(turn.worker),
    mayWait: waitMs => mayWait(turn, waitMs),
    signal: turn.worker.signal,
    allows: ({ address }) => rules.robots.decide(robots, requestTargetOf(address)).allowed,
    ...(robots.wish !== undefined && {
      wish: ({ address }: { readonly address: string }) => robots.wish!(requestTargetOf(address)),
    }),
    ...heededBy(rules.spec),
    isDeleted: ({ identity }) => look.deleted.has(identity),
    stopAsked: async () => await look.stopAsked(),
    ...(earlier !== undefined && { earlier }),
    ...(bodies !== undefined && { bodies }),
    failuresBefore: row.trouble.failures,
    isWhereCircuitOpened: index => cursorKey(phase, taken[index]!.cursor) === row.trouble.openedAt,
  };
}

/** Pages are read for it, so only where something is heeded. */
function heededBy({ purpose, heed, userAgent }: ResolvedSpec): Pick<PoliteTask, 'heeded'> {
  if (purpose === undefined && heed?.includes('noindex') !== true) return {};
  const heeding = { purpose, heed, agent: agentTokenOf(userAgent) };
  return {
    heeded: ({ body, contentType, headers }) => {
      const { bytes, encoding } = toScannable(body, sniffEncoding({ body, contentType }).encoding);
      const scan = new PageScan();
      if (isHtml(contentType)) scanPage(bytes, scan, { elements: [] });
      return heededIn(statementsIn(scan, encoding, headers), heeding);
    },
  };
}

/**
 * Monotonic instant. If another turn has loaded new rules, the last request to the host may be recent and from a turn
 * that did not know their Crawl-delay.
 */
export function pagesFrom({ turn, row }: TurnView, { fetched }: Ready): number {
  if (turn.lastStart !== undefined) return turn.lastStart + turn.delayMs;
  return firstStart(turn, fetched === undefined ? 0 : turn.delayMs - row.delayMs);
}

/**
 * Checks once a second whether the turn must end (a stop is requested, or its site was removed), and which of its
 * entries a person has deleted. The counts of active sites and of deletions in the crawl's row show whether anything is
 * new; only then the site or the entries are read again.
 */
export class TurnLook {
  private readonly view: TurnView;
  private readonly identities: readonly string[];
  private seen: CrawlRow;
  deleted: ReadonlySet<string>;

  constructor(view: TurnView, { taken, deleted }: Pick<WholeEntries, 'taken' | 'deleted'>) {
    this.view = view;
    this.seen = view.crawl;
    this.identities = taken.map(({ entry }) => entry.identity);
    this.deleted = deleted;
  }

  async stopAsked(): Promise<boolean> {
    const { store } = this.view.turn.worker.ports;
    const now = (await store.readCrawl(this.seen.id)) ?? this.seen;
    const before = this.seen;
    this.seen = now;
    if (now.stop !== undefined) return true;
    if (now.deletions !== before.deletions) await this.readDeleted();
    return now.activeSites !== before.activeSites && (await this.isGone());
  }

  private async isGone(): Promise<boolean> {
    const { turn, row } = this.view;
    return (await turn.worker.ports.store.readSite(row.crawl, row.site))?.status !== 'active';
  }

  private async readDeleted(): Promise<void> {
    const { turn, row } = this.view;
    const levels = await turn.worker.ports.store.readLevels(row.crawl, row.site, this.identities);
    this.deleted = new Set(this.identities.filter((_, index) => levels[index]?.deleted));
  }
}
