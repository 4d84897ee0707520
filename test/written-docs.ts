import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Markdown files in a folder of the repository, by their path from its top. */
export function pagesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(root, folder)).filter(name => name.endsWith('.md'));
  return new Map(names.map(name => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]));
}

/** All pages about formats, as one text. */
export function formatPages(): string {
  return [...pagesIn('docs/formats').values()].join('\n');
}
