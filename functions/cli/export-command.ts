import { gatherSettings } from './gather-spec.ts';
import type { OptionValues } from './spec-options.ts';

/** `orbweaver export`: prints the files it wrote, one per line. */
export async function exportCrawl(directory: string, options: OptionValues): Promise<void> {
  const { formats } = await gatherSettings(options);
  const { exportLocalCrawl } = await import('../local/run-crawl.ts');
  const files = await exportLocalCrawl({ directory, formats });
  process.stdout.write(files.map(file => `${file}\n`).join(''));
}
