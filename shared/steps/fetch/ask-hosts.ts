/**
 * A turn of a site of several hosts asks the hosts of its next entries side by side (docs/design/protocol.md, "Hosts
 * side by side"). The turn has the token of the first entry's host. It takes other tokens only if they are free, so it
 * never waits for a token while holding one. In the end a prefix of the entries counts.
 */
import { watchCircuit } from '../../domain/protocol/circuit.ts';
import type { FetchResult } from '../../domain/protocol/classify-answer.ts';
import { protocol, urlsPerTurn } from '../../domain/protocol/protocol.ts';
import { pagesFrom, TurnLook, taskOf } from './ask-pages.ts';
import type { TurnEntries, WholeEntries } from './choose-entries.ts';
import { type AskedHost, cursorKey, type Fetched, troubleAfter, waitAfter } from './commit-turn.ts';
import { type Dealt, dealOut, type Lane } from './deal-out.ts';
import { fetchPolitely, type PoliteOutcome } from './fetch-politely.ts';
import { HostOrder } from './host-order.ts';
import { holdOf } from './leave-plan.ts';
import type { RobotsLoad } from './load-robots.ts';
import { type FetchPorts, mostBytesOf, softEndOf, type TurnView, tokenAfter } from './turn.ts';

type Chosen = Extract<TurnEntries, { kind: 'fetch' }> & { readonly whole: WholeEntries };
type Ready = Extract<RobotsLoad, { kind: 'ready' }>;

/** Gives back the tokens of the other hosts; the commit of the turn gives back its own token. */
export async function askHosts(view: TurnView, { whole }: Chosen, robots: Ready): Promise<Fetched> {
  const { turn } = view;
  const ownMost = urlsPerTurn(turn.delayMs, turn.worker);
  const notBefore = pagesFrom(view, robots);
  const others: Lane[] = [];
  const asked = new Map<Lane, AskedHost>();
  try {
    const dealt = await dealOut(view, whole, { rules: robots.rules, most: ownMost, notBefore }, others);
    const outcomes = await askAll(view, dealt);
    const results = countedResults(dealt, outcomes);
    const own = cutAt(results.length, dealt.lanes[0]!, outcomes.get(dealt.lanes[0]!)!, dealt);
    for (const lane of others)
      asked.set(lane, askedHost(view, dealt, lane, cutAt(results.length, lane, outcomes.get(lane)!, dealt)));
    const chosen = { kind: 'fetch', ...dealt.entries } as const;
    return {
      chosen,
      outcome: { ...own, results },
      ...(robots.fetched !== undefined && { robots: robots.fetched }),
      hosts: {
        own: { chosen: { ...chosen, taken: dealt.lanes[0]!.taken }, outcome: own },
        others: [...asked.values()],
      },
    };
  } finally {
    await giveBack(turn.worker.ports, others, asked);
  }
}

/**
 * Requests pages of each host at its own delay. If one host throws, the others end first, so that no request is open
 * when their tokens are free.
 */
async function askAll(view: TurnView, { lanes, entries, down }: Dealt): Promise<ReadonlyMap<Lane, PoliteOutcome>> {
  const { turn, rules } = view;
  const { ports } = turn.worker;
  const softEnd = softEndOf(turn, rules.spec);
  const mostBytes = mostBytesOf(turn.worker);
  const order = new HostOrder(entries.taken.length, { softEnd, mostBytes, clock: ports.clock });
  for (const index of down.keys()) order.begun(index);
  const look = new TurnLook(view, entries);
  const stopAsked = oftenAsked(ports, async () => await look.stopAsked());
  const asked = lanes.map(async (lane): Promise<readonly [Lane, PoliteOutcome]> => {
    try {
      const task = taskOf({ ...view, ...lane, rules }, { ...lane, phase: entries.phase, rules: lane.rules }, look);
      const { notBefore = task.notBefore } = lane;
      const outcome = await fetchPolitely(ports, { ...task, notBefore, softEnd, stopAsked, beside: order.of(lane.at) });
      if (outcome.lastStart !== undefined) lane.turn.lastStart = outcome.lastStart;
      order.endAt(lane.at[outcome.results.length]);
      return [lane, outcome];
    } catch (error) {
      order.endAt(0);
      throw error;
    }
  });
  await Promise.allSettled(asked);
  return new Map(await Promise.all(asked));
}

/** Each host checks once a second; one check serves all. */
function oftenAsked({ clock }: Pick<FetchPorts, 'clock'>, ask: () => Promise<boolean>): () => Promise<boolean> {
  let last = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  return async () => {
    if (clock.monotonic() - last >= protocol.stopLookMs / 2) {
      last = clock.monotonic();
      answer = ask();
    }
    return await answer;
  };
}

/** Entries behind the first one without a result do not count: they are requested again. */
function countedResults(
  { entries, lanes, down }: Dealt,
  outcomes: ReadonlyMap<Lane, PoliteOutcome>,
): readonly FetchResult[] {
  const results: (FetchResult | undefined)[] = entries.taken.map(() => undefined);
  for (const [index, result] of down) results[index] = result;
  for (const lane of lanes)
    for (const [place, result] of outcomes.get(lane)!.results.entries()) results[lane.at[place]!] = result;
  const gap = results.indexOf(undefined);
  return results.slice(0, gap < 0 ? results.length : gap) as FetchResult[];
}

/** The outcome of a host for the results that count. */
function cutAt(counted: number, lane: Lane, outcome: PoliteOutcome, { entries }: Dealt): PoliteOutcome {
  const results = outcome.results.slice(0, lane.at.filter(index => index < counted).length);
  if (results.length === outcome.results.length) return { ...outcome, results };
  const { phase } = entries;
  const circuit = watchCircuit(lane.row.trouble.failures, index => isOpenedAt(lane, phase, index));
  circuit.see(results);
  return { ...outcome, results, failures: circuit.failures, circuitOpened: false };
}

function isOpenedAt({ row, taken }: Lane, phase: Dealt['entries']['phase'], index: number): boolean {
  return cursorKey(phase, taken[index]!.cursor) === row.trouble.openedAt;
}

/** The new state of a host, whose wait begins now. */
function askedHost(view: TurnView, { entries }: Dealt, lane: Lane, outcome: PoliteOutcome): AskedHost {
  const waitMs = waitAfter(outcome);
  const { row, taken } = lane;
  const now = view.turn.worker.ports.clock.now();
  const hold = waitMs === 0 ? undefined : holdOf(now, waitMs, outcome.retryAfterMs);
  const after = troubleAfter({ row }, { chosen: { phase: entries.phase, taken }, outcome });
  const trouble = { ...after, ...(hold !== undefined && { hold }) };
  const waits = { waitMs, until: hold?.until ?? 0 };
  if (JSON.stringify(trouble) === JSON.stringify(row.trouble)) return waits;
  const robots = row.robots === undefined ? {} : { robots: row.robots };
  return { ...waits, known: { origin: row.origin, ...robots, trouble } };
}

/** A host that is not in `asked` may have had its last request just now. */
async function giveBack(
  { clock, store }: FetchPorts,
  lanes: readonly Lane[],
  asked: ReadonlyMap<Lane, AskedHost>,
): Promise<void> {
  for (const lane of lanes) {
    const { turn } = lane;
    const { until } = asked.get(lane) ?? { until: Math.ceil(clock.now() + turn.delayMs) };
    await store.returnToken(turn.lease, tokenAfter(turn, until));
  }
}
