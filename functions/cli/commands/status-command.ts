import { progressBlock } from '../terminal/progress-lines.ts';

/** `orbweaver status`: on stdout, whether or not a process works on the crawl. */
export async function status(directory: string, { json }: { readonly json?: true }): Promise<void> {
  const { readLocalStatus } = await import('../../embedded/run-crawl.ts');
  const progress = await readLocalStatus(directory);
  const text = json ? JSON.stringify(progress) : progressBlock(progress, Number.POSITIVE_INFINITY).join('\n');
  process.stdout.write(`${text}\n`);
}
