/**
 * The fetch step: one visit to one site. The host's token is taken, up to k pages are fetched politely, and the turn is
 * committed once. Its invariants, whatever is lost, doubled, late or killed (docs/design/protocol.md, "The fetch
 * step"):
 * - a host is fetched from by one worker at a time, and never sooner than its delay allows;
 * - only what is read *after* the token was taken decides anything;
 * - every change of the site is in a transaction that demands the lease, the turn before, and an active site, and
 *   that gives the token back. If such a condition fails, nothing is sent.
 */

import type { Handled, Message, SiteRow, Trouble } from '../../domain/protocol/crawl-state.ts';
import { isParseAgain, isParseBlocked } from '../../domain/protocol/lost-turn.ts';
import { skippedAtHost } from '../../domain/skip-reason.ts';
import { needsBrowser, type RenderMode } from '../../domain/spec/crawl-spec.ts';
import { rulesOfSite } from '../../domain/turn/crawl-rules.ts';
import type { LeaveDemand, SitePatch, SiteRows } from '../../ports/ports.ts';
import { parseWakesOf, wakeAfterFetch } from '../wake.ts';
import { askHosts } from './ask-hosts.ts';
import { askPages } from './ask-pages.ts';
import { chooseEntries, type TurnEntries } from './choose-entries.ts';
import { commitAgain } from './commit-again.ts';
import { commitTurn } from './commit-turn.ts';
import type { PoliteOutcome, TurnRendering } from './fetch-politely.ts';
import { leaveByPlan } from './leave-plan.ts';
import { loadRobots, type RobotsLoad } from './load-robots.ts';
import { probeHost } from './probe-host.ts';
import { siteAtHost } from './site-at-host.ts';
import { takeToken } from './take-token.ts';
import { type FetchWorker, isAway, leaveTurn, type TakenPages, type Turn, type TurnView, tokenAfter } from './turn.ts';

/** How often a turn without requests starts over when its rows changed meanwhile. */
const mostLooks = 5;

export async function fetchTurn(worker: FetchWorker, message: Message): Promise<Handled> {
  const { store } = worker.ports;
  const found = await store.readSite(message.crawl, message.site);
  if (found === undefined || found.status !== 'active') return { kind: 'done' };
  if (found.turn !== message.turn - 1) return await notNext(worker, found, message);
  const row = await whileLive(store, message, found);
  if (row === undefined) return { kind: 'done' };
  // After a stop the turn only ends, so it need not wait for the host.
  const crawl = await store.readCrawl(message.crawl);
  if (crawl === undefined) return { kind: 'done' };
  const { host, isIdle, row: atHost } = await siteAtHost(worker.ports, crawl, () => worker.rules(crawl), row);
  const taken = await takeToken(worker, atHost, message, { host, idle: isIdle });
  return taken.kind === 'taken' ? await releasingOnFailure(taken.turn) : taken.handled;
}

/**
 * If a turn throws (a plugin or a store fails), it gives back its lease, which would block the host for 100 s. No
 * request is open then, but the last one may be recent.
 */
async function releasingOnFailure(turn: Turn): Promise<Handled> {
  try {
    return await underLease(turn);
  } catch (error) {
    const { clock, store } = turn.worker.ports;
    const token = tokenAfter(turn, Math.ceil(clock.now() + turn.delayMs));
    // If this fails too, the lease expires by itself; the first error is reported.
    await store.returnToken(turn.lease, token).catch(() => false);
    throw error;
  }
}

/**
 * The row, if its `due` names this message. Undefined: another worker has moved the site's `due`, so its message lives
 * and ours ends.
 */
async function whileLive(
  store: Pick<SiteRows, 'readSite' | 'moveDue'>,
  { crawl, site, due, dueBefore }: Message,
  found: SiteRow,
): Promise<SiteRow | undefined> {
  if (due === undefined || due === found.due) return found;
  if (dueBefore !== found.due) return undefined;
  await store.moveDue(crawl, site, dueBefore, due);
  // Read again: the sender may have moved `due` just now.
  const row = await store.readSite(crawl, site);
  return row?.due === due ? row : undefined;
}

/**
 * The turn is committed already. Only the message that committed it sends the wake-ups again, because they may be lost.
 */
