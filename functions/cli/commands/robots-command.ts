import { setTimeout as sleep } from 'node:timers/promises';
import { type FetchAnswer, isUnread } from '../../../shared/domain/http/fetch-answer.ts';
import { throughGate } from '../../../shared/domain/http/gates/gate-walk.ts';
import { type RequestIdentity, requestIdentityOf } from '../../../shared/domain/http/request-identity.ts';
import { agentTokenOf } from '../../../shared/domain/robots/agent-token.ts';
import { crawlDelayMs } from '../../../shared/domain/robots/crawl-delay.ts';
import { followRobots } from '../../../shared/domain/robots/follow-robots.ts';
import { compileRobots } from '../../../shared/domain/robots/match-robots.ts';
import { parseRobots, robotsLineEnd } from '../../../shared/domain/robots/parse-robots.ts';
import { needsBrowser, type ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { hostAndPort } from '../../../shared/domain/spec/site-address.ts';
import { requestTargetOf } from '../../../shared/domain/url/request-target.ts';
import type { Fetcher, FetchRequest } from '../../../shared/ports/request-ports.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import type { ExplainOptions } from './normalize-command.ts';

/** The verdict of robots.txt on one address. */
export interface RobotsFinding {
  readonly allowed: boolean;
  readonly lines: readonly string[];
}

/** `orbweaver robots`: requests the file and shows which of its lines decides. The exit code. */
export async function robots(address: string, options: ExplainOptions): Promise<number> {
  const { spec } = await gatherSpec({ ...options, urls: [address], options });
  const { allowed, lines } = await findInRobots(new URL(spec.sites[0]!.url), spec);
  process.stdout.write(`${lines.join('\n')}\n`);
  return allowed ? exitCodes.finished : exitCodes.notAllowed;
}

/** Asks the host of `url` for its robots.txt and what that says about `url`. */
export async function findInRobots(url: URL, spec: ResolvedSpec): Promise<RobotsFinding> {
  const { openLocalFetcher } = await import('../../../shared/adapters/local/open.ts');
  await using fetcher = await openLocalFetcher(spec);
  const how = { identity: requestIdentityOf(spec), delayMs: spec.sites[0]!.delayMs };
  const rendered = needsBrowser(spec);
  return findingOf(url, { userAgent: spec.userAgent, rendered }, await askRobots(fetcher, url.origin, how));
}

function findingOf(
  url: URL,
  { userAgent, rendered }: { readonly userAgent: string; readonly rendered: boolean },
  asked: AskedRobots,
): RobotsFinding {
  const token = agentTokenOf(userAgent);
  const file = `${asked.url} (${asked.answer})`;
  if (asked.kind === 'unavailable') {
    const why = asked.isPrivate
      ? `not allowed; --allow-host ${hostAndPort(new URL(asked.url))} would allow to ask this host`
      : 'not allowed for now: without an answer nothing is (RFC 9309 section 2.3.1.4)';
    return { allowed: false, lines: [`File:      ${file}`, `Decision:  ${why}`] };
  }
  const rules = compileRobots(parseRobots(asked.text), token);
  const { allowed, rule } = rules.decide(requestTargetOf(url.href));
  const delay = crawlDelayMs(rules);
  return {
    allowed,
    lines: [
      `File:      ${file}`,
      `Crawler:   ${token}, ${rules.group === undefined ? 'no group is meant for it' : `group "${rules.group}"`}`,
      `Line:      ${rule === undefined ? 'none matches' : `${rule.line}: ${asked.text.split(robotsLineEnd)[rule.line - 1]!.trim()}`}`,
      ...(delay === undefined ? [] : [`Delay:     ${delay.delayMs / 1000} s (line ${delay.line})`]),
      `Decision:  ${allowed ? 'allowed' : 'not allowed'}`,
      ...(rendered
        ? [`Scripts:   of rendered pages ${allowed ? 'may' : 'may not'} request it: the same line decides`]
        : []),
    ],
  };
}

/** The result of requesting a robots.txt. */
export type AskedRobots =
  /** `text` is empty if every address is allowed because there is no file. */
  | { readonly kind: 'rules'; readonly url: string; readonly answer: string; readonly text: string }
  /** Nothing may be fetched for now (RFC 9309 section 2.3.1.4). `isPrivate`: the host of `url` is not allowed to be asked. */
  | { readonly kind: 'unavailable'; readonly url: string; readonly answer: string; readonly isPrivate: boolean };

/** Requests the robots.txt of `origin`, with `delayMs` between two starts. */
async function askRobots(
  fetcher: Fetcher,
  origin: string,
  { identity, delayMs }: { readonly identity: RequestIdentity; readonly delayMs: number },
): Promise<AskedRobots> {
  let isFirst = true;
  const ask = async (request: Pick<FetchRequest, 'address' | 'cookie' | 'tolerant'>): Promise<FetchAnswer> => {
    if (!isFirst) await sleep(delayMs);
    isFirst = false;
    const answer = await fetcher.fetch({ purpose: 'robots', ...identity, ...request });
    return isUnread(answer) ? await ask({ ...request, tolerant: true }) : answer;
  };
  const { noCookies } = identity;
  const rules = { jar: [], now: Date.now(), mayAsk: () => true, ...(noCookies && { noCookies }) };
  const { address, answer, text } = await followRobots(
    origin,
    async (asked, isRound) =>
      await throughGate(
        { ...rules, asked, isAlwaysWalked: isRound },
        async (next, cookie) => await ask({ address: next, cookie }),
      ),
  );
  if (text !== undefined) return { kind: 'rules', url: address, answer: answerText(answer), text };
  const isPrivate = answer.kind === 'failed' && answer.reason === 'private-address';
  return { kind: 'unavailable', url: address, answer: answerText(answer), isPrivate };
}

function answerText(answer: FetchAnswer): string {
  return answer.kind === 'answered' ? `status ${answer.status}` : `no answer: ${answer.detail}`;
}
