/**
 * Picks the next pages of a site in the order that is learnt (docs/design/budgets.md, "Which page is next"). A pick is written as a
 * chunk before its pages are requested, and only while no page of the site is under way. Segments and rewards of earlier turns, in
 * turn order, decide the pick, so any worker makes the same pick.
 */

import { linkFeatures, pageFeatures } from '../../../domain/html/link-features.ts';
import { unlessLost } from '../../../domain/lost-object.ts';
import { NumberList } from '../../../domain/number-list.ts';
import { isBudgetPage } from '../../../domain/protocol/classify-answer.ts';
import * as State from '../../../domain/protocol/crawl-state.ts';
import { remember } from '../../../domain/remember.ts';
import { sideBySide } from '../../../domain/side-by-side.ts';
import { decodeSegment, type Segment, type SegmentPage, segmentName } from '../../../domain/turn/segment.ts';
import { wordHash } from '../../../domain/word-hash.ts';
import type { ClaimedUrls, Frontier, ObjectStore } from '../../../ports/ports.ts';
import { type PagePicks, pickRound } from '../../../steps/fetch/page-picks.ts';
import type { ScheduleStore } from '../schedule/schedule-store.ts';
import { mostAtOnce, PageOrder } from './page-order.ts';

export interface PicksPorts {
  readonly store: Pick<Frontier, 'readChunks'> & Pick<ClaimedUrls, 'readLevels'> & Pick<ScheduleStore, 'readRewards'>;
  readonly frontier: Pick<Frontier, 'putChunk'>;
  readonly objects: Pick<ObjectStore, 'get'>;
}

/** Sites whose order is in memory: some 40 KB each and 60 bytes for each page that is known. */
const mostSites = 256;
const chunkRows = 500;
const entriesAtOnce = 50;
const partsOfPlace = 4;

export function learntPicks(ports: PicksPorts): PagePicks {
  const orders = new Map<string, SiteOrder>();
  return {
    next: async (row, most) => {
      const key = `${row.crawl} ${row.site} ${row.maxLevel}`;
      // A call that fails leaves no half-read state.
      const order = orders.get(key) ?? new SiteOrder(ports, row);
      orders.delete(key);
      const pick = await order.next(row, most);
      remember(orders, key, order, mostSites);
      return pick;
    },
  };
}

/** A page that was requested, and the length of the path that was found to it. */
interface Fetched {
  readonly page: number;
  readonly level: number;
}

/** Rewards of the pages of the budget from the page `from` on. */
interface Rewards {
  readonly from: number;
  readonly read: readonly number[];
}

interface Chosen {
  readonly pages: readonly number[];
  /** Of the same pages. */
  readonly entries: readonly State.ChunkEntry[];
}

class SiteOrder {
  private readonly order = new PageOrder();
  private readonly fetched = new Map<string, Fetched>();
  /** By the address that a redirect leads to: the page that redirects. */
  private readonly redirects = new Map<string, Fetched>();
  /** By page: level, turn and offset of its entry, and the hash of its identity. */
  private readonly places = new NumberList(1 << 6);
  /** The last turn that is known, the pages of the budget until then, and the level of the last pick. */
  private turn = 0;
  private pages = 0;
  private level = 0;
  /** A lost segment hides whose the later rewards are. */
  private isLost = false;
  private readonly ports: PicksPorts;
  private readonly maxLevel: number;

  constructor(ports: PicksPorts, { maxLevel }: State.SiteRow) {
    this.ports = ports;
    this.maxLevel = maxLevel;
  }

  /** Writes the pick of the next level; false if no page is left. With `most` 0 it writes nothing. */
  async next(row: State.SiteRow, most: number): Promise<boolean> {
    await this.follow(row);
    const level = row.phase.level + 1;
    while (this.level < row.phase.level) await this.takeStored(row, this.level + 1);
    if (most === 0 || this.order.openCount === 0) return this.order.openCount > 0;
    const { entries, pages } = await this.chosen(row, Math.min(most, this.order.atOnce));
    if (entries.length === 0) return false;
    this.take(entries, pages);
    this.level = level;
    await this.ports.frontier.putChunk(row.crawl, row.site, { level, round: pickRound }, 0, entries);
    return true;
  }

  /** The next pages. Those to which a redirect has led meanwhile take no part, whenever a worker meets them. */
  private async chosen(row: State.SiteRow, most: number): Promise<Chosen> {
    for (;;) {
      const picks = this.order.choose(most);
      const pages = picks.map(({ page }) => page);
      const found = await this.entriesOf(row, pages);
      const entries = found.map((entry, index): State.ChunkEntry => {
        const { page: _, ...pick } = picks[index]!;
        return { ...entry, pick };
      });
      const identities = entries.map(({ identity }) => identity);
      const levels = await this.ports.store.readLevels(row.crawl, row.site, identities);
      const fallen = pages.filter((page, index) => {
        const found = this.partOf(page, 0);
        return (levels[index]?.level ?? found) < found;
      });
      if (fallen.length === 0) return { pages, entries };
      this.order.drop(fallen);
    }
  }

