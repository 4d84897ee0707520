import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Letter, sendLetters } from '../../../shared/adapters/delivery/open.ts';
import { replaceFile } from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { jsonFeedOf, rssOf } from '../../../shared/files/feeds.ts';
import type { CrawlSummary } from '../../../shared/report/summary.ts';
import type { LocalCrawl } from '../../embedded/local-crawl.ts';
import { isUnbegun, resumeLocalCrawl, startLocalCrawl } from '../../embedded/run-crawl.ts';
import * as schedules from '../../embedded/schedule/schedule-store.ts';
import { specAgain } from '../../embedded/schedule/spec-again.ts';
import { runShowing } from '../commands/run-to-end.ts';
import { describeChanges } from '../diff/describe-changes.ts';
import { exitCodeOf, exitCodes, failureOf } from '../terminal/exit-codes.ts';
import { nextTime } from './cron-times.ts';
import { scheduleOf } from './schedule-command.ts';

export interface RunSchedulesOptions {
  readonly now?: true;
  readonly root?: string;
  readonly quiet?: true;
}

/** `orbweaver schedule run`: one crawl after the other. The exit code of the first that failed; else 10 where something changed. */
export async function runSchedules(directory: string | undefined, options: RunSchedulesOptions): Promise<number> {
  const ids = directory === undefined ? schedules.schedulesIn(options.root).keys() : [scheduleOf(directory)];
  const codes: number[] = [];
  for (const id of ids) {
    const lock = schedules.lockSchedule(id);
    // Another process makes its run.
    if (lock === undefined) continue;
    try {
      codes.push(await runOne(id, options));
    } finally {
      lock.release();
    }
  }
  const unlucky = codes.find(code => code !== exitCodes.finished && code !== exitCodes.different);
  return unlucky ?? (codes.includes(exitCodes.different) ? exitCodes.different : exitCodes.finished);
}

async function runOne(id: string, options: RunSchedulesOptions): Promise<number> {
  const begun = beginning(id, options.now === true);
  const code = begun?.running === undefined ? exitCodes.finished : await makeRun(id, begun, options);
  const { letters, counts } = schedules.readSchedule(id);
  await sendLetters(letters, counts, Date.now, (open, ended) =>
    schedules.writeSchedule(id, { ...schedules.readSchedule(id), letters: open, counts: ended }),
  );
  return code;
}

/** The schedule with the run that is under way from now on; undefined: none is due. */
function beginning(id: string, isNow: boolean): schedules.Schedule | undefined {
  const schedule = schedules.readSchedule(id);
  if (schedule.running !== undefined) return schedule;
  const now = new Date();
  if (!isNow && Date.parse(schedule.next) > now.getTime()) return undefined;
  const running = { directory: schedules.directoryOfRun(schedule, now), startedAt: now.toISOString() };
  const next = nextTime(schedule.cron, schedule.timeZone, now)?.toISOString() ?? schedule.next;
  const begun = { ...schedule, running, next };
  schedules.writeSchedule(id, begun);
  return begun;
}

/** Begins or continues the run. One that was stopped stays under way. */
async function makeRun(id: string, schedule: schedules.Schedule, { quiet }: RunSchedulesOptions): Promise<number> {
  const { directory, startedAt } = schedule.running!;
  const run = { directory, startedAt };
  try {
    const crawl = await crawlOf(directory, schedule);
    const { summary, lines } = await runShowing(crawl, directory, { ...(quiet && { quiet }) });
    if (!quiet) process.stderr.write(`${lines.join('\n')}\n`);
    if (summary.finishReason === 'stopped') return exitCodes.stopped;
    return end(id, await comparedRun(schedule, run, summary));
  } catch (error) {
    const { text, exitCode } = failureOf(error, false);
    process.stderr.write(text);
    // A directory in use and a full disk are of the moment: the next call goes on.
    return exitCode === exitCodes.busyOrFull ? exitCode : end(id, failedRun(schedule, run, text.trim(), exitCode));
  }
}