async function notNext(worker: FetchWorker, row: SiteRow, message: Message): Promise<Handled> {
  if (row.turn === message.turn && row.doneBy === message.id) await wakeAfterFetch(worker.ports.queue, message);
  return { kind: 'done' };
}

async function underLease(turn: Turn): Promise<Handled> {
  const { worker, message, lease } = turn;
  const { store, queue } = worker.ports;
  for (let look = 0; look < mostLooks && turn.lastStart === undefined; look += 1) {
    // A strongly consistent read under the lease: only this copy counts.
    const row = await store.readSite(message.crawl, message.site);
    const crawl = await store.readCrawl(message.crawl);
    const isGone = row === undefined || crawl === undefined || row.status !== 'active';
    if (isGone || row.turn !== message.turn - 1) {
      await store.returnToken(lease, tokenAfter(turn));
      return isGone ? { kind: 'done' } : await notNext(worker, row, message);
    }
    const { host, isIdle, ...at } = await siteAtHost(worker.ports, crawl, () => worker.rules(crawl), row);
    if (host !== lease.host || (turn.isIdle && !isIdle)) {
      // Meanwhile the site moved to another host, or has entries to request.
      await store.returnToken(lease, tokenAfter(turn));
      return { kind: 'put-back', delayMs: 0 };
    }
    // The worker that fetched the lost turn again may have died before sending the parse message.
    if (isParseAgain(row)) await queue.send(parseWakesOf(row));
    const handled = await onceUnderLease({ turn, ...at, crawl, rules: rulesOfSite(worker.rules(crawl), message.site) });
    if (handled !== undefined) return handled;
  }
  // The lease is lost, or the site changes too fast: the message stays in the queue.
  await store.returnToken(lease, tokenAfter(turn));
  return { kind: 'put-back', delayMs: worker.retryHeldMs };
}

/** Undefined: a condition failed and nothing was written. */
async function onceUnderLease(view: TurnView): Promise<Handled | undefined> {
  const chosen = await chooseEntries(view);
  if (chosen.kind === 'elsewhere') return undefined;
  if (chosen.kind !== 'fetch') return await leaveWithout({ ...view, row: view.home }, chosen);
  const { again } = chosen;
  const { rendering: ownRendering, toBrowser } = view.turn.worker;
  const render = await renderModeOf(view);
  const isLoaded =
    needsBrowser({ ...view.rules.spec, render }) || chosen.taken.some(({ entry }) => entry.look?.kind === 'traversal');
  if (ownRendering === undefined && toBrowser !== undefined && isLoaded) return await handOver(view, toBrowser);
  // All lost results are known without requests; the host may not exist any more.
  if (again !== undefined && chosen.taken.length === 0)
    return await commitAgain(view, { chosen, outcome: nothingAsked }, again);
  if (view.isDown) return await skipAll(view, chosen);
  if (view.row.trouble.probes !== undefined && !isAway(view.turn.lease, view.row)) {
    const plan = await probeHost(view);
    if (plan !== undefined) return await leaveByPlan(view, plan);
  }
  const robots = await loadRobots(view);
  if (robots.kind === 'leave') return await leaveByPlan(view, robots.plan);
  setDelay(view, robots.fetched?.crawlDelayMs ?? view.row.robots?.crawlDelayMs ?? 0);
  const rendering = isLoaded ? await renderingOf(view, { ...chosen, render }, robots) : undefined;
  if (again === undefined && rendering === undefined && chosen.whole !== undefined)
    return await commitTurn(view, await askHosts(view, { ...chosen, whole: chosen.whole }, robots));
  const outcome = await askPages(view, chosen, robots, rendering);
  if (outcome.lastStart !== undefined) view.turn.lastStart = outcome.lastStart;
  const fetched = robots.fetched === undefined ? {} : { robots: robots.fetched };
  const brought = { chosen, outcome, ...fetched };
  const handled = again === undefined ? await commitTurn(view, brought) : await commitAgain(view, brought, again);
  const done = chosen.taken.slice(0, outcome.results.length).map(({ entry }) => entry);
  if (handled !== undefined) await rendering?.committed(done);
  return handled;
}

