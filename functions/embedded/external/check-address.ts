import { cutText } from '../../../shared/domain/cut-text.ts';
import { isBusyAnswer } from '../../../shared/domain/http/busy-status.ts';
import type { Answered, FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import { isHtml } from '../../../shared/domain/http/page-type.ts';
import { redirectStatuses } from '../../../shared/domain/http/status-names.ts';
import {
  type CheckState,
  type ExternalCheck,
  type FileHead,
  stateOfStatus,
  statusText,
} from '../../../shared/domain/protocol/external-check.ts';
import type { RequestRefusal } from '../../../shared/ports/page-ports.ts';
import type { CheckMethod } from '../../../shared/steps/page/polite-answers.ts';

/** Requests an address politely; a refusal is why it was not asked. */
export type Probe = (address: string, method: CheckMethod) => Promise<FetchAnswer | RequestRefusal>;

interface CheckedHost {
  /** The answer in place of the robots.txt of an origin, where it could not be loaded. */
  readonly robotsFault: (origin: string) => FetchAnswer | undefined;
}

const mostRedirects = 10;
export const noAnswerText = 'no answer in time';
export const noHostText = 'no such host';
const lasting: readonly number[] = [301, 308];

/** Why there was no answer, as people say it. */
const failures: Readonly<Partial<Record<(FetchAnswer & { kind: 'failed' })['reason'], readonly [CheckState, string]>>> =
  {
    dns: ['dead', noHostText],
    'private-address': ['not-asked', 'not on the public Internet'],
    network: ['failing', 'connection failed'],
    timeout: ['failing', noAnswerText],
    tls: ['failing', 'no secure connection'],
    protocol: ['failing', 'no HTTP'],
    'not-archived': ['not-asked', 'not in the archive'],
  };

/**
 * The check of one external address: HEAD, and GET of the first bytes where HEAD brings no page, as many servers answer HEAD
 * otherwise. Redirects are followed; the end decides.
 */
export async function checkAddress(url: string, probe: Probe, host: CheckedHost): Promise<ExternalCheck> {
  const { hops, answer, ...end } = await follow(url, async address => await answerOf(address, probe), host);
  if (answer === undefined) return end;
  const { state, status } = end;
  return { ...end, ...stateAfter(state, status, end.target === undefined ? [] : hops) };
}

/** The check of a linked file, by HEAD alone. */
export async function checkFile(url: string, probe: Probe, host: CheckedHost): Promise<ExternalCheck> {
  const { hops, answer, ...end } = await follow(url, async address => await probe(address, 'file'), host);
  if (answer === undefined) return { ...end, file: {} };
  if (noHead.includes(answer.status)) return { ...end, state: 'not-known', file: {} };
  // The head of an error speaks of the page that says so.
  if (end.state !== 'ok') return { ...end, file: {} };
  const file = fileHeadOf(answer);
  if (isHtml(answer.contentType))
    return { ...end, state: 'page', status: `${end.status}, a page in place of the file`, file };
  return { ...end, ...stateAfter(end.state, end.status, end.target === undefined ? [] : hops), file };
}

/** Statuses of servers that answer no HEAD. */
const noHead: readonly number[] = [405, 501];
const longestType = 100;

function fileHeadOf({ contentType, headers, fields = [] }: Answered): FileHead {
  const type = cutText(contentType.split(';', 1)[0]!.trim().toLowerCase(), longestType);
  const length = fields.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? '';
  const lastModified = headers?.['last-modified'];
  return {
    ...(type !== '' && { contentType: type }),
    ...(/^\d{1,15}$/.test(length) && { bytes: Number(length) }),
    ...(lastModified !== undefined && { lastModified }),
  };
}

/** Where an address leads. `answer`: the last one, which is no redirect; absent: `state` and `status` say why there is none. */
interface Followed extends ExternalCheck {
  /** Statuses of the redirects. */
  readonly hops: readonly number[];
  readonly answer?: Answered;
}

async function follow(
  url: string,
  ask: (address: string) => Promise<FetchAnswer | RequestRefusal>,
  { robotsFault }: CheckedHost,
): Promise<Followed> {
  const hops: number[] = [];
  let at = url;
  const ended = (state: CheckState, status: string): Followed => ({
    ...{ url, state, status, hops },
    ...(at !== url && { target: at }),
  });
  while (hops.length <= mostRedirects) {
    const answer = await ask(at);
    if (answer === 'private-address') return ended('not-asked', 'not on the public Internet');
    if (answer === 'robots') {
      const fault = robotsFault(new URL(at).origin);
      if (fault === undefined) return ended('refused', 'robots.txt');
      if (fault.kind === 'failed') return ended(...toldFailure(fault));
      return ended(isBusyAnswer(fault) ? 'not-asked' : 'failing', `robots.txt: ${statusText(fault.status)}`);
    }
    if (typeof answer === 'string') return ended('failing', noAnswerText);
    if (answer.kind === 'failed') return ended(...toldFailure(answer));
    const told = statusText(answer.status, answer.wall ?? answer.price);
    if (answer.wall !== undefined) return { ...ended('refused', told), isWall: true };
    if (isBusyAnswer(answer)) return ended('not-asked', told);
    const next = redirectStatuses.has(answer.status) ? redirectOf(answer, at) : undefined;
    if (next === undefined) return { ...ended(stateOfStatus(answer.status), told), answer };
    hops.push(answer.status);
    at = next;
  }
  return ended('failing', 'redirects without end');
}

/** A page or file to which lasting redirects lead has moved. */
function stateAfter(
  state: CheckState,
  status: string,
  [first, ...others]: readonly number[],
): Pick<ExternalCheck, 'state' | 'status'> {
  const isMoved = state === 'ok' && first !== undefined && [first, ...others].every(hop => lasting.includes(hop));
  return isMoved ? { state: 'moved', status: statusText(first) } : { state, status };
}

/** Neither HEAD nor GET reaches the host. Others drop the connection of a HEAD, or never answer it. */
const noGetHelps: ReadonlySet<string> = new Set(['dns', 'private-address', 'tls', 'not-archived']);

async function answerOf(address: string, probe: Probe): Promise<FetchAnswer | RequestRefusal> {
  const head = await probe(address, 'HEAD');
  if (typeof head === 'string') return head;
  if (head.kind === 'failed') return noGetHelps.has(head.reason) ? head : await probe(address, 'GET');
  const isClear = head.status < 400 || head.status === 410 || head.wall !== undefined || isBusyAnswer(head);
  return isClear ? head : await probe(address, 'GET');
}

function toldFailure({ reason }: FetchAnswer & { kind: 'failed' }): readonly [CheckState, string] {
  return failures[reason] ?? ['failing', 'no usable answer'];
}

function redirectOf({ location }: Answered, base: string): string | undefined {
  const next = location === undefined ? null : URL.parse(location, base);
  if (next === null || (next.protocol !== 'http:' && next.protocol !== 'https:')) return undefined;
  next.hash = '';
  return next.href;
}
