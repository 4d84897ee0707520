/**
 * Once a day: writes what the watches have found as Parquet, a file for a watch and a day, which Athena reads as one table, and
 * mentions, tones and records of applications in the same way, a table for each application. A day is written again when its publications were
 * looked at again, so that later versions are in it.
 */

import type { Context } from 'aws-lambda';
import * as aws from '../../shared/adapters/aws/open.ts';
import { dayOf } from '../../shared/domain/instant.ts';
import { writeBlocks } from '../../shared/files/write-table.ts';
import { recordsOf } from '../../shared/wings/publications/export/export-publications.ts';
import {
  mentionRecords,
  mentionsParquet,
  tonesParquet,
} from '../../shared/wings/publications/export/mention-records.ts';
import type { SourceName } from '../../shared/wings/publications/export/publication-record.ts';
import { publicationsParquet } from '../../shared/wings/publications/export/publications-parquet.ts';
import { recordsParquet } from '../../shared/wings/publications/export/record-export.ts';
import { sourceNames } from '../../shared/wings/publications/export/source-names.ts';
import { allLabels } from '../../shared/wings/publications/labels/label-store.ts';
import { type JudgedPublication, judgedPublications } from '../../shared/wings/publications/table/judged-mentions.ts';
import { logger } from './lambda-log.ts';

export interface DailyEvent {
  /** `2026-05-31`; absent: those whose publications are looked at again for the last time of an age. */
  readonly days?: readonly string[];
  /** Absent: all watches. */
  readonly watches?: readonly string[];
}

const dayMs = 86_400_000;
/** Sources of a shard. */
const mostSources = 1_000_000;
/** Publications are looked at again for two weeks; days of these ages are written. */
const ages = [1, 2, 4, 15];
/** Left for what goes on when another file would be begun; the next day writes what is missing. */
const lastMs = 120_000;

export async function handler(
  event: DailyEvent,
  context: Context,
): Promise<{ readonly written: number; readonly left: number }> {
  const now = aws.openAwsClock().now();
  const days = event.days ?? ages.map(age => dayOf(now - age * dayMs));
  const watches = event.watches ?? (await watchesWithDays(now));
  const files = days.flatMap(day => watches.map(watch => ({ watch, day })));
  let written = 0;
  for (const { watch, day } of files) {
    if (context.getRemainingTimeInMillis() < lastMs) break;
    await writeDay(watch, day);
    written += 1;
  }
  const left = files.length - written;
  logger.info('daily tables', { written, left });
  if (left > 0) throw new Error(`${left} of ${files.length} daily tables were not written for want of time`);
  return { written, left };
}

/** Watches at work, and stopped ones as long as a day of them has an age at which it is written. */
async function watchesWithDays(now: number): Promise<readonly string[]> {
  const store = aws.openAwsStore('daily');
  const watches = new Set<string>();
  for (let shard = 0; shard < aws.wakeShards; shard += 1)
    for (const { crawl } of await store.dueSources(shard, Number.MAX_SAFE_INTEGER, mostSources)) watches.add(crawl);
  const withDays: string[] = [];
  for (const watch of [...watches].sort()) {
    const { finishedAt = now } = (await store.readCrawl(watch)) ?? { finishedAt: 0 };
    if (now - finishedAt <= (ages.at(-1)! + 1) * dayMs) withDays.push(watch);
  }
  return withDays;
}

async function writeDay(watch: string, day: string): Promise<void> {
  const store = aws.openAwsStore('daily');
  const row = await store.readCrawl(watch);
  if (row === undefined) return;
  const since = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isFinite(since)) throw new Error(`${day} is no day`);
  const publications = aws.openAwsPublications(watch, new aws.CopyReader());
  await publications.indexEarlier();
  const names = sourceNames(row, await store.readSites(watch));
  const ids: number[] = [];
  const rows = noted(publications.firstSeen(since, since + dayMs), ({ id }) => ids.push(id));
  const tables = dailyTables(watch);
  await writeBlocks(tables, aws.dailyKey(watch, day), publicationsParquet(recordsOf(publications, rows, names)));
  await writeOrganizations({ watch, day }, ids, names);
  const period = { since, until: since + dayMs };
  for (const { name, columns } of await publications.applications.applications()) {
    const rows = publications.applications.records(name, period);
    const first = await rows.next();
    // A day without records has no file.
    if (first.done === true) continue;
    const table = { name, columns, rows: withFirst(first.value, rows), sources: names };
    await writeBlocks(tables, aws.dailyRecordsKey(watch, name, day), recordsParquet(table));
  }
}

/** Files that are named by their keys. */
const dailyTables = (watch: string) => aws.openAwsTables(watch, key => key);

/** Publications whose mentions are read at a time. */
const readAtOnce = 200;

/** Mentions and tones in the publications of a day; nothing of a watch that has never looked for an organization. */
async function writeOrganizations(
  { watch, day }: { readonly watch: string; readonly day: string },
  ids: readonly number[],
  names: ReadonlyMap<number, SourceName>,
): Promise<void> {
  const publications = aws.openAwsPublications(watch);
  const mentions = aws.openAwsMentions(watch, publications);
  if ((await mentions.toneModels()).length === 0) return;
  const labels = await allLabels(aws.openAwsLabels(watch, publications));
  const pairs = async function* (): AsyncGenerator<JudgedPublication> {
    for (let at = 0; at < ids.length; at += readAtOnce) {
      const query = { publications: ids.slice(at, at + readAtOnce) };
      yield* judgedPublications(mentions, labels, query, { confidence: 0, isNested: false });
    }
  };
  const tables = dailyTables(watch);
  const records = mentionRecords({ publications, mentions }, pairs(), names);
  await writeBlocks(tables, aws.dailyOrganizationsKey(watch, 'mentions', day), mentionsParquet(records));
  await writeBlocks(tables, aws.dailyOrganizationsKey(watch, 'tones', day), tonesParquet(pairs(), names));
}

async function* noted<T>(rows: AsyncIterable<T>, note: (row: T) => void): AsyncGenerator<T> {
  for await (const row of rows) {
    note(row);
    yield row;
  }
}

async function* withFirst<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
