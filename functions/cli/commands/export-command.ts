import { gatherSettings } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';

/** `orbweaver export`: prints the files it wrote, one per line. */
export async function exportCrawl(directory: string, options: OptionValues): Promise<void> {
  const { formats } = await gatherSettings(options);
  const { exportLocalCrawl } = await import('../../embedded/run-crawl.ts');
  const files = await exportLocalCrawl({ directory, formats });
  process.stdout.write(files.map(file => `${file}\n`).join(''));
}
