import { withSpareThread } from '../embedded/threads/spare-thread.ts';

/**
 * Runs a command line that crawls, and gives the exit code of the process. Results go to stdout, all else to stderr. The state thread loads its
 * code on another core, while this one loads the two commands, without the code of all others.
 */
export async function main(args: readonly string[]): Promise<number> {
  return await withSpareThread(async () => {
    const [{ runProgram }, { buildCrawlProgram }] = await Promise.all([
      import('./run-program.ts'),
      import('./crawl-program.ts'),
    ]);
    return await runProgram(args, buildCrawlProgram);
  });
}
