/**
 * Splits a schedule into items, so that a decision writes only its changes. The head is one small item. A small
 * schedule holds its sites itself. A larger schedule keeps its sites in groups by number; each group is an item with
 * the version that wrote it. Groups that belong together carry the name of their generation.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Schedule, ScheduledSite } from '../../../wings/sets/schedule/schedule.ts';

/** Numbers of a group: what `adaptive` remembers of so many sites fits into one write unit. */
const numbersPerGroup = 6;
/** Most sites in the head, which cost no more than a head and two groups. */
const mostInHead = 12;
/** Most groups that the head lists: enough for a process that reads it now and then. */
const mostTold = 48;

/** Place of the sites that are not in the head. */
export interface Grouped {
  readonly generation: string;
  /** Number of groups. */
  readonly count: number;
  /** Groups that were written after version `since`, with their last version, the newest first. */
  readonly told: readonly (readonly [group: number, version: number])[];
  readonly since: number;
}

export interface Group {
  /** The version that wrote it. */
  readonly version: number;
  readonly sites: readonly ScheduledSite[];
}

/** By number. */
export type Groups = ReadonlyMap<number, Group>;

export function fitsHead({ sites }: Schedule): boolean {
  return sites.length <= mostInHead;
}

/** The sites as groups of a version; a group that equals the one in `before` keeps its version. */
export function groupsOf(sites: readonly ScheduledSite[], version: number, before: Groups): Groups {
  const byGroup = Map.groupBy(sites, ({ site }) => Math.floor(site / numbersPerGroup));
  const entries = [...byGroup].map(([number, now]): [number, Group] => {
    const known = before.get(number);
    return [number, known !== undefined && areSame(known.sites, now) ? known : { version, sites: now }];
  });
  return new Map(entries);
}

function areSame(before: readonly ScheduledSite[], now: readonly ScheduledSite[]): boolean {
  return (
    before.length === now.length &&
    before.every((site, index) => site === now[index] || JSON.stringify(site) === JSON.stringify(now[index]))
  );
}

export function sitesOf(groups: Groups): ScheduledSite[] {
  return [...groups.values()].flatMap(({ sites }) => sites).sort((a, b) => a.site - b.site);
}

/** Adds the groups that `version` writes to the list. `since` moves when old ones drop out of the list. */
export function tell({ generation, told, since }: Grouped, groups: Groups, version: number): Grouped {
  const written = [...groups].filter(([, group]) => group.version === version);
  const older = told.filter(([number]) => groups.get(number)?.version !== version);
  const all = [...written.map(([number]): [number, number] => [number, version]), ...older];
  const dropped = all[mostTold]?.[1] ?? 0;
  return { generation, count: groups.size, told: all.slice(0, mostTold), since: Math.max(since, dropped) };
}

/**
 * Groups that a process must read if it knows all groups at `version` or later; undefined if the list does not say, or
 * if reading all is cheaper. A single group costs a read unit, four in a row cost one together.
 */
export function groupsSince({ told, since, count }: Grouped, version: number): readonly number[] | undefined {
  const newer = told.filter(each => each[1] > version);
  return version < since || newer.length > count / 4 ? undefined : newer.map(([group]) => group);
}

export function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value));
}

/** Reverses `pack`. */
export function unpack<Packed>(bytes: unknown): Packed {
  return JSON.parse(inflateRawSync(bytes as Uint8Array).toString('utf8')) as Packed;
}
