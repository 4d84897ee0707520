/**
 * Input and results of budget decisions: one item of rewards for each turn, one item of choices for each write. A key
 * holds the last page or step of its item, so later ones are found without reading earlier ones.
 */

import type { ParseCommit } from '../../../ports/ports.ts';
import type { Choice } from '../../../wings/sets/schedule/schedule.ts';
import type { ScheduleStore } from '../../../wings/sets/schedule/schedule-store.ts';
import { OfTables } from './calls/dynamo-base.ts';
import { choicesKey, rewardsKey } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';
import { pack, unpack } from './dynamo-schedule-groups.ts';

export class DynamoChoices extends OfTables implements Pick<ScheduleStore, 'readRewards' | 'readChoices'> {
  /**
   * Written before the turn is committed. The result of a turn depends only on its stored bytes and earlier turns. So
   * an early reader reads what will be committed, and a repeated write changes nothing. A transaction would cost twice
   * as much.
   */
  async addRewards(crawl: string, site: number, { rewards }: ParseCommit): Promise<void> {
    const { calls, tables, ttl } = this.base;
    if (rewards === undefined || rewards.pages.length === 0) return;
    const end = rewards.first + rewards.pages.length;
    await calls.write({
      table: tables.pages,
      key: rewardsKey(crawl, site, end),
      set: { first: rewards.first, rewards: JSON.stringify(rewards.pages), ttl: ttl() },
      condition: 'attribute_not_exists(pk)',
    });
  }

  async readRewards(crawl: string, site: number, skip: number): Promise<readonly number[]> {
    const { pk, sk } = rewardsKey(crawl, site, skip + 1);
    const { calls, tables } = this.base;
    const rewards: number[] = [];
    for await (const row of calls.query(tables.pages, pk, sk, ':'))
      rewards.push(...(JSON.parse(String(row['rewards'])) as number[]).slice(Math.max(0, skip - Number(row['first']))));
    return rewards;
  }

  async readChoices(crawl: string, after: number, most: number): Promise<readonly Choice[]> {
    const { pk, sk } = choicesKey(crawl, after + 1);
    const { calls, tables } = this.base;
    const choices: Choice[] = [];
    for await (const row of calls.query(tables.crawls, pk, sk, ':', most)) {
      choices.push(...unpack<Choice[]>(row['choices']).filter(({ step }) => step > after));
      if (choices.length >= most) break;
    }
    return choices.slice(0, most);
  }
}

/** The write of choices; empty if there are none. */
export function choicesPart(table: string, crawl: string, choices: readonly Choice[], ttl: number): Part[] {
  const last = choices.at(-1);
  if (last === undefined) return [];
  const key = choicesKey(crawl, last.step);
  const set = { choices: pack(choices), ttl };
  return [{ part: 'choices', table, key, set, condition: 'attribute_not_exists(pk)' }];
}
