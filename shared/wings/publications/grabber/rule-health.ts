import type { GrabbedPage } from './grab-page.ts';
import type { RulesData } from './rules/rules-schema.ts';

/** Rules that a person accepted, for the pages that were fetched while they held. */
export interface RuleVersion {
  /** From 1 on. */
  readonly revision: number;
  readonly rules: RulesData;
  /** ISO 8601, UTC. */
  readonly validFrom: string;
  /** The instant from which another version holds; null of the last one. */
  readonly validUntil: string | null;
}

/** All versions of a source's rules, in order. */
export type RuleVersions = readonly RuleVersion[];

/**
 * The versions after rules were accepted at an instant (ISO 8601, UTC). The same rules again change nothing. A clock may go
 * back: an instant before the last version began counts as its beginning.
 */
export function acceptRules(versions: RuleVersions, rules: RulesData, at: string): RuleVersions {
  const last = versions.at(-1);
  if (last === undefined) return [{ revision: 1, rules, validFrom: at, validUntil: null }];
  if (last.validUntil === null && JSON.stringify(last.rules) === JSON.stringify(rules)) return versions;
  const from = at < last.validFrom ? last.validFrom : at;
  const before = last.validUntil === null ? [...versions.slice(0, -1), { ...last, validUntil: from }] : versions;
  return [...before, { revision: last.revision + 1, rules, validFrom: from, validUntil: null }];
}

/** The versions after the rules were switched off: from then on no rules hold. */
export function endRules(versions: RuleVersions, at: string): RuleVersions {
  const last = versions.at(-1);
  if (last === undefined || last.validUntil !== null) return versions;
  return [...versions.slice(0, -1), { ...last, validUntil: at < last.validFrom ? last.validFrom : at }];
}

/** The version that held at an instant, so that old pages are read by the rules of their time. */
export function versionAt(versions: RuleVersions, at: string): RuleVersion | undefined {
  return versions.findLast(({ validFrom, validUntil }) => validFrom <= at && (validUntil === null || at < validUntil));
}

/** How well a version of rules does on new pages. A plain value that can be stored as JSON. */
export interface RuleHealth {
  readonly revision: number;
  /** New articles seen under this version, and those whose text a rule gave. */
  readonly tried: number;
  readonly matched: number;
  /** The last ones, the oldest first: whether a rule gave the text. */
  readonly recent: readonly boolean[];
}

/** Rules that hardly fit any more: the source was redesigned, or the rules are not for all of it. */
export type RuleAlarm = Omit<RuleHealth, 'recent'>;

/** The pages by which rules are judged, how many are enough, and the share that must be matched. */
const watched = { most: 50, least: 10, share: 0.9 };

/** A new page's word on rules: undefined if neither they nor the automatic extractor took it for an article. */
export function matchOf({ method, article }: Pick<GrabbedPage, 'method' | 'article'>): boolean | undefined {
  if (method === 'grabber') return true;
  return article ? false : undefined;
}

/** The health after one more new page. Another version begins anew. */
export function noteMatch(health: RuleHealth | undefined, revision: number, isMatch: boolean): RuleHealth {
  const before = health?.revision === revision ? health : { tried: 0, matched: 0, recent: [] };
  return {
    revision,
    tried: before.tried + 1,
    matched: before.matched + (isMatch ? 1 : 0),
    recent: [...before.recent, isMatch].slice(-watched.most),
  };
}

/** The alarm that matches on fewer than 90 % of the last pages raise; undefined while all is well, or few pages were seen. */
export function alarmOf({ revision, recent }: RuleHealth): RuleAlarm | undefined {
  const matched = recent.filter(each => each).length;
  if (recent.length < watched.least || matched >= watched.share * recent.length) return undefined;
  return { revision, matched, tried: recent.length };
}

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
