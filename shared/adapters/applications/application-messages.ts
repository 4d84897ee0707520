import type { KeptRecord } from '../../domain/applications/publication-application.ts';
import type {
  AcceptedAnswer,
  ApplicationAnswer,
  SentPage,
} from '../../wings/publications/applications/application-runner.ts';

/** A call to the process of an application. */
export type ApplicationCall =
  | { readonly call: number; readonly read: SentPage }
  | {
      readonly call: number;
      readonly accepted: readonly KeptRecord[];
      readonly values: Readonly<Record<string, string>>;
    };

/** Messages from the process: that it is ready, or its answer to a call. */
export type ApplicationTold =
  | { readonly ready: true }
  | { readonly unloadable: string }
  | { readonly call: number; readonly answer: ApplicationAnswer | AcceptedAnswer };

/** Limits of an application's process. */
export interface ApplicationLimits {
  /** Longest time for a page, in milliseconds. */
  readonly pageMs: number;
  /** Longest time for a call of `accepted`. */
  readonly acceptedMs: number;
  /** Longest time from the start of the process until the module is loaded. */
  readonly startMs: number;
  /** Most memory for JavaScript objects, MB. */
  readonly heapMb: number;
  /** Most memory of the whole process, MB. */
  readonly processMb: number;
}

/** Signals a process that used too much memory: no other sender uses this signal. */
export const memorySignal = 'SIGUSR2';
