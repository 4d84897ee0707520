/**
 * Once a day: writes what the watches have found as Parquet, a file for a watch and a day, which Athena reads as one table, and
 * records of applications in the same way, a table for each application. A day is written again when its publications were
 * looked at again, so that later versions are in it.
 */

import type { Context } from 'aws-lambda';
import {
  CopyReader,
  openAwsClock,
  openAwsDailyRecords,
  openAwsDailySink,
  openAwsPublications,
  openAwsStore,
  wakeShards,
} from '../../shared/adapters/aws/open.ts';
import type { ResultSink } from '../../shared/ports.ts';
import { recordsOf } from '../../shared/wings/publications/export/export-publications.ts';
import { publicationsParquet } from '../../shared/wings/publications/export/publications-parquet.ts';
import { recordsParquet } from '../../shared/wings/publications/export/record-export.ts';
import { sourceNames } from '../../shared/wings/publications/export/source-names.ts';
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
  const now = openAwsClock().now();
  const days = event.days ?? ages.map(age => dayOf(now - age * dayMs));
  const watches = event.watches ?? (await watchesAtWork());
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

/** Watches whose sources the clock knows. */
async function watchesAtWork(): Promise<readonly string[]> {
  const store = openAwsStore('daily');
  const watches = new Set<string>();
  for (let shard = 0; shard < wakeShards; shard += 1)
    for (const { crawl } of await store.dueSources(shard, Number.MAX_SAFE_INTEGER, mostSources)) watches.add(crawl);
  return [...watches].sort();
}

async function writeDay(watch: string, day: string): Promise<void> {
  const store = openAwsStore('daily');
  const row = await store.readCrawl(watch);
  if (row === undefined) return;
  const since = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isFinite(since)) throw new Error(`${day} is no day`);
  const publications = openAwsPublications(watch, new CopyReader());
  const names = sourceNames(row, await store.readSites(watch));
  const records = recordsOf(publications, publications.firstSeen(since, since + dayMs), names);
  await writeFile(openAwsDailySink(watch), day, publicationsParquet(records));
  const period = { since, until: since + dayMs };
  for (const { name, columns } of await publications.applications.applications()) {
    const rows = publications.applications.records(name, period);
    const first = await rows.next();
    // A day without records has no file.
    if (first.done === true) continue;
    const table = { name, columns, rows: withFirst(first.value, rows), sources: names };
    await writeFile(openAwsDailyRecords(watch, name), day, recordsParquet(table));
  }
}

async function* withFirst<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function writeFile(sink: ResultSink, day: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await sink.create(day);
  try {
    for await (const block of blocks) await file.write(block);
  } catch (error) {
    await file.abort();
    throw error;
  }
  await file.close();
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
