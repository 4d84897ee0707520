/**
 * The plugins that the stack was deployed with (`cdk deploy -c plugins=…`). A spec names their parts; without a name
 * none is used. `infra/plugin-entries.ts` writes the module that runs before a function: it calls
 * `deployWith`.
 */
import {
  type DeployedApplication,
  openDeployedApplications,
  type RunningApplications,
} from '../../shared/adapters/applications/open.ts';
import { hasAwsBrowser } from '../../shared/adapters/aws/open.ts';
import type { FinishCondition } from '../../shared/domain/protocol/finish.ts';
import { BadInput } from '../../shared/domain/refusal/refusal.ts';
import { robotsPolicyNamed } from '../../shared/domain/robots/robots-policy.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { type Deployed, partFaults } from '../../shared/domain/spec/resolve/part-faults.ts';
import { createFetchRules, type FetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import { type PageAnalyzer, pageTypesOf } from '../../shared/domain/turn/page-analyzer.ts';
import { guardedAnalyzer, guardedCondition, guardedPolicy, guardedWriter } from '../../shared/plugins/guarded-parts.ts';
import { namedParts, type PluginModule } from '../../shared/plugins/named-parts.ts';
import type { ResultWriter } from '../../shared/wings/graph/formats/result-writer.ts';

export interface DeployedParts {
  /** Names of all deployed parts. */
  readonly names: Omit<Deployed, 'rendering'>;
  /**
   * The parts that this function needs. The one that fetches needs no code of analyzers, so it has their names and media
   * types alone.
   */
  readonly parts: PluginModule;
  /** Of the function that reads pages: the code of each is in a bundle beside the function's own. */
  readonly applications?: readonly DeployedApplication[];
}

let deployed: DeployedParts = { names: { robots: [], finish: [], writers: [], analyzers: [] }, parts: {} };

let running: RunningApplications | undefined;

/** Called once, before the function's first event. */
export function deployWith(parts: DeployedParts): void {
  if (parts.applications !== deployed.applications) {
    running?.close();
    running = undefined;
  }
  deployed = parts;
}

export function deployedNames(): Deployed {
  return { ...deployed.names, rendering: hasAwsBrowser() };
}

export function fetchRulesOf(spec: ResolvedSpec): FetchRules {
  demandDeployed(spec);
  const { robots = [], analyzers = [] } = deployed.parts;
  const pageTypes = pageTypesOf(namedParts('analyzers', spec.analyzers, analyzers));
  return createFetchRules(spec, robotsPolicyNamed(spec.robots, robots.map(guardedPolicy)), pageTypes);
}

export function hasApplications(): boolean {
  return (deployed.applications ?? []).length > 0;
}

/** The applications of this process: it has them until its end. `msLeft`: of the invocation. */
export function runningApplications(msLeft: () => number): RunningApplications {
  running ??= openDeployedApplications(deployed.applications ?? [], msLeft);
  return running;
}

export function analyzersOf(spec: ResolvedSpec): readonly PageAnalyzer[] {
  demandDeployed(spec);
  return namedParts('analyzers', spec.analyzers, deployed.parts.analyzers ?? []).map(guardedAnalyzer);
}

export function conditionsOf(spec: ResolvedSpec): readonly FinishCondition[] {
  demandDeployed(spec);
  return namedParts('finish', spec.finish, deployed.parts.finish ?? []).map(guardedCondition);
}

export function pluginWritersOf(spec: ResolvedSpec): readonly ResultWriter[] {
  demandDeployed(spec);
  return namedParts('writers', spec.writers, deployed.parts.writers ?? []).map(guardedWriter);
}

/** Throws `BadInput` where the stack was deployed without a part of a crawl that an earlier deployment began. */
export function demandDeployed(spec: ResolvedSpec): void {
  const faults = partFaults(spec, key => key, deployedNames());
  if (faults.length > 0) throw new BadInput(faults);
}
