import { defined } from '../domain/defined.ts';
import { statusNames } from '../domain/http/status-names.ts';
import type { SiteRow } from '../domain/protocol/crawl-state.ts';
import type { SkipReason } from '../domain/skip-reason.ts';
import { hostAndPort } from '../domain/spec/site-address.ts';

/** Why the start page of a site gave no page. */
export interface StartFault {
  /** The address requested, after redirects. */
  readonly address: string;
  /** `robots-missing`: robots.txt could not be loaded, so nothing may be fetched. */
  readonly reason: SkipReason | 'robots-missing';
  /** HTTP status of the answer, and its name in RFC 9110. */
  readonly status?: number;
  readonly statusName?: string;
  /** `name:port` of the host that gave no answer. */
  readonly host?: string;
  /** The fault of the secure connection, or the answer of the name servers without an address; in words. */
  readonly detail?: string;
}

/** Undefined while nothing is known to be wrong. */
export function startFaultOf({ start, status: siteStatus, counters, trouble }: SiteRow): StartFault | undefined {
  const { startFailed, startSkipped, noAnswer } = trouble;
  const isDown = siteStatus === 'not-available' && counters.nodes === 0;
  if (startFailed === undefined && startSkipped === undefined && !isDown) return undefined;
  const { reason, status } = startSkipped ?? { reason: startFailed ?? noAnswer?.reason ?? 'host-down' };
  const name = status === undefined ? undefined : statusNames.get(status);
  const host = reason === 'private-address' ? hostAndPort(new URL(start)) : undefined;
  return {
    address: start,
    reason: startFailed === 'robots' ? (noAnswer?.reason ?? 'robots-missing') : reason,
    ...defined({ status, statusName: name, host: noAnswer?.host ?? host, detail: noAnswer?.detail }),
  };
}

/** Why, in words; the caller says that the start page gave no page. */
export function startFaultText({ reason, status, statusName, host, detail }: StartFault): string {
  const answer = status === undefined ? undefined : [status, statusName].filter(part => part !== undefined).join(' ');
  const text = (words[reason] ?? (() => undefined))(host ?? 'its host', detail);
  if (text === undefined) return answer ?? reason;
  return answer === undefined || reason === 'http-status' ? (answer ?? text) : `${text} (${answer})`;
}

const words: Readonly<Partial<Record<StartFault['reason'], (host: string, detail?: string) => string | undefined>>> = {
  'http-status': () => undefined,
  'content-type': () => 'what was sent is no HTML',
  binary: () => 'what was sent is no text',
  'too-large': () => 'it is larger than a page may be',
  redirects: () => 'it redirects in a circle, also with the cookies that it sets, or too often',
  'bad-location': () => 'it redirects to what is no address',
  robots: () => 'robots.txt forbids it',
  'robots-missing': () => 'robots.txt could not be loaded, so nothing may be fetched',
  dns: (host, detail) => {
    const failure = `the name ${host.replace(/:\d+$/, '')} could not be resolved`;
    return detail === undefined ? `no such host: ${failure}` : `${failure}, though it may exist: ${detail}`;
  },
  tls: (host, detail = 'no secure connection') => `${host} cannot be reached by TLS: ${detail}`,
  'host-down': host => `${host} did not answer well, again and again`,
  network: host => `the connection to ${host} failed`,
  timeout: host => `${host} did not answer in time`,
  'private-address': host => `${host} is not on the public Internet; add --allow-host ${host} to ask it`,
};
