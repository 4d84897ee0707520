import { goOnHint } from '../../embedded/directory/resume-hint.ts';
import { progressBlock } from '../terminal/progress-lines.ts';

/** `orbweaver stop`: returns when the stop is requested, not when the crawl has stopped. */
export async function stop(directory: string): Promise<void> {
  const { requestLocalStop } = await import('../../embedded/run-crawl.ts');
  const answer = await requestLocalStop(directory);
  process.stderr.write(
    answer === 'requested'
      ? `It stops after the requests in flight; go on by: ${goOnHint(directory)}\n`
      : `No process works on ${directory}: there is nothing to stop.\n`,
  );
}

/** `orbweaver status`: on stdout, whether or not a process works on the crawl. */
export async function status(directory: string, { json }: { readonly json?: true }): Promise<void> {
  const { readLocalStatus } = await import('../../embedded/run-crawl.ts');
  const progress = await readLocalStatus(directory);
  const text = json ? JSON.stringify(progress) : progressBlock(progress, Number.POSITIVE_INFINITY).join('\n');
  process.stdout.write(`${text}\n`);
}
