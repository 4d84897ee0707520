import type { CrawlSummary } from '../../../shared/report/summary.ts';
import { resumeHint } from '../../embedded/directory/resume-hint.ts';
import type { LocalCrawl } from '../../embedded/local-crawl.ts';
import { exitCodeOf, exitCodes } from '../terminal/exit-codes.ts';
import {
  canBeDrawnOn,
  liveDisplay,
  type ProgressDisplay,
  plainDisplay,
  quietDisplay,
} from '../terminal/progress-display.ts';
import { startFaultLines, summaryLines } from '../terminal/summary-text.ts';
import { onInterrupts } from './interrupts.ts';

export interface RunOptions {
  readonly json?: true;
  readonly quiet?: true;
  readonly logDisplay?: true;
  /** The bundled site is served along. */
  readonly example?: true;
}

/** Runs a crawl with its progress on stderr and its result on stdout; the exit code. */
export async function runToEnd(crawl: LocalCrawl, directory: string, options: RunOptions): Promise<number> {
  const { summary, lines } = await runShowing(crawl, directory, options);
  printSummary(summary, lines, options);
  return exitCodeOf(summary);
}

/** Runs a crawl with its progress on stderr; its summary, and that for people. */
export async function runShowing(
  crawl: LocalCrawl,
  directory: string,
  options: RunOptions,
): Promise<{ readonly summary: CrawlSummary; readonly lines: readonly string[] }> {
  const display = chooseDisplay(options);
  const hint = resumeHint(directory, options.example ?? false);
  const limit = crawl.spec.limit === undefined ? 'site-limit' : 'limit';
  crawl.onProgress(progress => display.show(progress), options.quiet ? 'end' : 'often');
  if (options.logDisplay) crawl.onLogLine(line => display.write(line));
  const release = onInterrupts(
    () => {
      display.write(`Stopping after the requests in flight; Ctrl-C again stops at once. Go on: ${hint}`);
      crawl.stop();
    },
    () => {
      display.write('Stopping at once.');
      crawl.stopNow();
    },
  );
  try {
    const summary = await crawl.run();
    display.end();
    return { summary, lines: summaryLines(summary, hint, { width: process.stderr.columns, limit }) };
  } finally {
    display.end();
    release();
  }
}

function chooseDisplay({ quiet, logDisplay }: RunOptions): ProgressDisplay {
  if (quiet) return logDisplay ? { ...plainDisplay(process.stderr), show: () => undefined } : quietDisplay();
  return canBeDrawnOn(process.stderr) ? liveDisplay(process.stderr) : plainDisplay(process.stderr);
}

/** On stdout: the summary as JSON, or the directory of the results. People read stderr, and a terminal shows both. */
function printSummary(summary: CrawlSummary, lines: readonly string[], { json, quiet }: RunOptions): void {
  // Why nothing was crawled, wholly or of some sites, is an error, not a courtesy.
  if (!quiet || exitCodeOf(summary) === exitCodes.nothingCrawled) process.stderr.write(`${lines.join('\n')}\n`);
  else for (const line of startFaultLines(summary.sites)) process.stderr.write(`${line}\n`);
  if (json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else if (quiet || !(process.stdout.isTTY && process.stderr.isTTY)) process.stdout.write(`${summary.directory}\n`);
}
