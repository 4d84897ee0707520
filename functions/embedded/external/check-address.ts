import { redirectStatuses } from '../../../shared/domain/http/status-names.ts';
import {
  type CheckState,
  type ExternalCheck,
  stateOfStatus,
  statusText,
} from '../../../shared/domain/protocol/external-check.ts';
import type { FetchAnswer, RequestRefusal } from '../../../shared/ports.ts';

/** Asks for an address politely; a refusal is why it was not asked. */
export type Probe = (address: string, method: 'HEAD' | 'GET') => Promise<FetchAnswer | RequestRefusal>;

interface CheckedHost {
  /** Why the robots.txt of an origin could not be loaded, where its host gave no answer. */
  readonly robotsFault: (origin: string) => (FetchAnswer & { readonly kind: 'failed' }) | undefined;
}

const mostRedirects = 10;
const lasting: readonly number[] = [301, 308];

/** Why there was no answer, as people say it. */
const failures: Readonly<Partial<Record<(FetchAnswer & { kind: 'failed' })['reason'], readonly [CheckState, string]>>> =
  {
    dns: ['dead', 'no such host'],
    'private-address': ['not-asked', 'not on the public Internet'],
    network: ['failing', 'no connection'],
    timeout: ['failing', 'no answer in time'],
    tls: ['failing', 'no secure connection'],
    protocol: ['failing', 'no HTTP'],
    'not-archived': ['not-asked', 'not in the archive'],
  };

/**
 * What becomes of one external address: HEAD, and GET of the first bytes where HEAD brings no page, as many servers answer HEAD otherwise.
 * Redirects are followed; the end decides.
 */
export async function checkAddress(url: string, probe: Probe, { robotsFault }: CheckedHost): Promise<ExternalCheck> {
  const ended = (state: CheckState, status: string, at = url): ExternalCheck => ({
    ...{ url, state, status },
    ...(at === url ? {} : { target: at }),
  });
  let at = url;
  /** Statuses of the redirects so far. */
  const hops: number[] = [];
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const answer = await answerOf(at, probe);
    if (answer === 'private-address') return ended('not-asked', 'not on the public Internet', at);
    if (answer === 'robots') {
      const fault = robotsFault(new URL(at).origin);
      return fault === undefined ? ended('refused', 'robots.txt', at) : ended(...toldFailure(fault), at);
    }
    if (typeof answer === 'string') return ended('failing', 'no answer in time', at);
    if (answer.kind === 'failed') return ended(...toldFailure(answer), at);
    const next = redirectStatuses.has(answer.status) ? redirectOf(answer, at) : undefined;
    if (next === undefined) {
      const state = stateOfStatus(answer.status);
      const [first] = hops;
      const isMoved = state === 'ok' && first !== undefined && hops.every(status => lasting.includes(status));
      return isMoved ? ended('moved', statusText(first), at) : ended(state, statusText(answer.status), at);
    }
    hops.push(answer.status);
    at = next;
  }
  return ended('failing', 'redirects without end', at);
}

async function answerOf(address: string, probe: Probe): Promise<FetchAnswer | RequestRefusal> {
  const head = await probe(address, 'HEAD');
  if (typeof head === 'string') return head;
  if (head.kind === 'failed')
    return head.reason in failures && head.reason !== 'protocol' ? head : await probe(address, 'GET');
  const isClear = head.status < 400 || head.status === 410 || head.status === 429;
  return isClear ? head : await probe(address, 'GET');
}

function toldFailure({ reason }: FetchAnswer & { kind: 'failed' }): readonly [CheckState, string] {
  return failures[reason] ?? ['failing', 'no usable answer'];
}

function redirectOf({ location }: FetchAnswer & { kind: 'answered' }, base: string): string | undefined {
  const next = location === undefined ? null : URL.parse(location, base);
  if (next === null || (next.protocol !== 'http:' && next.protocol !== 'https:')) return undefined;
  next.hash = '';
  return next.href;
}
