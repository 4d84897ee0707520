import type { FetchAnswer } from '../http/fetch-answer.ts';
import { type RobotsOutcome, robotsOutcome } from './robots-status.ts';

/** The result of requesting a robots.txt. */
export interface FollowedRobots {
  /** The last address that was requested, and its answer. */
  readonly address: string;
  readonly answer: FetchAnswer;
  /**
   * Empty if there is no file, so that every address is allowed. Undefined: nothing may be fetched for now (RFC 9309
   * 2.3.1.4).
   */
  readonly text: string | undefined;
}

/**
 * Requests the robots.txt of `origin` with `ask`, which keeps the hosts' delays. Follows redirects as RFC 9309 2.3.1.2
 * says.
 */
export async function followRobots(
  origin: string,
  ask: (address: string, isRound: boolean) => Promise<FetchAnswer>,
): Promise<FollowedRobots> {
  const first = `${origin}/robots.txt`;
  let address = first;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(address, redirects > 0 && address === first);
    const outcome = robotsOutcome(answer, address, redirects);
    if (outcome.kind !== 'redirect') return { address, answer, text: robotsText(answer, outcome.kind) };
    address = outcome.address;
  }
}

/** The text of the last answer; empty if there is no file, undefined if the file is not available. */
export function robotsText(
  answer: FetchAnswer,
  outcome: Exclude<RobotsOutcome['kind'], 'redirect'>,
): string | undefined {
  if (outcome === 'unavailable') return undefined;
  return outcome === 'rules' && answer.kind === 'answered' ? decodeRobots(answer.body, answer.truncated) : '';
}

/** RFC 9309 2.5: a crawler reads at least 500 kibibytes; the rest is ignored. */
const robotsLimitBytes = 500 * 1024;

/**
 * The text of a robots.txt body. Never throws. UTF-8 (RFC 9309 2.3), or UTF-16 with a byte order mark. If a body is
 * over 500 KiB or was cut (`truncated`), only whole lines are kept, because half a path would forbid more than the
 * whole one.
 */
export function decodeRobots(body: Uint8Array, truncated = false): string {
  const cut = truncated || body.length > robotsLimitBytes;
  const text = decodeBytes(body.subarray(0, robotsLimitBytes), cut);
  return cut ? wholeLines(text) : text;
}

function decodeBytes(bytes: Uint8Array, cut: boolean): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // With `stream` a cut character at the end is no error.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return escapeHighOctets(bytes);
  }
}

/** Not UTF-8: rules are compared octet by octet (RFC 9309 2.2.2), so each octet over 127 keeps its value as `%XX`. */
function escapeHighOctets(bytes: Uint8Array): string {
  const octets = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // google/robotstxt also skips an incomplete byte order mark.
  const withoutMark = octets.replace(/^\u00ef(?:\u00bb\u00bf?)?/, '');
  return withoutMark.replace(/[\u0080-\u00ff]/g, octet => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`);
}

function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
}

/** Name of the object with a text of this SHA-256. */
export function robotsName(hash: string): string {
  return `robots/${hash}`;
}
