import type { KeptRecord } from '../../domain/applications/publication-application.ts';
import type {
  AcceptedAnswer,
  ApplicationAnswer,
  SentPage,
} from '../../wings/publications/applications/application-runner.ts';

/** What a process of an application is asked. */
export type ApplicationCall =
  | { readonly call: number; readonly read: SentPage }
  | {
      readonly call: number;
      readonly accepted: readonly KeptRecord[];
      readonly values: Readonly<Record<string, string>>;
    };

/** Messages of the process: that it is ready, or its answer to a call. */
export type ApplicationTold =
  | { readonly ready: true }
  | { readonly unloadable: string }
  | { readonly call: number; readonly answer: ApplicationAnswer | AcceptedAnswer };

/** How a process of an application is bounded. */
export interface ApplicationLimits {
  /** A page, milliseconds of the clock. */
  readonly pageMs: number;
  /** A call of `accepted`. */
  readonly acceptedMs: number;
  /** From the start of the process until its module is there. */
  readonly startMs: number;
  /** Objects of JavaScript, MB. */
  readonly heapMb: number;
  /** The whole process, MB. */
  readonly processMb: number;
}

/** Lets a process know that its memory was the reason: nobody else sends it. */
export const memorySignal = 'SIGUSR2';
