import { gatherSettings, optionLayer } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';

export interface ExportOptions extends OptionValues {
  readonly out?: string;
  readonly withoutPlugins?: true;
}

/** `orbweaver export`: prints the files it wrote, one per line. */
export async function exportCrawl(directory: string, options: ExportOptions): Promise<void> {
  const { formats } = await gatherSettings(options);
  const plugins = options.withoutPlugins ? 'none' : (optionLayer(options).spec.plugins ?? []);
  const { exportLocalCrawl } = await import('../../embedded/export-crawl.ts');
  const files = await exportLocalCrawl({
    directory,
    formats,
    plugins,
    ...(options.out === undefined ? {} : { out: options.out }),
  });
  process.stdout.write(files.map(file => `${file}\n`).join(''));
}
