import type {
  ApplicationPage,
  BaseApplication,
  Columns,
  KeptRecord,
  PublicationChange,
} from '../../../domain/applications/publication-application.ts';
import type { StoredRow } from './checked-records.ts';

/** The facts about an application that are known without its code. */
export interface ApplicationFacts {
  readonly name: string;
  /** Of its module's files: 16 hexadecimal digits of a SHA-256. */
  readonly digest: string;
  /** Absent if it keeps no records. */
  readonly columns?: Columns;
  readonly extends?: BaseApplication;
  readonly hasAccepted: boolean;
}

/** The page as it is sent to the place where applications run. */
export type SentPage = Omit<ApplicationPage, 'tree' | 'xpath'>;

/**
 * `threw`: the page alone is to blame. `bad-records`: what it gave does not fit its columns. By the others its process has
 * ended: it took too long, used too much memory, ended itself or did not start. `no-time`: it was not asked, for the function that asks it had to end.
 */
export type FailureReason =
  | ('threw' | 'bad-records' | 'no-time')
  | ('time-limit' | 'memory-limit' | 'ended' | 'not-started');

export interface ApplicationFailure {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** One line. */
  readonly detail: string;
}

export type ApplicationAnswer =
  /** Of an application that extends another and gives a publication there is a `change`, which may be empty. */
  | { readonly kind: 'read'; readonly rows: readonly StoredRow[]; readonly change?: PublicationChange | null }
  /** It does not read this page. */
  | { readonly kind: 'passed' }
  | ApplicationFailure;

export type AcceptedAnswer =
  /** `values`: what the call has set; null removes a key. */
  { readonly kind: 'taken'; readonly values: Readonly<Record<string, string | null>> } | ApplicationFailure;

/** Runs applications where they can harm nobody, one call at a time of each. Throws nothing of theirs. */
export interface ApplicationRunner {
  /** In the order of their modules. */
  readonly known: readonly ApplicationFacts[];
  read(name: string, page: SentPage): Promise<ApplicationAnswer>;
  accepted(
    name: string,
    records: readonly KeptRecord[],
    values: Readonly<Record<string, string>>,
  ): Promise<AcceptedAnswer>;
}

/** Without applications of the user's. */
export const noRunner: ApplicationRunner = {
  known: [],
  read: async () => ({ kind: 'passed' }),
  accepted: async () => ({ kind: 'taken', values: {} }),
};
