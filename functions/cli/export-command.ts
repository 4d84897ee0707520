import { readSpec } from '../../shared/domain/spec/read-spec.ts';

/** `orbweaver export`: prints the files it wrote, one per line. */
export async function exportCrawl(directory: string, formats: readonly string[]): Promise<void> {
  readSpec({ formats }, () => '--format');
  const { exportLocalCrawl } = await import('../local/run-crawl.ts');
  const files = await exportLocalCrawl({ directory, formats: [...formats] });
  process.stdout.write(files.map(file => `${file}\n`).join(''));
}
