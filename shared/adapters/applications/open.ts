/** The wiring of applications: each runs in its own process. */
import { fileURLToPath } from 'node:url';
import type { PublicationApplication } from '../../domain/applications/publication-application.ts';
import type { ApplicationFacts } from '../../wings/publications/applications/application-runner.ts';
import type { ApplicationLimits } from './application-messages.ts';
import { moduleDigest } from './module-files.ts';
import { type RunningApplications, runApplications } from './run-applications.ts';

export { type DeployedApplication, openDeployedApplications } from './deployed-applications.ts';
export { fileHashes } from './module-files.ts';
export { nameOwnModule } from './own-module.ts';
export type { RunningApplications } from './run-applications.ts';

export interface ApplicationModule {
  /** `file:` address. */
  readonly address: string;
  readonly applications: readonly PublicationApplication[];
}

const localLimits: ApplicationLimits = {
  ...{ pageMs: 5_000, acceptedMs: 60_000, startMs: 30_000 },
  ...{ heapMb: 256, processMb: 640 },
};

/** Facts about an application besides its code. */
function factsOf(application: PublicationApplication, digest: string): ApplicationFacts {
  const { name, columns, extract, accepted } = application;
  return {
    ...{ name, digest, hasAccepted: accepted !== undefined },
    ...(columns !== undefined && extract !== undefined && { columns: { ...columns } }),
    ...('extends' in application && { extends: application.extends }),
  };
}

/** Facts about the applications of a module file. */
export function factsIn(path: string, applications: readonly PublicationApplication[]): readonly ApplicationFacts[] {
  const digest = moduleDigest(path);
  return applications.map(application => factsOf(application, digest));
}

/** Applications of modules on this machine. Nothing is started before the first call. */
export function openLocalApplications(modules: readonly ApplicationModule[]): RunningApplications {
  const file = fileURLToPath(new URL('./application-host.ts', import.meta.url));
  const programs = modules.flatMap(({ address, applications }) =>
    factsIn(fileURLToPath(address), applications).map(facts => ({
      facts,
      program: { name: facts.name, file, args: [address, facts.name], limits: localLimits },
    })),
  );
  return runApplications(programs);
}
