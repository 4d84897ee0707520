import type { ApplicationFacts, ApplicationFailure } from '../../wings/publications/applications/application-runner.ts';
import type { ApplicationLimits } from './application-messages.ts';
import { type RunningApplications, runApplications } from './run-applications.ts';

/** An application that was deployed with a function. */
export interface DeployedApplication {
  readonly facts: ApplicationFacts;
  /** File with which the process begins. */
  readonly file: string | URL;
  /** Arguments of the process before the limits. */
  readonly args: readonly string[];
}

/**
 * A page has the same limits as on one machine. `accepted` and the start of a process have less time, because the
 * function ends soon.
 */
const limits: ApplicationLimits = { pageMs: 5_000, acceptedMs: 30_000, startMs: 10_000, heapMb: 256, processMb: 640 };
/** Time reserved for storing the results of a turn. */
const keepingMs = 15_000;

/** Environment variables for applications: without the function's credentials and the address of its work. */
const passedOn = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'NODE_EXTRA_CA_CERTS'];

const noTime: ApplicationFailure = {
  kind: 'failed',
  reason: 'no-time',
  detail: 'the invocation of the function had no time left for it',
};

/**
 * Applications in a function. They run one after the other, so the function's memory must hold one process at its
 * limit. `msLeft`: rest of the invocation. An application that cannot end within it does not run.
 */
export function openDeployedApplications(
  deployed: readonly DeployedApplication[],
  msLeft: () => number,
): RunningApplications {
  const environment = Object.fromEntries(passedOn.flatMap(name => entryOf(name)));
  const running = runApplications(
    deployed.map(({ facts, file, args }) => ({
      facts,
      program: { name: facts.name, file, args, limits, environment },
    })),
  );
  const alone = oneAtATime();
  const inTime = async <Answer>(mostMs: number, ask: () => Promise<Answer>): Promise<Answer | ApplicationFailure> =>
    await alone(async () => (msLeft() < limits.startMs + mostMs + keepingMs ? noTime : await ask()));
  return {
    ...running,
    read: async (name, page) => await inTime(limits.pageMs, async () => await running.read(name, page)),
    accepted: async (name, ...rest) =>
      await inTime(limits.acceptedMs, async () => await running.accepted(name, ...rest)),
  };
}

function entryOf(name: string): [string, string][] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}

/** Runs tasks in the order of their calls. Never throws. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async work => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return await mine;
  };
}
