/** Crawls that nothing works on any more become failed ones, which can be resumed. */

import { openAwsRegistry, openAwsStore } from '../../shared/adapters/aws/open.ts';
import { BadInput, englishSentence, type Refusal, refusal } from '../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { PluginFailure } from '../../shared/plugins/guarded-parts.ts';
import { crawlFailed } from '../../shared/report/place-events.ts';
import { announce } from './announce.ts';
import { logger } from './lambda-log.ts';
import type { ExecutionEnd, RunInput, TaskError } from './life/life-events.ts';

/** Why trying again cannot help: a part of a plugin threw, or the stack lacks it. Undefined if it may help. */
export function finalFailure(error: unknown): readonly Refusal[] | undefined {
  if (error instanceof BadInput) return error.refusals;
  return error instanceof PluginFailure ? [refusal('plugin-failed', { why: error.message })] : undefined;
}

/** The queues' consumers would go on without a clock, past every limit that it watches: so they are asked to stop. */
export async function giveUp(crawl: string, failure: readonly Refusal[]): Promise<void> {
  const cause = failure.map(englishSentence).join(' ');
  await openAwsStore('stops').requestStop(crawl, { reason: 'stopped', cause });
  await openAwsRegistry().markFailed(crawl, failure);
}

/** The same for a run, whose end is announced. */
export async function giveUpRun({ crawl, run }: RunInput, failure: readonly Refusal[]): Promise<void> {
  await giveUp(crawl, failure);
  const row = await openAwsStore('stops').readCrawl(crawl);
  const kind = row === undefined ? 'crawl' : kindOf(row.spec).name;
  await announce(crawlFailed({ crawl, run, kind }, failure));
}

/**
 * An execution that ended without its own last state. A crawl that has written down why it failed, has ended, or was
 * resumed since, is left alone: the event may come late, and twice.
 */
export async function giveUpEnded({ executionArn, status, input, error, cause }: ExecutionEnd): Promise<RunInput> {
  const { crawl, run } = JSON.parse(input) as RunInput;
  logger.info('execution ended', { crawl, run, status });
  const [record, row] = await Promise.all([openAwsRegistry().read(crawl), openAwsStore('stops').readCrawl(crawl)]);
  const isLast = record !== undefined && record.run === run && record.failure === undefined;
  const isAtEnd = record?.queued === false && row?.state === 'finished';
  if (isLast && !isAtEnd) {
    const name = executionArn.split(':').at(-1)!;
    const why = (cause ?? error) || undefined;
    await giveUpRun({ crawl, run }, [refusal('execution-ended', { name, status, why })]);
  }
  return { crawl, run };
}

/** Why a crawl failed, as an error of its state machine carries it. */
export function asTaskError(failure: readonly Refusal[]): TaskError {
  return { Error: 'CrawlFailed', Cause: JSON.stringify(failure) };
}

/** The refusals given to `asTaskError`; or what a Lambda function threw, which comes as JSON too. */
export function failureOf(error: TaskError | undefined): readonly Refusal[] {
  const cause = error?.Cause ?? '';
  const told = jsonIn(cause);
  if (Array.isArray(told)) return told as readonly Refusal[];
  const { errorMessage } = Object(told) as { readonly errorMessage?: string };
  return [refusal('task-failed', { why: errorMessage ?? (cause || (error?.Error ?? 'a task failed for good')) })];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
