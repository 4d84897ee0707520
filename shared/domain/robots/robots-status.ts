import { redirectStatuses } from '../http/status-names.ts';

/** RFC 9309 2.3.1.2: crawlers should follow at least five redirects. */
const longestRedirectChain = 5;

/** The answer to one GET for robots.txt; a port's `FetchAnswer` is one. */
type RobotsAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly location?: string }
  | { readonly kind: 'failed'; readonly status?: number };

/** The meaning of an answer for the first site: its rules are those at the end of the redirects. */
export type RobotsOutcome =
  /** The body holds the rules. */
  | { readonly kind: 'rules' }
  /** Request `address` next; it may be of another origin (2.3.1.2). */
  | { readonly kind: 'redirect'; readonly address: string }
  /** No rules: everything may be fetched, as if the file were empty. */
  | { readonly kind: 'allow-all' }
  /** Nothing may be fetched for now; request the file again later. */
  | { readonly kind: 'unavailable' };

/**
 * Reads `answer` of `address`, reached after `redirects` redirects, by RFC 9309 2.3.1. Every 4xx allows all, also 401
 * and 403 (2.3.1.3), except 429, which means an overloaded server, like 5xx and no answer (2.3.1.4). After five
 * redirects the file counts as missing (2.3.1.2), and also if a redirect leads to an address that cannot be requested.
 */
export function robotsOutcome(answer: RobotsAnswer, address: string, redirects: number): RobotsOutcome {
  const { status = 0 } = answer;
  if (status >= 400 && status < 500 && status !== 429) return { kind: 'allow-all' };
  if (answer.kind === 'failed') return { kind: 'unavailable' };
  if (status >= 200 && status < 300) return { kind: 'rules' };
  if (status >= 300 && status < 400) return afterRedirect(answer, address, redirects);
  return { kind: 'unavailable' };
}

function afterRedirect(
  answer: { readonly status: number; readonly location?: string },
  address: string,
  redirects: number,
): RobotsOutcome {
  if (redirects >= longestRedirectChain || !redirectStatuses.has(answer.status)) return { kind: 'allow-all' };
  const target = answer.location === undefined ? null : URL.parse(answer.location, address);
  if (target === null || !/^https?:$/.test(target.protocol)) return { kind: 'allow-all' };
  target.hash = '';
  return { kind: 'redirect', address: target.href };
}
