import { builtInParts, type ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { hostAndPort } from '../../../shared/domain/spec/site-address.ts';
import { loadPublicSuffixes } from '../../../shared/domain/url/registrable-domain.ts';
import { demandAddress } from '../spec/demand-address.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { explainScope, type ScopeExplanation } from './explain-scope.ts';
import type { ExplainOptions } from './normalize-command.ts';
import { findInRobots, type RobotsFinding } from './robots-command.ts';

export interface ScopeOptions extends ExplainOptions {
  readonly start?: string;
  readonly offline?: true;
}

/** `orbweaver scope`: why an address would or would not be fetched. Without sites its own origin is the site. The exit code. */
export async function scope(text: string, options: ScopeOptions): Promise<number> {
  const url = demandAddress('address', text);
  const start = options.start ?? (options.config === undefined ? url.origin : undefined);
  const { spec } = await gatherSpec({ ...options, urls: start === undefined ? [] : [start], options });
  await loadPublicSuffixes();
  const explanation = await withEgress(explainScope(spec, url), spec, url, options.offline ?? false);
  const asksRobots = explanation.fetched && !options.offline && spec.robots !== 'ignore';
  const finding = asksRobots ? await findInRobots(url, spec) : undefined;
  const fetched = explanation.fetched && (finding?.allowed ?? true);
  process.stdout.write(`${linesOf(explanation, finding, { policy: spec.robots, fetched }).join('\n')}\n`);
  return fetched ? exitCodes.finished : exitCodes.notAllowed;
}

/** The last question: may the host be asked at all? */
async function withEgress(
  explanation: ScopeExplanation,
  spec: ResolvedSpec,
  url: URL,
  offline: boolean,
): Promise<ScopeExplanation> {
  if (!explanation.fetched) return explanation;
  const { openEgressCheck } = await import('../../../shared/adapters/local/open.ts');
  const refused = await (await openEgressCheck(spec, { offline }))(url);
  if (refused === undefined) return explanation;
  const text = `no: ${refused}; --allow-host ${hostAndPort(url)} would allow it`;
  return { fetched: false, checks: [...explanation.checks, { name: 'Host', text }] };
}

function linesOf(
  explanation: ScopeExplanation,
  finding: RobotsFinding | undefined,
  { policy, fetched }: { readonly policy: string; readonly fetched: boolean },
): readonly string[] {
  return [
    ...explanation.checks.map(check => `${`${check.name}:`.padEnd(10)} ${check.text}`),
    ...(finding === undefined ? [] : ['Robots:', ...finding.lines.map(line => `  ${line}`)]),
    ...((builtInParts.robots as readonly string[]).includes(policy)
      ? []
      : [`Policy "${policy}" of a plugin may decide otherwise.`]),
    fetched ? 'It would be fetched, if a page within the limits links to it.' : 'It would not be fetched.',
  ];
}
