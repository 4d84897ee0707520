import { alarmOf, noteMatch, type RuleHealth } from './rule-health.ts';

/** How the rules of a source do. Plain data. */
export interface RuleStanding {
  readonly health: RuleHealth;
  /** When the alarm was raised that is on, ms since the epoch; absent: there is none. */
  readonly alarmSince?: number;
}

/** After one more new page, whose text a rule gave or did not give. */
export function afterPage(
  before: RuleStanding | undefined,
  { revision, isMatch, at }: { readonly revision: number; readonly isMatch: boolean; readonly at: number },
): RuleStanding {
  const health = noteMatch(before?.health, revision, isMatch);
  if (alarmOf(health) === undefined) return { health };
  const since = before?.health.revision === revision ? before.alarmSince : undefined;
  return { health, alarmSince: since ?? at };
}

/** The status of the rules of a source, for people. */
export interface RuleStatus extends Omit<RuleHealth, 'recent'> {
  /** ISO 8601, UTC. */
  readonly validFrom: string;
  /** Fewer than 90 % of the last pages had their text from a rule: the source was redesigned. The automatic extractor reads the others. */
  readonly alarm?: {
    /** Ms since the epoch. */
    readonly since: number;
    /** Of the last pages, at most 50. */
    readonly tried: number;
    readonly matched: number;
  };
}

export function ruleStatus(
  { revision, validFrom }: Pick<RuleStatus, 'revision' | 'validFrom'>,
  standing: RuleStanding | undefined,
): RuleStatus {
  const isOfVersion = standing?.health.revision === revision;
  const { tried, matched } = isOfVersion ? standing.health : { tried: 0, matched: 0 };
  const alarm = isOfVersion ? alarmOf(standing.health) : undefined;
  return {
    ...{ revision, validFrom, tried, matched },
    ...(alarm === undefined || standing?.alarmSince === undefined
      ? {}
      : { alarm: { since: standing.alarmSince, tried: alarm.tried, matched: alarm.matched } }),
  };
}
