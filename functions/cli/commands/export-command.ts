import { defined } from '../../../shared/domain/defined.ts';
import type { IssueLanguage } from '../../../shared/wings/graph/issues/issue-words.ts';
import { metadataFormats } from '../../embedded/metadata/write-metadata.ts';
import { holdsWatch } from '../../embedded/watch/holds-watch.ts';
import { gatherSettings, optionLayer } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';

export interface ExportOptions extends OptionValues {
  readonly out?: string;
  readonly withoutPlugins?: true;
  readonly licence?: string;
  readonly language?: IssueLanguage;
}

/** `orbweaver export`: prints the files it wrote, one per line. */
export async function exportCrawl(directory: string, options: ExportOptions): Promise<void> {
  const named = [(options['format'] ?? []) as string | readonly string[]].flat();
  const metadata = metadataFormats.filter(format => named.includes(format));
  const others = named.filter(name => name !== 'wacz' && !metadata.some(format => format === name));
  const wacz = named.includes('wacz') ? await import('../../embedded/archive/write-wacz.ts') : undefined;
  const isWatch = metadata.length > 0 && (await holdsWatch(directory));
  // Refuses before anything is written.
  await wacz?.archivedFiles(directory);
  if (metadata.includes('arch') && !isWatch) (await import('../../embedded/metadata/arch.ts')).pairTables(directory);
  const { out = directory } = options;
  const isWritten =
    others.length > 0 ||
    options.language !== undefined ||
    named.length === 0 ||
    (metadata.length > 0 && out !== directory);
  if (isWritten && !isWatch) await exportFormats(directory, others, options);
  if (wacz !== undefined) process.stdout.write(`${await wacz.writeWacz(directory, options.out)}\n`);
  if (metadata.length === 0) return;
  const { exportMetadata, exportTables } = await import('./export-metadata.ts');
  const how = { ...options, formats: metadata };
  const files = isWatch ? await exportTables(directory, how) : await exportMetadata(out, how);
  process.stdout.write(files.map(file => `${file}\n`).join(''));
}

async function exportFormats(directory: string, others: readonly string[], given: ExportOptions): Promise<void> {
  const { format: _, ...rest } = given;
  const options: ExportOptions = { ...rest, ...(others.length > 0 && { format: others }) };
  const { formats } = await gatherSettings(options);
  const plugins = options.withoutPlugins ? 'none' : (optionLayer(options).spec.plugins ?? []);
  const { exportLocalCrawl } = await import('../../embedded/export-crawl.ts');
  const files = await exportLocalCrawl({
    directory,
    formats,
    plugins,
    ...defined({ out: options.out, language: options.language }),
  });
  process.stdout.write(files.map(file => `${file}\n`).join(''));
}