async function crawlOf(directory: string, schedule: schedules.Schedule): Promise<LocalCrawl> {
  const isBegun = existsSync(join(directory, 'crawl.db')) && !(await isUnbegun(directory, ['crawl.db']));
  if (isBegun) return await resumeLocalCrawl({ directory, raise: {} });
  return await startLocalCrawl({
    directory,
    spec: await specAgain(schedule.last, schedule),
    overwrite: existsSync(directory),
  });
}

type BegunRun = Pick<schedules.ScheduledRun, 'directory' | 'startedAt'>;

function failedRun(
  { directory }: schedules.Schedule,
  begun: BegunRun,
  text: string,
  exitCode: number,
): schedules.ScheduledRun {
  const title = `${basename(directory)}: failed`;
  return { ...begun, finishedAt: nowText(), finishReason: 'failed', exitCode, pages: 0, changes: {}, title, text };
}

const nowText = (): string => new Date().toISOString();

async function comparedRun(
  { directory, last }: schedules.Schedule,
  begun: BegunRun,
  summary: CrawlSummary,
): Promise<schedules.ScheduledRun> {
  const pages = summary.outcomes.nodes;
  const run = { ...begun, finishedAt: nowText(), finishReason: summary.finishReason, pages };
  const name = basename(directory);
  // A crawl that had ended when its process was killed is finished, whatever its pages.
  if (pages === 0) {
    const text = 'No page was crawled; the next run is compared with the crawl before this one.';
    return { ...run, exitCode: exitCodes.nothingCrawled, changes: {}, title: `${name}: nothing crawled`, text };
  }
  const { changes, title, text, isDifferent } = await describeChanges(last, begun.directory);
  const code = exitCodeOf(summary);
  const exitCode = code === exitCodes.finished && isDifferent ? exitCodes.different : code;
  return { ...run, before: last, exitCode, changes, title: `${name}: ${title}`, text };
}

/** Writes down the run, its notices and the feeds. A repeat after a kill makes the same notices: their ids come from the run. Answers its exit code. */
function end(id: string, run: schedules.ScheduledRun): number {
  const { running: _, plugins, ...schedule } = schedules.readSchedule(id);
  const isNews = run.exitCode !== exitCodes.finished;
  const letters =
    schedule.onlyChanges && !isNews ? [] : schedule.receivers.map((to, index) => letterOf(id, run, to, index));
  const runs = [run, ...schedule.runs].slice(0, schedules.mostRuns);
  const after = run.before === undefined ? { last: schedule.last, ...defined({ plugins }) } : { last: run.directory };
  writeFeeds(schedule, runs);
  schedules.writeSchedule(id, { ...schedule, ...after, runs, letters: [...schedule.letters, ...letters] });
  return run.exitCode;
}

function letterOf(schedule: string, run: schedules.ScheduledRun, to: Letter['to'], index: number): Letter {
  const { text, title, ...facts } = run;
  const id = `${schedule}.${basename(run.directory)}.${index + 1}`;
  const body = JSON.stringify({ type: 'crawl.ended', timestamp: run.finishedAt, data: { title, ...facts, text } });
  return { id, to, subject: title, text: `${text}\n\n${run.directory}\n`, body, tries: 0 };
}

function writeFeeds(
  { directory }: Pick<schedules.Schedule, 'directory'>,
  runs: readonly schedules.ScheduledRun[],
): void {
  const title = `Changes of ${basename(directory)}`;
  const entries = runs.map(run => ({ id: run.directory, title: run.title, text: run.text, date: run.finishedAt }));
  for (const [ending, text] of [
    ['xml', rssOf({ title, entries })],
    ['json', jsonFeedOf({ title, entries })],
  ] as const) {
    const file = `${directory}.changes.${ending}`;
    replaceFile(file, text);
  }
}
