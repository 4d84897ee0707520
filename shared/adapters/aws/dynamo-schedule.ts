/**
 * The decisions that share a page budget. A schedule is one item, deflated; one that is too large for an item is cut into
 * pieces, which are named by their hash and stand before the item that names them. Rewards are an item per turn, choices
 * an item per write; their keys say where what they hold ends, so whatever stands behind a page or a step is found without
 * reading what is before it.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Choice, Schedule } from '../../domain/schedule/schedule.ts';
import type { ParseCommit, ScheduleStore } from '../../ports.ts';
import { type DynamoCalls, inParallel } from './dynamo-calls.ts';
import { choicesKey, type DynamoTables, rewardsKey, scheduleKey } from './dynamo-tables.ts';
import type { Row } from './dynamo-values.ts';
import type { Part } from './dynamo-write.ts';

/** An item holds 400 KB. */
const pieceBytes = 300_000;

export class DynamoSchedule {
  private readonly calls: DynamoCalls;
  private readonly tables: DynamoTables;

  constructor(calls: DynamoCalls, tables: DynamoTables) {
    this.calls = calls;
    this.tables = tables;
  }

  async read(crawl: string): ReturnType<ScheduleStore['readSchedule']> {
    const row = await this.calls.read(this.tables.crawls, scheduleKey(crawl));
    if (row === undefined) return undefined;
    const schedule = JSON.parse(inflateRawSync(await this.bytesOf(crawl, row)).toString('utf8')) as Schedule;
    return { version: Number(row['version']), schedule };
  }

  private async bytesOf(crawl: string, row: Row): Promise<Uint8Array> {
    if (row['bytes'] !== undefined) return row['bytes'] as Uint8Array;
    const [hash, of] = [String(row['hash']), Number(row['of'])];
    const keys = Array.from({ length: of }, (_, piece) => scheduleKey(crawl, { hash, piece }));
    const pieces = await this.calls.readAll(this.tables.crawls, keys, true);
    return Buffer.concat(
      pieces.map((piece, index) => {
        if (piece === undefined) throw new Error(`piece ${index} of the schedule ${hash} of crawl ${crawl} is missing`);
        return piece['bytes'] as Uint8Array;
      }),
    );
  }

  /** The choices of one write are one item, which stands in the same transaction. */
  async write(
    crawl: string,
    from: number,
    schedule: Schedule,
    choices: readonly Choice[],
    ttl: number,
  ): Promise<boolean> {
    const head: Part = {
      part: 'schedule',
      table: this.tables.crawls,
      key: scheduleKey(crawl),
      ...(await this.stored(crawl, schedule, ttl)),
      ...(from === 0 ? { condition: 'attribute_not_exists(pk)' } : { condition: '#version = :from', values: { from } }),
    };
    const set = { ...head.set, version: from + 1, ttl };
    const last = choices.at(-1);
    if (last === undefined) return (await this.calls.write({ ...head, set })).kind === 'written';
    const log: Part = {
      part: 'choices',
      table: this.tables.crawls,
      key: choicesKey(crawl, last.step),
      set: { choices: deflateRawSync(JSON.stringify(choices)), ttl },
      condition: 'attribute_not_exists(pk)',
    };
    return (await this.calls.transact([{ ...head, set }, log])).kind === 'written';
  }

  private async stored(crawl: string, schedule: Schedule, ttl: number): Promise<Pick<Part, 'set' | 'remove'>> {
    const bytes = deflateRawSync(JSON.stringify(schedule));
    if (bytes.byteLength <= pieceBytes) return { set: { bytes }, remove: ['#hash', '#of'] };
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const of = Math.ceil(bytes.byteLength / pieceBytes);
    await inParallel(
      Array.from({ length: of }, (_, piece) => piece),
      async piece => {
        const set = { bytes: bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes), ttl };
        await this.calls.write({ table: this.tables.crawls, key: scheduleKey(crawl, { hash, piece }), set });
      },
    );
    return { set: { hash, of }, remove: ['#bytes'] };
  }

  /**
   * Before the turn is committed: what a turn brings follows from its stored bytes and the turns before it, so whoever
   * reads it early reads what will be committed, and a repeat finds it written. Together in a transaction they would
   * cost twice as much.
   */
  async addRewards(crawl: string, site: number, { rewards }: ParseCommit, ttl: number): Promise<void> {
    if (rewards === undefined || rewards.pages.length === 0) return;
    const end = rewards.first + rewards.pages.length;
    await this.calls.write({
      table: this.tables.pages,
      key: rewardsKey(crawl, site, end),
      set: { first: rewards.first, rewards: JSON.stringify(rewards.pages), ttl },
      condition: 'attribute_not_exists(pk)',
    });
  }

  async readRewards(crawl: string, site: number, skip: number): Promise<readonly number[]> {
    const { pk, sk } = rewardsKey(crawl, site, skip + 1);
    const rewards: number[] = [];
    for await (const row of this.calls.query(this.tables.pages, pk, sk, ':'))
      rewards.push(...(JSON.parse(String(row['rewards'])) as number[]).slice(Math.max(0, skip - Number(row['first']))));
    return rewards;
  }

  async readChoices(crawl: string, after: number, most: number): Promise<readonly Choice[]> {
    const { pk, sk } = choicesKey(crawl, after + 1);
    const choices: Choice[] = [];
    for await (const row of this.calls.query(this.tables.crawls, pk, sk, ':', most)) {
      const some = JSON.parse(inflateRawSync(row['choices'] as Uint8Array).toString('utf8')) as Choice[];
      choices.push(...some.filter(({ step }) => step > after));
      if (choices.length >= most) break;
    }
    return choices.slice(0, most);
  }
}