  private take(entries: readonly State.ChunkEntry[], pages: readonly number[]): void {
    for (const [index, { identity, foundOn }] of entries.entries())
      this.fetched.set(identity, { page: pages[index]!, level: this.levelBelow(foundOn) });
    this.order.take(pages);
  }

  /** Learns from all turns of the site. */
  private async follow(row: State.SiteRow): Promise<void> {
    const { store } = this.ports;
    if (this.turn === row.turn) return;
    const rewards = { from: this.pages, read: await store.readRewards(row.crawl, row.site, this.pages) };
    for (let turn = this.turn + 1; turn <= row.turn; turn += 1) {
      const segment = await this.segmentOf(row, turn);
      if (segment === undefined) this.isLost = true;
      else await this.addTurn(row, segment, rewards);
      this.turn = turn;
    }
  }

  private async segmentOf({ site }: State.SiteRow, turn: number): Promise<Segment | undefined> {
    const { objects } = this.ports;
    return await unlessLost(async () => decodeSegment(await objects.get(segmentName(site, turn))), undefined);
  }

  private async addTurn(row: State.SiteRow, segment: Segment, rewards: Rewards): Promise<void> {
    const { turn, phase, pages } = segment;
    while (this.level < phase.level) await this.takeStored(row, this.level + 1);
    for (const page of pages) this.learn(page, rewards);
    const features = new Map(segment.targets.map((target, index) => [target, segment.features?.[index]]));
    const found = { level: phase.level + 1, round: 0 };
    for (let offset = 0; ; ) {
      const read = await this.ports.store.readChunks(row.crawl, row.site, found, { turn, offset }, chunkRows);
      const own = read.filter(({ cursor }) => cursor.turn === turn);
      for (const { entry, cursor } of own) this.add(entry, features.get(entry.identity), found, cursor);
      if (own.length < chunkRows) return;
      offset = own.at(-1)!.cursor.offset + 1;
    }
  }

  private learn(seen: SegmentPage, { from, read }: Rewards): void {
    const { outcome } = seen;
    const known = this.knownOf(seen);
    // The target of a redirect is known by what was known of the address that redirects.
    if (outcome.kind === 'redirect') this.redirects.set(outcome.target, known);
    if (!isBudgetPage(outcome)) return;
    const reward = read[this.pages - from] ?? 0;
    this.pages += 1;
    if (!this.isLost) this.order.learn(known.page, reward);
  }

  /** The start page, which no pick has taken, is new here. */
  private knownOf({ identity, address, foundOn }: SegmentPage): Fetched {
    const known = this.fetched.get(identity) ??
      this.redirects.get(address) ?? {
        page: this.order.add([], false),
        level: foundOn === '' ? 0 : this.levelBelow(foundOn),
      };
    this.redirects.delete(address);
    this.fetched.set(identity, known);
    return known;
  }

  private add(
    entry: State.ChunkEntry,
    features: readonly number[] | undefined,
    { level }: State.Phase,
    { turn, offset }: State.Cursor,
  ): void {
    const { identity: target, foundOn: parent } = entry;
    const known = features ?? linkFeatures({ anchor: '', place: '', target }, pageFeatures(parent, 0));
    const page = this.order.add(known, this.levelBelow(parent) <= this.maxLevel);
    for (const [part, value] of [level, turn, offset, wordHash(target)].entries())
      this.places.set(partsOfPlace * page + part, value);
  }

  private levelBelow(parent: string): number {
    return (this.fetched.get(parent)?.level ?? 0) + 1;
  }

  private async entriesOf({ crawl, site }: State.SiteRow, pages: readonly number[]): Promise<State.ChunkEntry[]> {
    return await sideBySide(pages, entriesAtOnce, async page => {
      const found = { level: this.partOf(page, 0), round: 0 };
      const [read] = await this.ports.store.readChunks(crawl, site, found, this.cursorOf(page), 1);
      if (read === undefined) throw new Error(`the entry of page ${page} of site ${site} is not there`);
      return read.entry;
    });
  }

  private partOf(page: number, part: number): number {
    return this.places.at(partsOfPlace * page + part);
  }

  private cursorOf(page: number): State.Cursor {
    return { turn: this.partOf(page, 1), offset: this.partOf(page, 2) };
  }

  /** Follows a pick that is stored. */
  private async takeStored(row: State.SiteRow, level: number): Promise<void> {
    const phase = { level, round: pickRound };
    const stored = await this.ports.store.readChunks(row.crawl, row.site, phase, State.firstCursor, mostAtOnce);
    const identities = new Set(stored.map(({ entry }) => entry.identity));
    const hashes = new Set([...identities].map(wordHash));
    const alike = [...this.order.openPages().filter(page => hashes.has(this.partOf(page, 3)))];
    const found = await this.entriesOf(row, alike);
    const isPicked = ({ identity }: State.ChunkEntry): boolean => identities.has(identity);
    this.take(
      found.filter(isPicked),
      alike.filter((_, index) => isPicked(found[index]!)),
    );
    this.level = level;
  }
}
