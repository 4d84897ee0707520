import { agentTokenOf } from '../../../shared/domain/robots/agent-token.ts';
import { crawlDelayMs } from '../../../shared/domain/robots/crawl-delay.ts';
import { compileRobots } from '../../../shared/domain/robots/match-robots.ts';
import { parseRobots } from '../../../shared/domain/robots/parse-robots.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { requestIdentityOf } from '../../../shared/domain/spec/request-identity.ts';
import { hostAndPort } from '../../../shared/domain/spec/site-address.ts';
import { requestTargetOf } from '../../../shared/domain/url/request-target.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import { type AskedRobots, askRobots } from './ask-robots.ts';
import type { ExplainOptions } from './normalize-command.ts';

/** What robots.txt says about one address. */
export interface RobotsFinding {
  readonly allowed: boolean;
  readonly lines: readonly string[];
}

/** `orbweaver robots`: asks for the file and shows which of its lines decides. */
export async function robots(address: string, options: ExplainOptions): Promise<void> {
  const { spec } = await gatherSpec({ ...options, urls: [address], options });
  const { lines } = await findInRobots(new URL(spec.sites[0]!.url), spec);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Asks the host of `url` for its robots.txt and what that says about `url`. */
export async function findInRobots(url: URL, spec: ResolvedSpec): Promise<RobotsFinding> {
  const { openLocalFetcher } = await import('../../../shared/adapters/local/open.ts');
  const fetcher = await openLocalFetcher(spec);
  const how = { identity: requestIdentityOf(spec), delayMs: spec.sites[0]!.delayMs };
  try {
    const rendered = (spec.render ?? 'never') !== 'never';
    return findingOf(url, { userAgent: spec.userAgent, rendered }, await askRobots(fetcher, url.origin, how));
  } finally {
    await fetcher.close();
  }
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
      `Line:      ${rule === undefined ? 'none matches' : `${rule.line}: ${rule.text}`}`,
      ...(delay === undefined ? [] : [`Delay:     ${delay.delayMs / 1000} s (line ${delay.line})`]),
      `Decision:  ${allowed ? 'allowed' : 'not allowed'}`,
      ...(rendered
        ? [`Scripts:   of rendered pages ${allowed ? 'may' : 'may not'} ask for it: the same line decides`]
        : []),
    ],
  };
}
