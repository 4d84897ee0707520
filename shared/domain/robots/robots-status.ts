import { redirectStatuses } from '../http/status-names.ts';

/** RFC 9309 2.3.1.2: crawlers should follow at least five redirects. */
const longestRedirectChain = 5;

/** The answer to one GET for robots.txt; a port's `FetchAnswer` is one. */
type RobotsAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly location?: string }
  | { readonly kind: 'failed'; readonly status?: number };

/** What the answer means for the site that was asked first: its rules come from wherever the redirects end. */
export type RobotsOutcome =
  /** The body holds the rules. */
  | { readonly kind: 'rules' }
  /** Ask `address` next; it may be of another origin (2.3.1.2). */
  | { readonly kind: 'redirect'; readonly address: string }
  /** No rules: everything may be fetched, as if the file were empty. */
  | { readonly kind: 'allow-all' }
  /** Nothing may be fetched for now; ask again later. */
  | { readonly kind: 'unavailable' };

/**
 * Reads `answer` of `address`, reached after `redirects` redirects, by RFC 9309 2.3.1. Every 4xx allows all, 401 and 403
 * too (2.3.1.3), but not 429: that server is overloaded, as with 5xx and with no answer (2.3.1.4). After five redirects
 * the file counts as missing (2.3.1.2), and also if a redirect leads to an address where no robots.txt can be read.
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