/** Skips all entries, because the host is not available. */
async function skipAll(view: TurnView, chosen: Extract<TurnEntries, { kind: 'fetch' }>): Promise<Handled | undefined> {
  const results = chosen.taken.map(() => skippedAtHost(view.row.trouble));
  const brought = { chosen, outcome: { ...nothingAsked, results } };
  return chosen.again === undefined ? await commitTurn(view, brought) : await commitAgain(view, brought, chosen.again);
}

const nothingAsked: PoliteOutcome = { results: [], failures: 0, circuitOpened: false, retryAfterMs: 0 };

function setDelay({ turn, row }: TurnView, crawlDelayMs: number): void {
  turn.delayMs = Math.max(row.delayMs, crawlDelayMs);
}

/** Without a browser a watch continues with pages as they are sent. */
async function renderingOf(
  view: TurnView,
  pages: TakenPages & { readonly render: RenderMode },
  robots: Extract<RobotsLoad, { kind: 'ready' }>,
): Promise<TurnRendering> {
  const { spec } = view.rules;
  const { rendering } = view.turn.worker;
  if (rendering !== undefined) return await rendering(view, pages, robots.rules);
  if (needsBrowser(spec)) throw new Error(`render: ${spec.render} needs a browser, and this place has none`);
  return withoutBrowser;
}

/** The token is given back before the message is sent, or the next worker would wait for it. */
async function handOver({ turn }: TurnView, toBrowser: (message: Message) => Promise<void>): Promise<Handled> {
  await turn.worker.ports.store.returnToken(turn.lease, tokenAfter(turn));
  await toBrowser(turn.message);
  return { kind: 'done' };
}

const withoutBrowser: TurnRendering = {
  opened: () => undefined,
  closed: () => undefined,
  begun: async () => undefined,
  committed: async () => undefined,
  render: async ({ entry, page }) =>
    entry.look?.kind === 'traversal' ? { ...page, rendering: { kind: 'no-browser' } } : page,
};

/** A source is visited even if its start page could not be loaded. */
function withoutStart({ trouble: { startFailed: _, startSkipped: __, ...trouble } }: SiteRow): Trouble {
  return trouble;
}

function hasStartFault({ trouble: { startFailed, startSkipped } }: SiteRow): boolean {
  return startFailed !== undefined || startSkipped !== undefined;
}

type Leaving = Exclude<TurnEntries, { kind: 'fetch' | 'elsewhere' }>;

/** How a turn without URLs ends, each with the condition that must still hold when it is written. */
async function leaveWithout(view: TurnView, chosen: Leaving): Promise<Handled | undefined> {
  const [patch, demand] = exitWithout(view, chosen);
  if (!(await leaveTurn(view.turn, patch, demand))) return undefined;
  if (chosen.kind === 'finished') await view.turn.worker.ports.budget.moved(view.crawl, view.row.site);
  return { kind: 'done' };
}

function exitWithout({ row, crawl }: TurnView, chosen: Leaving): readonly [SitePatch, LeaveDemand] {
  switch (chosen.kind) {
    case 'stopped':
      // Turns that wait for lost bodies are parsed after a resume.
      return [{ status: crawl.stop ?? 'stopped' }, { pending: isParseBlocked(row) ? 'some' : 'none', stop: true }];
    case 'parked':
      return [{ parked: true }, { grant: row.grant, stop: false }];
    case 'waiting':
      return [{ waiting: chosen.what }, { pending: 'some' }];
    case 'resting':
      return [
        { waiting: 'rest', trouble: withoutStart(row) },
        { pending: 'none', stop: false },
      ];
    case 'finished':
      return [{ status: hasStartFault(row) ? 'not-available' : 'no-work' }, { pending: 'none' }];
  }
}

/** How the pages of a turn are loaded: as a person has set it for the source of a watch, else as the spec says. */
async function renderModeOf({ turn, row, rules, crawl }: TurnView): Promise<RenderMode> {
  const { watched } = turn.worker.ports;
  const stored = crawl.spec.watch === undefined ? undefined : await watched?.readSettings(row.crawl, row.site);
  const own = stored === undefined ? undefined : (JSON.parse(stored) as { readonly render?: RenderMode }).render;
  return own ?? rules.spec.render ?? 'never';
}
