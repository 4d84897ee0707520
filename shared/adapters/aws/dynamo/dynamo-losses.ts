import type { Lease, SiteRow, TakenEntries } from '../../../domain/protocol/crawl-state.ts';
import { canLose, isNews } from '../../../domain/protocol/lost-turn.ts';
import type { Loss, Losses } from '../../../ports/ports.ts';
import { OfTables } from './calls/dynamo-base.ts';
import { siteKey, takenKey } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';
import { lostAttribute, plainValue, siteOf } from './dynamo-site-rows.ts';

/** How often the site may change between reading and writing. */
const mostLooks = 50;

/** Entries that turns have taken, and lost turns. */
export class DynamoLosses extends OfTables implements Losses {
  async readTaken(crawl: string, site: number, turn: number): Promise<TakenEntries | undefined> {
    const { calls, tables } = this.base;
    const row = await calls.read(tables.pages, takenKey(crawl, site, turn));
    return row === undefined ? undefined : (row['taken'] as unknown as TakenEntries);
  }

  async loseTurn(crawl: string, site: number, loss: Loss): Promise<SiteRow | undefined> {
    const { calls, tables } = this.base;
    const { lost, attempt } = loss;
    for (let look = 0; look < mostLooks; look += 1) {
      const found = await calls.read(tables.crawls, siteKey(crawl, site));
      const row = found === undefined ? undefined : siteOf(crawl, found);
      if (row === undefined || !canLose(row, lost, attempt)) return undefined;
      if (!isNews(row, lost)) return row;
      const rests = row.waiting !== '' || row.parked;
      const due = rests ? { due: Math.max(row.due, Math.ceil(loss.due)) } : {};
      const answer = await calls.write(
        {
          table: tables.crawls,
          key: siteKey(crawl, site),
          set: { ...Object.fromEntries([lostAttribute(lost)]), ...due, waiting: '', parked: false },
          condition: [
            ...['#waiting = :waitingSeen', '#parked = :parkedSeen', '#due = :dueSeen', '#turn = :turnSeen'],
            attempt === undefined ? 'attribute_not_exists(#pending.#lost)' : '#pending.#lost = :attempt',
          ].join(' AND '),
          values: {
            ...{ waitingSeen: row.waiting, parkedSeen: row.parked, dueSeen: row.due, turnSeen: row.turn },
            ...(attempt !== undefined && { attempt }),
          },
          names: { lost: String(lost.turn) },
        },
        'ALL_NEW',
      );
      if (answer.kind === 'written') return siteOf(crawl, answer.row);
    }
    throw new Error(
      `site ${site} of crawl ${crawl} changed ${mostLooks} times while turn ${lost.turn} was noted as lost`,
    );
  }
}

/** The entries that a turn has taken; part of the transaction that commits it, which has the conditions. */
export function takenPart(
  table: string,
  { crawl, site, turn, attempt }: Pick<Lease, 'crawl' | 'site' | 'turn' | 'attempt'>,
  taken: TakenEntries,
  ttl: number,
): Part {
  const set = { taken: plainValue(taken), attempt, ttl };
  return {
    part: 'taken',
    table,
    key: takenKey(crawl, site, turn),
    set,
    condition: 'attribute_not_exists(pk) OR attribute_exists(pk)',
  };
}
