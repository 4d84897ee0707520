import type { ApplicationStanding } from '../applications/application-standing.ts';
import type { Counts } from '../counts.ts';
import type { HostTemplate } from '../extraction/text/host-template.ts';
import type { RuleStanding } from '../grabber/rule-health.ts';
import type { Arrivals } from '../looks/arrivals.ts';
import type { SeenTexts } from '../looks/shared-texts.ts';
import type { ItemHint } from '../store/item-hint.ts';
import type { ClockMemory } from './source-clock.ts';

/** An address that gave no publication at its first look. Instants are epoch ms. */
export interface FailedAddress {
  readonly address: string;
  /** The entry that named it. */
  readonly foundOn: string;
  /** Why the last look failed: a reason as in `skipped`. */
  readonly why: string;
  readonly first: number;
  readonly last: number;
  /** Looks so far. */
  readonly tries: number;
  /** The next look; absent: the watch gave the address up, or no entry names the address any more. */
  readonly due?: number;
}

/** The memory of a watch for a source between its turns. Plain data with a version. */
export interface SourceMemory extends ClockMemory {
  readonly version: 1;
  readonly template?: HostTemplate;
  /** Publications that were read from pages that a browser had loaded. */
  readonly rendered?: number;
  /** When the first of them was read, epoch ms; absent also in a memory of an earlier version. */
  readonly renderedSince?: number;
  /** Times of publication that were in the future when they were read. */
  readonly future?: number;
  readonly arrivals?: Arrivals;
  /** How its rules do. */
  readonly rules?: RuleStanding;
  /** How the user's applications do at it, by name. */
  readonly applications?: Readonly<Record<string, ApplicationStanding>>;
  /** Further parts of lists and calendars that were named so far. */
  readonly archives?: number;
  /** Addresses that were requested, or would have been, and gave no publication, by reason. */
  readonly skipped?: Counts;
  /** By identity: addresses that failed at their first look. */
  readonly failed?: Readonly<Record<string, FailedAddress>>;
  /** Texts of the source that were seen last. */
  readonly texts?: SeenTexts;
  /** Addresses that further parts of lists and calendars name and that are none of publications, by kind. */
  readonly left?: Counts;
  /** Places in which addresses of further parts of its lists count. */
  readonly parts?: readonly string[];
  /** Hashes of the publications that the latest parts named which scripts request. */
  readonly lists?: readonly string[];
  /** Addresses of publications, the latest last: from them the rules learn what publications look like. */
  readonly known: readonly string[];
  /** By identity: of addresses whose pages are still to be fetched. */
  readonly hints: Readonly<Record<string, ItemHint>>;
}

const newMemory: SourceMemory = { version: 1, known: [], hints: {} };

const mostKnown = 400;
const mostHints = 500;
const mostFailed = 500;

export function readMemory(stored: string | undefined): SourceMemory {
  return stored === undefined ? newMemory : (JSON.parse(stored) as SourceMemory);
}

/** With what became of addresses in a turn; undefined: they are publications now. The oldest go first. */
export function withFailed(
  failed: SourceMemory['failed'] = {},
  changed: ReadonlyMap<string, FailedAddress | undefined>,
): NonNullable<SourceMemory['failed']> {
  const all = new Map<string, FailedAddress | undefined>(Object.entries(failed));
  for (const [identity, now] of changed) all.set(identity, now);
  const left = [...all].filter((entry): entry is [string, FailedAddress] => entry[1] !== undefined);
  return Object.fromEntries(left.slice(-mostFailed));
}

/** The number of addresses that are tried again. */
export function triedAgain(failed: readonly FailedAddress[]): number {
  return failed.filter(({ due }) => due !== undefined).length;
}

/** With further addresses of publications. */
export function withKnown(known: readonly string[], further: readonly string[]): readonly string[] {
  return [...new Set([...known, ...further])].slice(-mostKnown);
}

/** With further hints and without those of pages that were read. The oldest go first. */
export function withHints(
  hints: SourceMemory['hints'],
  further: ReadonlyMap<string, ItemHint>,
  read: readonly string[],
): SourceMemory['hints'] {
  const gone = new Set(read);
  const all = [...Object.entries(hints), ...further].filter(([identity]) => !gone.has(identity));
  return Object.fromEntries(all.slice(-mostHints));
}
