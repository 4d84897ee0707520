import { setTimeout as sleep } from 'node:timers/promises';
import { followRobots } from '../../../shared/domain/robots/follow-robots.ts';
import type { RequestIdentity } from '../../../shared/domain/spec/request-identity.ts';
import type { FetchAnswer, Fetcher } from '../../../shared/ports.ts';

/** What asking for a robots.txt came to. */
export type AskedRobots =
  /** `text` is empty where every address is allowed because there is no file. */
  | { readonly kind: 'rules'; readonly url: string; readonly answer: string; readonly text: string }
  /** Nothing may be fetched for now (RFC 9309 section 2.3.1.4). `isPrivate`: the host of `url` is not allowed to be asked. */
  | { readonly kind: 'unavailable'; readonly url: string; readonly answer: string; readonly isPrivate: boolean };

/** Asks `origin` for its robots.txt, with `delayMs` between two starts. */
export async function askRobots(
  fetcher: Fetcher,
  origin: string,
  { identity, delayMs }: { readonly identity: RequestIdentity; readonly delayMs: number },
): Promise<AskedRobots> {
  let isFirst = true;
  const { url, answer, text } = await followRobots(origin, async address => {
    if (!isFirst) await sleep(delayMs);
    isFirst = false;
    return await fetcher.fetch({ url: address, purpose: 'robots', ...identity });
  });
  if (text !== undefined) return { kind: 'rules', url, answer: answerText(answer), text };
  const isPrivate = answer.kind === 'failed' && answer.reason === 'private-address';
  return { kind: 'unavailable', url, answer: answerText(answer), isPrivate };
}

function answerText(answer: FetchAnswer): string {
  return answer.kind === 'answered' ? `status ${answer.status}` : `no answer: ${answer.detail}`;
}
