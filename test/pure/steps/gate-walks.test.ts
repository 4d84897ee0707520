import { expect, test } from 'vitest';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import { protocol } from '../../../shared/domain/protocol/protocol.ts';
import type { FetchRequest } from '../../../shared/ports/request-ports.ts';
import { fetchPolitely, type PoliteOutcome, type PoliteTask } from '../../../shared/steps/fetch/fetch-politely.ts';
import { VirtualClock } from './virtual-clock.ts';

const start = 'http://example.org/a';
const entry = { identity: start, address: start, attempt: 1, via: [], foundOn: '' };
const nothing = (): void => undefined;

/** One turn that has time for a single request. */
async function turn(asked: string[], change: Partial<PoliteTask>): Promise<PoliteOutcome> {
  const clock = new VirtualClock();
  const fetch = async ({ address, cookie = '', attempt, onStart }: FetchRequest): Promise<FetchAnswer> => {
    onStart?.(clock.monotonic());
    asked.push(`${attempt ?? '-'} ${address} ${cookie}`.trim());
    const common = { kind: 'answered', contentType: 'text/html', truncated: false, elapsedMs: 1 } as const;
    if (cookie.includes('ok=1')) return { ...common, status: 200, body: Buffer.from('<p>A') };
    const isGate = address === start;
    const location = isGate ? '/check' : '/a';
    return { ...common, status: 302, location, setCookies: [isGate ? 'from=/a' : 'ok=1'], body: Buffer.alloc(0) };
  };
  const ports = {
    clock,
    fetcher: { fetch, close: async () => undefined },
    log: { fetched: nothing, part: nothing, failed: nothing, note: nothing },
  };
  return await clock.until(
    fetchPolitely(ports, {
      ...{ entries: [entry], level: 1, delayMs: protocol.softDeadlineMs, maxInFlight: 2, userAgent: 'test' },
      ...{ pageTypes: new Set<string>(), profile: 'graph', notBefore: 0, jar: [], start: 'http://example.org/' },
      ...{ softEnd: protocol.softDeadlineMs, mostBytes: protocol.maxTurnBytes, signal: new AbortController().signal },
      ...{ allows: () => true, isDeleted: () => false, stopAsked: async () => false },
      ...{ failuresBefore: 0, isWhereCircuitOpened: () => false },
      ...change,
    }),
  );
}

test('a walk that needs more time than a turn has goes on in the next ones', async () => {
  const asked: string[] = [];
  let outcome = await turn(asked, {});
  for (let turns = 1; turns < 3; turns += 1) {
    expect(outcome).toMatchObject({ results: [], gateAt: { identity: start } });
    const stored = JSON.parse(JSON.stringify(outcome.gateAt)) as typeof outcome.gateAt;
    outcome = await turn(asked, { gateAt: stored! });
  }
  expect(asked).toEqual([`1 ${start}`, '- http://example.org/check from=/a', `1 ${start} from=/a; ok=1`]);
  const given = [
    { name: 'from', value: '/a', domain: 'example.org', path: '/', hostOnly: true },
    { name: 'ok', value: '1', domain: 'example.org', path: '/', hostOnly: true },
  ];
  expect(outcome.results).toMatchObject([{ kind: 'page', given }]);
  expect(outcome).not.toHaveProperty('gateAt');
});
