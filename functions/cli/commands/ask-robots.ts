import { setTimeout as sleep } from 'node:timers/promises';
import { decodeRobots } from '../../../shared/domain/robots/decode-robots.ts';
import { robotsOutcome } from '../../../shared/domain/robots/robots-status.ts';
import type { RequestIdentity } from '../../../shared/domain/spec/request-identity.ts';
import type { FetchAnswer, Fetcher } from '../../../shared/ports.ts';

/** What asking for a robots.txt came to. */
export type AskedRobots =
  /** `text` is empty where every address is allowed because there is no file. */
  | { readonly kind: 'rules'; readonly url: string; readonly answer: string; readonly text: string }
  /** Nothing may be fetched for now (RFC 9309 section 2.3.1.4). `isPrivate`: the host of `url` is not allowed to be asked. */
  | { readonly kind: 'unavailable'; readonly url: string; readonly answer: string; readonly isPrivate: boolean };

/** Asks `origin` for its robots.txt, following redirects as RFC 9309 says, with `delayMs` between two starts. */
export async function askRobots(
  fetcher: Fetcher,
  origin: string,
  { identity, delayMs }: { readonly identity: RequestIdentity; readonly delayMs: number },
): Promise<AskedRobots> {
  let url = `${origin}/robots.txt`;
  for (let redirects = 0; ; redirects += 1) {
    if (redirects > 0) await sleep(delayMs);
    const answer = await fetcher.fetch({ url, purpose: 'robots', ...identity });
    const outcome = robotsOutcome(answer, url, redirects);
    if (outcome.kind === 'redirect') {
      url = outcome.url;
      continue;
    }
    if (outcome.kind === 'unavailable') {
      const isPrivate = answer.kind === 'failed' && answer.reason === 'private-address';
      return { kind: 'unavailable', url, answer: answerText(answer), isPrivate };
    }
    const hasRules = outcome.kind === 'rules' && answer.kind === 'answered';
    const text = hasRules ? decodeRobots(answer.body, answer.truncated) : '';
    return { kind: 'rules', url, answer: answerText(answer), text };
  }
}

function answerText(answer: FetchAnswer): string {
  return answer.kind === 'answered' ? `status ${answer.status}` : `no answer: ${answer.detail}`;
}
