/** Crawls that nothing works on any more become failed ones, which can be resumed. */

import { openAwsRegistry, openAwsStore } from '../../shared/adapters/aws/open.ts';
import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import { PluginFailure } from '../../shared/plugins/guarded-parts.ts';
import { logger } from './lambda-log.ts';
import type { ExecutionEnd, RunInput, TaskError } from './life-events.ts';

/** Why trying again cannot help: a part of a plugin threw, or the stack lacks it. Undefined where it may help. */
export function finalFailure(error: unknown): string | undefined {
  if (error instanceof BadInput) return error.sentences.join(' ');
  return error instanceof PluginFailure ? error.message : undefined;
}

/** The queues' consumers would go on without a clock, past every limit that it watches: so they are asked to stop. */
export async function giveUp(crawl: string, error: TaskError | undefined): Promise<void> {
  const failure = failureOf(error);
  await openAwsStore('stops').requestStop(crawl, { reason: 'stopped', cause: failure });
  await openAwsRegistry().markFailed(crawl, failure);
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
    const name = executionArn.split(':').at(-1);
    const why = cause ?? error;
    await giveUp(crawl, { Cause: `its execution ${name} ended (${status})${why ? `: ${why}` : ''}` });
  }
  return { crawl, run };
}

/** One sentence; what a Lambda throws comes as JSON in `Cause`. */
function failureOf(error: TaskError | undefined): string {
  const cause = error?.Cause ?? '';
  try {
    return (JSON.parse(cause) as { errorMessage?: string }).errorMessage ?? cause;
  } catch {
    return cause !== '' ? cause : (error?.Error ?? 'a task failed for good');
  }
}
