/** `logs/compliance.json`: whether the requests of a crawl kept to robots.txt and to its delays. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../shared/adapters/local/open.ts';
import { LostObject } from '../../shared/domain/lost-object.ts';
import { sha256Pattern } from '../../shared/domain/packed-bytes.ts';
import { BadInput } from '../../shared/domain/refusal/refusal.ts';
import { agentTokenOf } from '../../shared/domain/robots/agent-token.ts';
import { robotsName } from '../../shared/domain/robots/follow-robots.ts';
import { type CompiledRobots, compileRobots, rememberRules } from '../../shared/domain/robots/match-robots.ts';
import { parseRobots } from '../../shared/domain/robots/parse-robots.ts';
import type { RobotsPolicy } from '../../shared/domain/robots/robots-policy.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { requestTargetOf } from '../../shared/domain/url/request-target.ts';
import { hostOf } from '../../shared/domain/url/scope.ts';
import type { ObjectStore } from '../../shared/ports/ports.ts';
import { HostStarts } from '../../shared/report/host-starts.ts';
import { prettyJson } from '../../shared/report/pretty-json.ts';
import { recordsIn } from './metadata/arch.ts';
import { measuredFile } from './metadata/written-results.ts';

interface OfHost {
  readonly starts: HostStarts;
  withoutRules: number;
  againstRobots: number;
  readonly agents: Set<string>;
  /** SHA-256 of the texts, in the order of use. */
  readonly rules: Set<string>;
}

const method = [
  'Each row of the logs with a start is a request. Rows of requests that never reached a connection are left out.',
  'Distances are those between the starts of two requests to a host that follow each other, over all runs of the crawl; the delay is that in force at the second, or at the first if that was smaller and no robots.txt came between. A distance counts as too soon if it is shorter by more than 1 ms, the precision of the log.',
  'Each address is decided once more by the text of robots.txt that was in force at its request, for the product token of its row (else of the crawl), by the rules of RFC 9309 and the policy named here. No text decides robots.txt itself, what it redirects to, probes before it is known, and any request of a crawl that ignores it.',
  'Unreadable rows, and the rest of a file behind a row that does not end, are counted and prove nothing. A killed process loses the rows of its last second. Runs of versions whose log had other columns are in common.old.csv, which is not read.',
];

interface Crawled {
  readonly directory: string;
  readonly id: string;
  readonly spec: Pick<ResolvedSpec, 'userAgent' | 'robots' | 'sites'>;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly policy: RobotsPolicy;
}

/** Writes the file of a crawl that has ended, from all that its logs have. */
export async function writeCompliance({ directory, id, spec, objects, policy }: Crawled): Promise<void> {
  const hosts = new Map<string, OfHost>();
  const rulesOf = rulesIn(objects);
  const [usual = '', ...own] = [spec, ...spec.sites].map(({ userAgent = '' }) => userAgent && agentTokenOf(userAgent));
  // The crawl's own is an empty cell.
  const agents = new Map([['', usual], ...own.map(agent => [agent, agent || usual] as const)]);
  const logs: object[] = [];
  let unreadable = 0;
  for (const name of ['logs/common.csv', 'logs/parts.csv']) {
    const file = join(directory, name);
    if (!existsSync(file)) continue;
    const { path, bytes, sha256 } = await measuredFile(directory, name, async pieces => {
      try {
        const records = recordsIn(pieces, file);
        for await (const record of records)
          if (!(await count(hosts, { ...record, agent: agents.get(record['agent'] ?? '') ?? '' }, policy, rulesOf)))
            unreadable += 1;
      } catch (error) {
        // A row does not end: the process was killed while it wrote, or somebody changed the file.
        if (!(error instanceof BadInput)) throw error;
        unreadable += 1;
      }
    });
    logs.push({ path, bytes, sha256 });
  }
  const sums = { requests: 0, tooSoon: 0, againstRobots: 0, withoutRules: 0 };
  const rows = [...hosts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([host, { starts, rules, agents, ...counts }]) => {
      const { requests, firstStart, lastStart, tooSoon, least } = starts.end();
      const row = { requests, tooSoon, ...counts };
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += row[name];
      const [first, last] = [firstStart, lastStart].map(at => new Date(at).toISOString());
      return { host, ...row, firstStart: first, lastStart: last, ...least, rules: [...rules], agents: [...agents] };
    });
  const { userAgent, robots } = spec;
  const proof = { crawl: id, userAgent, robots, ...sums, unreadable, logs, method, hosts: rows };
  replaceFile(join(directory, 'logs/compliance.json'), `${[...prettyJson(proof)].join('')}\n`);
}

type RulesOf = (hash: string, agent: string) => Promise<CompiledRobots | undefined>;

/** The empty text is stored nowhere. */
const emptyHash = createHash('sha256').digest('hex');

/** Undefined where the text is lost. */
function rulesIn(objects: Crawled['objects']): RulesOf {
  const known = new Map<string, CompiledRobots | undefined>();
  return async (hash, agent) => {
    const key = `${hash} ${agent}`;
    if (known.has(key)) return known.get(key);
    let rules: CompiledRobots | undefined;
    try {
      const text = hash === emptyHash ? new Uint8Array(0) : await objects.get(robotsName(hash));
      rules = compileRobots(parseRobots(Buffer.from(text).toString('utf8')), agent);
    } catch (error) {
      if (!(error instanceof LostObject)) throw error;
    }
    rememberRules(known, key, rules);
    return rules;
  };
}

/** Whether the row could be read. */
async function count(
  hosts: Map<string, OfHost>,
  { address = '', start = '', delay, rules = '', agent = '' }: Readonly<Record<string, string>>,
  policy: RobotsPolicy,
  rulesOf: RulesOf,
): Promise<boolean> {
  if (start === '') return true;
  const url = URL.parse(address);
  const [at, delayMs] = [Date.parse(start), Number(delay)];
  if (url === null || agent === '' || !Number.isFinite(at) || !Number.isFinite(delayMs)) return false;
  if (rules !== '' && !sha256Pattern.test(rules)) return false;
  const host = hostOf(url);
  const row = hosts.get(host) ?? {
    starts: new HostStarts(),
    withoutRules: 0,
    againstRobots: 0,
    rules: new Set(),
    agents: new Set(),
  };
  hosts.set(host, row);
  row.starts.add(at, delayMs, rules !== '');
  const decided = rules === '' ? undefined : await rulesOf(rules, agent);
  if (rules !== '') row.rules.add(rules);
  row.agents.add(agent);
  if (decided === undefined) row.withoutRules += 1;
  else if (!policy.decide(decided, requestTargetOf(address)).allowed) row.againstRobots += 1;
  return true;
}
