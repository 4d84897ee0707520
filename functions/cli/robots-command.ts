import { agentTokenOf } from '../../shared/domain/robots/agent-token.ts';
import { crawlDelayMs } from '../../shared/domain/robots/crawl-delay.ts';
import { compileRobots } from '../../shared/domain/robots/match-robots.ts';
import { parseRobots } from '../../shared/domain/robots/parse-robots.ts';
import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { refusal } from '../../shared/domain/spec/read-spec.ts';
import { requestIdentityOf } from '../../shared/domain/spec/request-identity.ts';
import { hostAndPort, parseSiteAddress } from '../../shared/domain/spec/site-address.ts';
import { type AskedRobots, askRobots } from './ask-robots.ts';
import { gatherSettings } from './gather-spec.ts';
import type { ExplainOptions } from './normalize-command.ts';

/** What robots.txt says about one address. */
export interface RobotsFinding {
  readonly allowed: boolean;
  readonly lines: readonly string[];
}

/** `orbweaver robots`: asks for the file and shows which of its lines decides. */
export async function robots(text: string, options: ExplainOptions): Promise<void> {
  const settings = await gatherSettings(options);
  const url = addressOf(text);
  // The address stands on the command line, so its host may be asked, private or not.
  const allowHosts = [hostAndPort(url), ...settings.allowHosts];
  const { lines } = await findInRobots(url, settings, { allowHosts, allowMetadataHosts: settings.allowHosts });
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Reads an address of the command line. Throws `BadInput`. */
export function addressOf(text: string): URL {
  const address = parseSiteAddress(text);
  if (address.kind === 'refused') throw new BadInput([refusal('address', text, address.why)]);
  return address.url;
}

/** Asks the host of `url` for its robots.txt and what that says about `url`. */
export async function findInRobots(
  url: URL,
  settings: Pick<ResolvedSpec, 'userAgent' | 'contact'>,
  hosts: { readonly allowHosts: readonly string[]; readonly allowMetadataHosts: readonly string[] },
): Promise<RobotsFinding> {
  const { createUndiciFetcher } = await import('../../shared/adapters/web/undici-fetcher.ts');
  const fetcher = createUndiciFetcher(hosts);
  try {
    return findingOf(url, settings.userAgent, await askRobots(fetcher, url.origin, requestIdentityOf(settings)));
  } finally {
    await fetcher.close();
  }
}

function findingOf(url: URL, userAgent: string, asked: AskedRobots): RobotsFinding {
  const token = agentTokenOf(userAgent);
  const file = `${asked.url} (${asked.answer})`;
  if (asked.kind === 'unavailable') {
    const why = 'not allowed for now: without an answer nothing is (RFC 9309 section 2.3.1.4)';
    return { allowed: false, lines: [`File:      ${file}`, `Decision:  ${why}`] };
  }
  const rules = compileRobots(parseRobots(asked.text), token);
  const { allowed, rule } = rules.decide(url.pathname + url.search);
  const delay = crawlDelayMs(rules);
  return {
    allowed,
    lines: [
      `File:      ${file}`,
      `Crawler:   ${token}, ${rules.group === undefined ? 'no group is meant for it' : `group "${rules.group}"`}`,
      `Line:      ${rule === undefined ? 'none matches' : `${rule.line}: ${rule.text}`}`,
      ...(delay === undefined ? [] : [`Delay:     ${delay.delayMs / 1000} s (line ${delay.line})`]),
      `Decision:  ${allowed ? 'allowed' : 'not allowed'}`,
    ],
  };
}
