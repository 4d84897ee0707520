import { gatherSettings, optionLayer } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';

export interface ExportOptions extends OptionValues {
  readonly out?: string;
  readonly withoutPlugins?: true;
}

/** `orbweaver export`: prints the files it wrote, one per line. */
export async function exportCrawl(directory: string, given: ExportOptions): Promise<void> {
  const named = [(given['format'] ?? []) as string | readonly string[]].flat();
  const others = named.filter(name => name !== 'wacz');
  if (others.length < named.length) {
    const { writeWacz } = await import('../../embedded/archive/write-wacz.ts');
    process.stdout.write(`${await writeWacz(directory, given.out)}\n`);
    if (others.length === 0) return;
  }
  const options = { ...given, ...(named.length !== 0 && { format: others }) };
  const { formats } = await gatherSettings(options);
  const plugins = options.withoutPlugins ? 'none' : (optionLayer(options).spec.plugins ?? []);
  const { exportLocalCrawl } = await import('../../embedded/export-crawl.ts');
  const files = await exportLocalCrawl({
    directory,
    formats,
    plugins,
    ...(options.out !== undefined && { out: options.out }),
  });
  process.stdout.write(files.map(file => `${file}\n`).join(''));
}
