import { withSpareThread } from '../embedded/threads/spare-thread.ts';

/** Commands that need a state thread. It loads its code on another core, while this one loads the command line. */
const crawling = new Set(['crawl', 'resume']);
const asking = new Set(['--help', '-h']);

/** Runs one command line and gives the exit code of the process. Results go to stdout, all else to stderr. */
export async function main(args: readonly string[]): Promise<number> {
  const [command = ''] = args;
  if (!crawling.has(command) || args.some(arg => asking.has(arg))) {
    const { runCommandLine } = await import('./command-line.ts');
    return await runCommandLine(args);
  }
  return await withSpareThread(async () => {
    const { runCrawlLine } = await import('./crawl-line.ts');
    return await runCrawlLine(args);
  });
}
