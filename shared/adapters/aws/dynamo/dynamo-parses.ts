import { randomUUID } from 'node:crypto';
import type { ParseNote } from '../../../domain/protocol/parse-note.ts';
import { protocol } from '../../../domain/protocol/protocol.ts';
import type { ParseAnswer, ParseCommit, Parses } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import type { DynamoCalls } from './calls/dynamo-calls.ts';
import { type Row, siteKey } from './calls/dynamo-tables.ts';
import type { Part, Write } from './calls/dynamo-write.ts';
import type { DynamoChoices } from './dynamo-choices.ts';
import { siteOf } from './dynamo-site-rows.ts';
import type { DynamoWatched } from './dynamo-watched.ts';

/** How often the site may change between reading and writing. */
const mostLooks = 50;

interface SiteCommit {
  readonly table: string;
  readonly crawl: string;
  readonly site: number;
  readonly commit: ParseCommit;
}

/** The beginning and the end of a parse. */
export class DynamoParses implements Parses {
  private readonly base: DynamoBase;
  private readonly choices: Pick<DynamoChoices, 'addRewards'>;
  private readonly watched: Pick<DynamoWatched, 'change'>;

  constructor(base: DynamoBase, choices: Pick<DynamoChoices, 'addRewards'>, watched: Pick<DynamoWatched, 'change'>) {
    this.base = base;
    this.choices = choices;
    this.watched = watched;
  }

  async noteParse(crawl: string, site: number, note: ParseNote): Promise<void> {
    const { calls, tables } = this.base;
    const set = { parseNote: JSON.stringify(note) };
    const condition = 'attribute_exists(#status)';
    await calls.write({ table: tables.crawls, key: siteKey(crawl, site), set, condition });
  }

  async commitParse(crawl: string, site: number, commit: ParseCommit): Promise<ParseAnswer> {
    const { calls, tables } = this.base;
    const at = { table: tables.crawls, crawl, site, commit };
    if (commit.watch !== undefined) {
      const change = await this.watched.change(crawl, site, commit.turn, commit.watch);
      const answer = await commitVisit(calls, at, change.parts);
      await change.forget(answer.kind === 'committed');
      return answer;
    }
    await this.choices.addRewards(crawl, site, commit);
    return await commitSite(calls, at);
  }
}

/**
 * Removes the turn from pending. The first try assumes that the site does not wait. A refusal returns the current row,
 * and the next try uses that row as its condition.
 */
async function commitSite(calls: DynamoCalls, at: SiteCommit): Promise<ParseAnswer> {
  const nonce = randomUUID().slice(0, 8);
  let seen: Row | undefined;
  for (let look = 0; look < mostLooks; look += 1) {
    const { write, woken } = commitOf(at, nonce, seen);
    const answer = await calls.write(write, 'ALL_NEW');
    if (answer.kind === 'written') return { kind: 'committed', site: siteOf(at.crawl, answer.row), woken };
    const { row } = answer;
    // This call has committed, but its answer was lost.
    if (row?.['parsedNonce'] === nonce) return { kind: 'committed', site: siteOf(at.crawl, row), woken };
    if (row === undefined || !siteOf(at.crawl, row).pending.has(at.commit.turn)) return { kind: 'not-pending' };
    seen = row;
  }
  throw new Error(
    `site ${at.site} of crawl ${at.crawl} changed ${mostLooks} times while turn ${at.commit.turn} committed`,
  );
}

/**
 * Commits the site and its watched addresses in one transaction. The row is read before and after, because a
 * transaction does not return it.
 */
async function commitVisit(calls: DynamoCalls, at: SiteCommit, parts: readonly Part[]): Promise<ParseAnswer> {
  const key = siteKey(at.crawl, at.site);
  for (let look = 0; look < mostLooks; look += 1) {
    const seen = await calls.read(at.table, key);
    if (seen === undefined || !siteOf(at.crawl, seen).pending.has(at.commit.turn)) return { kind: 'not-pending' };
    const { write, woken } = commitOf(at, randomUUID().slice(0, 8), seen);
    const answer = await calls.transact([{ part: 'site', ...write }, ...parts]);
    if (answer.kind === 'refused') continue;
    const row = await calls.read(at.table, key);
    if (row === undefined) throw new Error(`site ${at.site} of crawl ${at.crawl} is not in the table of crawls`);
    return { kind: 'committed', site: siteOf(at.crawl, row), woken };
  }
  throw new Error(`site ${at.site} of crawl ${at.crawl} changed ${mostLooks} times while a visit was committed`);
}

function commitOf(
  { table, crawl, site, commit }: SiteCommit,
  nonce: string,
  seen: Row | undefined,
): {
  readonly write: Write;
  readonly woken: boolean;
} {
  const waiting = String(seen?.['waiting'] ?? '');
  const pending = Object.keys(seen?.['pending'] ?? {}).length;
  const due = Number(seen?.['due'] ?? 0);
  const woken = waiting !== '' && pending - 1 < (waiting === 'backlog' ? protocol.wakeBelow : 1);
  const isStill = { isPending: 'attribute_exists(#pending.#done)', waitsAsSeen: '#waiting = :seen' };
  const added = Object.entries(commit.add).filter(([, count]) => count !== 0);
  return {
    woken,
    write: {
      table,
      key: siteKey(crawl, site),
      set: {
        parsedTurn: commit.turn,
        parsedBy: commit.message,
        parsedNonce: nonce,
        // A site that does not wait has a living fetch message, which ends when it finds `due` moved by another.
        due: waiting === '' ? undefined : Math.max(due, Math.ceil(commit.due)),
        waiting: woken ? '' : undefined,
      },
      assign: added.map(([name]) => `#counters.#${name} = #counters.#${name} + :${name}`),
      remove: ['#pending.#done'],
      condition: [
        ...Object.values(isStill),
        ...(waiting === '' ? [] : ['#due = :dueSeen', 'size(#pending) = :pendingSeen']),
      ].join(' AND '),
      values: {
        seen: waiting,
        ...(waiting !== '' && { dueSeen: due, pendingSeen: pending }),
        ...Object.fromEntries(added),
      },
      names: { done: String(commit.turn) },
    },
  };
}
