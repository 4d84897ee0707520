import { buildCrawlProgram } from './crawl-program.ts';
import { runProgram } from './run-program.ts';

/** The two commands that crawl, without the code of all others. */
export async function runCrawlLine(args: readonly string[]): Promise<number> {
  return await runProgram(args, buildCrawlProgram);
}
