import type { FetchAnswer } from '../http/fetch-answer.ts';
import { decodeRobots } from './decode-robots.ts';
import { type RobotsOutcome, robotsOutcome } from './robots-status.ts';

/** What asking for a robots.txt came to. */
export interface FollowedRobots {
  /** The last address that was asked, and its answer. */
  readonly url: string;
  readonly answer: FetchAnswer;
  /** Empty where there is no file and every address is allowed. Undefined: nothing may be fetched for now (RFC 9309 2.3.1.4). */
  readonly text: string | undefined;
}

/** Asks `origin` for its robots.txt by `ask`, which keeps the hosts' delays, and follows redirects as RFC 9309 2.3.1.2 says. */
export async function followRobots(
  origin: string,
  ask: (url: string) => Promise<FetchAnswer>,
): Promise<FollowedRobots> {
  let url = `${origin}/robots.txt`;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(url);
    const outcome = robotsOutcome(answer, url, redirects);
    if (outcome.kind !== 'redirect') return { url, answer, text: robotsText(answer, outcome.kind) };
    url = outcome.url;
  }
}

/** The text of an answer that is no redirect; empty where there is no file, undefined where it is not available. */
export function robotsText(
  answer: FetchAnswer,
  outcome: Exclude<RobotsOutcome['kind'], 'redirect'>,
): string | undefined {
  if (outcome === 'unavailable') return undefined;
  return outcome === 'rules' && answer.kind === 'answered' ? decodeRobots(answer.body, answer.truncated) : '';
}
