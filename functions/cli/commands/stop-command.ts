import { resumeHint } from '../../embedded/resume-hint.ts';

/** `orbweaver stop`: returns when the stop is asked for, not when the crawl has stopped. */
export async function stop(directory: string): Promise<void> {
  const { requestLocalStop } = await import('../../embedded/run-crawl.ts');
  const answer = await requestLocalStop(directory);
  process.stderr.write(
    answer === 'requested'
      ? `The crawl stops after the requests in flight; go on by: ${resumeHint(directory)}\n`
      : `No process works on ${directory}: there is nothing to stop.\n`,
  );
}
