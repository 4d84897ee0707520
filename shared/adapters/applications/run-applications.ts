import type { ApplicationFacts, ApplicationRunner } from '../../wings/publications/applications/application-runner.ts';
import { ApplicationProcess, type ApplicationProgram } from './application-process.ts';

export interface RunningApplications extends ApplicationRunner {
  /** Ends the processes. */
  close(): void;
}

/** An application, and how its process is started. */
export interface RunnableApplication {
  readonly facts: ApplicationFacts;
  readonly program: ApplicationProgram;
}

/** Nothing is started before the first call. */
export function runApplications(applications: readonly RunnableApplication[]): RunningApplications {
  const processes = new Map(applications.map(({ program }) => [program.name, new ApplicationProcess(program)]));
  const limits = new Map(applications.map(({ program }) => [program.name, program.limits]));
  return {
    known: applications.map(({ facts }) => facts),
    read: async (name, page) => await processes.get(name)!.ask({ read: page }, limits.get(name)!.pageMs),
    accepted: async (name, records, values) =>
      await processes.get(name)!.ask({ accepted: records, values }, limits.get(name)!.acceptedMs),
    close: () => {
      for (const each of processes.values()) each.close();
    },
  };
}
