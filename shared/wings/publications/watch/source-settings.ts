import { allowance, BadInput, refusedValue } from '../../../domain/refusal/refusal.ts';
import { remember } from '../../../domain/remember.ts';
import { type RenderMode, renderModes } from '../../../domain/spec/crawl-spec.ts';
import { type RuleVersion, type RuleVersions, versionAt } from '../grabber/rule-health.ts';
import { type GrabberRules, readRules } from '../grabber/rules/read-rules.ts';

/** The settings that a person has made for a source. Plain data with a version. */
export interface SourceSettings {
  readonly version: 1;
  readonly rules?: RuleVersions;
  /** Names of the applications that are on, in their order; absent: those of the watch. */
  readonly applications?: readonly string[];
  /** By the name of an application: when a person has last switched it on, ms since the epoch. */
  readonly applicationsOn?: Readonly<Record<string, number>>;
  /** Whether old publications are read; absent: as the watch says. */
  readonly archive?: boolean;
  /** Kinds of sources in the user's words; absent: those of the list of sites. */
  readonly tags?: readonly string[];
  /** Zone of pages that name none; absent: as the watch says. */
  readonly timeZone?: string;
  /** How pages are loaded; absent: as the watch says. The fetch step reads it. */
  readonly render?: RenderMode;
  /** Why `render` is set, where the samples of the finding decided it; absent: a person did. */
  readonly renderFound?: RenderFound;
  /** Seconds between two looks by the identity of the entry, where a person has changed them; 0: they are learnt. */
  readonly intervals?: Readonly<Record<string, number>>;
}

/**
 * The decision of samples that pages need a browser: `drawn`, a browser has shown it; `unseen`, no browser was there; `list`, nor was any
 * list, feed or sitemap, and the start page has scripts.
 */
export interface RenderFound {
  /** Ms since the epoch. */
  readonly at: number;
  readonly why: 'drawn' | 'unseen' | 'list';
  /** Articles, or start pages, that were empty as they were sent. */
  readonly pages: number;
}

/** How pages of a source are loaded, as a person writes it. Throws `BadInput`. */
export function readRender(given: unknown, field: string): RenderMode | undefined {
  if (given === undefined) return undefined;
  const mode = renderModes.find(each => each === given);
  if (mode === undefined) throw new BadInput([refusedValue(field, given, allowance('one-of', { names: renderModes }))]);
  return mode;
}

/** The seconds between two looks that are fixed; undefined: they are learnt. `fixedS`: as the entry was made. */
export function fixedInterval(
  { intervals = {} }: SourceSettings,
  identity: string,
  fixedS: number | undefined,
): number | undefined {
  const changed = Object.hasOwn(intervals, identity) ? intervals[identity] : fixedS;
  return changed === 0 ? undefined : changed;
}

export function readSettings(stored: string | undefined): SourceSettings {
  return stored === undefined ? { version: 1 } : (JSON.parse(stored) as SourceSettings);
}

/** Rules that held at an instant. */
export interface HeldRules {
  readonly revision: number;
  readonly rules: GrabberRules;
}

const parsed = new Map<string, GrabberRules>();
const mostParsed = 200;

/** The rules of a source that held at an instant (ms since the epoch). */
export function rulesAt({ rules = [] }: SourceSettings, at: number): HeldRules | undefined {
  const version = versionAt(rules, new Date(at).toISOString());
  return version && { revision: version.revision, rules: parsedRules(version) };
}

/** Expressions are read once for all turns. */
function parsedRules({ rules }: RuleVersion): GrabberRules {
  const key = JSON.stringify(rules);
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const read = readRules(rules, () => 'rules');
  remember(parsed, key, read, mostParsed);
  return read;
}
