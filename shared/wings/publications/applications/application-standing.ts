/** How an application does at a source, and when it is switched off there. */
import type { ApplicationAnswer, ApplicationFacts, FailureReason } from './application-runner.ts';

/** Plain data; part of what a watch remembers of a source. */
export interface ApplicationStanding {
  /** Of the code that it is about. */
  readonly digest: string;
  /** Pages that it read to the end, and records that they gave, looks without a change among them. */
  readonly pages: number;
  readonly records: number;
  /** Pages at which it failed, by reason. */
  readonly failures: Readonly<Partial<Record<FailureReason, number>>>;
  /** The count of its deaths: ten for each, one less for each page that it read. */
  readonly trouble: number;
  readonly last?: {
    readonly at: number;
    readonly address: string;
    readonly reason: FailureReason;
    readonly detail: string;
  };
  /** When it was switched off, ms since the epoch. */
  readonly offSince?: number;
}

/** A death weighs as much as ten pages that were read. */
const deathWeight = 10;
/** Five deaths in a row, or more than one in ten pages for long. */
const mostTrouble = 50;

const deaths: readonly FailureReason[] = ['time-limit', 'memory-limit', 'ended', 'not-started'];

interface ReadPage {
  readonly at: number;
  readonly address: string;
  /** Records that fit. */
  readonly records: number;
}

/** After one more page. New code begins anew. */
export function afterAnswer(
  before: ApplicationStanding | undefined,
  { digest }: Pick<ApplicationFacts, 'digest'>,
  answer: ApplicationAnswer,
  { at, address, records }: ReadPage,
): ApplicationStanding {
  const known = before?.digest === digest ? before : { digest, pages: 0, records: 0, failures: {}, trouble: 0 };
  if (answer.kind === 'passed') return known;
  if (answer.kind === 'read')
    return {
      ...known,
      pages: known.pages + 1,
      records: known.records + records,
      trouble: Math.max(0, known.trouble - 1),
    };
  const { reason, detail } = answer;
  const trouble = known.trouble + (deaths.includes(reason) ? deathWeight : 0);
  return {
    ...known,
    failures: { ...known.failures, [reason]: (known.failures[reason] ?? 0) + 1 },
    trouble,
    last: { at, address, reason, detail },
    ...(trouble >= mostTrouble && known.offSince === undefined && { offSince: at }),
  };
}

/** Whether it is off for what it did. `onSince`: when a person has last switched it on, ms since the epoch. */
export function isOff(
  standing: ApplicationStanding | undefined,
  { digest }: Pick<ApplicationFacts, 'digest'>,
  onSince = Number.NEGATIVE_INFINITY,
): boolean {
  return standing?.offSince !== undefined && standing.digest === digest && standing.offSince >= onSince;
}

/** The standing of an application that a person has switched on again. */
export function withPardon(
  standing: ApplicationStanding | undefined,
  onSince = Number.NEGATIVE_INFINITY,
): ApplicationStanding | undefined {
  if (standing?.offSince === undefined || standing.offSince >= onSince) return standing;
  const { offSince: _, ...others } = standing;
  return { ...others, trouble: 0 };
}
