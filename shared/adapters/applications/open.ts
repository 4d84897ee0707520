/** The wiring of applications: each runs in a process of its own. */
import { fileURLToPath } from 'node:url';
import type { PublicationApplication } from '../../domain/applications/publication-application.ts';
import type { ApplicationFacts, ApplicationRunner } from '../../wings/publications/applications/application-runner.ts';
import type { ApplicationLimits } from './application-messages.ts';
import { ApplicationProcess } from './application-process.ts';
import { moduleDigest } from './module-files.ts';

export { fileHashes } from './module-files.ts';
export { nameOwnModule } from './own-module.ts';

export interface ApplicationModule {
  /** `file:` address. */
  readonly address: string;
  readonly applications: readonly PublicationApplication[];
}

export interface RunningApplications extends ApplicationRunner {
  /** Ends the processes. */
  close(): void;
}

const localLimits: ApplicationLimits = {
  ...{ pageMs: 5_000, acceptedMs: 60_000, startMs: 30_000 },
  ...{ heapMb: 256, processMb: 640 },
};

/** What is known of an application beside its code. */
function factsOf(application: PublicationApplication, digest: string): ApplicationFacts {
  const { name, columns, extract, accepted } = application;
  return {
    ...{ name, digest, hasAccepted: accepted !== undefined },
    ...(columns === undefined || extract === undefined ? {} : { columns: { ...columns } }),
    ...('extends' in application ? { extends: application.extends } : {}),
  };
}

/** Applications of modules on this machine. Nothing is started before the first call. */
export function openLocalApplications(modules: readonly ApplicationModule[]): RunningApplications {
  const file = fileURLToPath(new URL('./application-host.ts', import.meta.url));
  const programs = modules.flatMap(({ address, applications }) => {
    const digest = moduleDigest(fileURLToPath(address));
    return applications.map(application => ({
      facts: factsOf(application, digest),
      program: { name: application.name, file, args: [address, application.name], limits: localLimits },
    }));
  });
  return runApplications(programs);
}

interface Program {
  readonly facts: ApplicationFacts;
  readonly program: ConstructorParameters<typeof ApplicationProcess>[0];
}

function runApplications(programs: readonly Program[]): RunningApplications {
  const processes = new Map(programs.map(({ program }) => [program.name, new ApplicationProcess(program)]));
  const limits = new Map(programs.map(({ program }) => [program.name, program.limits]));
  return {
    known: programs.map(({ facts }) => facts),
    read: async (name, page) => await processes.get(name)!.ask({ read: page }, limits.get(name)!.pageMs),
    accepted: async (name, records, values) =>
      await processes.get(name)!.ask({ accepted: records, values }, limits.get(name)!.acceptedMs),
    close: () => {
      for (const each of processes.values()) each.close();
    },
  };
}
