import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Markdown files in a folder of the repository, by their path from its top. */
export function pagesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(root, folder)).filter(name => name.endsWith('.md'));
  return new Map(names.map(name => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]));
}

/** The paragraphs, list entries and table cells of a page, each on one line, without its examples and headings. */
export function paragraphsOf(page: string): readonly string[] {
  return page
    .replace(/```.*?```/gs, '\n\n')
    .split(/\n\s*\n|\n(?=\s*(?:[|#*-]|\d+\.) ?)/)
    .filter(paragraph => !paragraph.startsWith('#'))
    .flatMap(paragraph => (paragraph.trimStart().startsWith('|') ? paragraph.split(/(?<!\\)\|/) : [paragraph]))
    .map(paragraph => paragraph.replace(/\s+/g, ' ').trim())
    .filter(paragraph => paragraph !== '');
}

/** All pages about formats, with the columns of result files, as one text. */
export function formatPages(): string {
  const columns = readFileSync(join(root, 'docs/reference/files.md'), 'utf8');
  return [...pagesIn('docs/formats').values(), columns].join('\n');
}

/** All Markdown files of the repository but those of tests, by their path from its top. */
export function allPages(): ReadonlyMap<string, string> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const files = listed.filter(file => !file.startsWith('test/') && existsSync(join(root, file)));
  return new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')]));
}
