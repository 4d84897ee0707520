import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import { pagesIn, root } from './written-docs.ts';

const pages = pagesIn('docs/design');
const design = [...pages.values()].join('\n');
const files = ['shared', 'functions', 'infra', 'test', 'bench', 'scripts', 'docs'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:[cm]?[jt]s|md)$/.test(name))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`),
);
const headingsOf = (page: string): string[] => [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
const headings = headingsOf(design);

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** A comment that goes on in the next line reads as one line. */
function inOneLine(text: string): string {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
}

function commentsOf(code: string): readonly string[] {
  return code.match(/\/\*[\s\S]*?\*\/|(?:^\s*\/\/.*\n?)+|\/\/.*$/gm) ?? [];
}

/** Lines of a section up to the next heading of its own or a higher level. */
function sectionOf(heading: string): string {
  const start = design.search(new RegExp(`^#+ ${heading}$`, 'm'));
  const [marks] = /^#+/.exec(design.slice(start))!;
  const rest = design.slice(start + marks.length);
  const end = rest.search(new RegExp(`^#{1,${marks.length}} `, 'm'));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Code without its comments, its names parted into words: `finishReason` is `finish reason`. */
function wordsOf(code: string): string {
  return code
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, h: 3_600_000, MB: 1024 * 1024 };

describe('docs/design', () => {
  test('has each section to which code and documents point by its name', () => {
    const references = [...files, 'README.md']
      .filter(file => file !== 'test/house/design.test.ts')
      .flatMap(file =>
        [...inOneLine(textOf(file)).matchAll(/(docs\/design\/[\w-]+\.md)`?, "([^"]+)"/g)].map(([, page, section]) => ({
          file,
          page: page!,
          section: section!,
        })),
      );
    expect(references.length).toBeGreaterThanOrEqual(14);
    const unknown = references.filter(({ page, section }) => !headingsOf(pages.get(page) ?? '').includes(section));
    expect(unknown).toEqual([]);
  });

  test('and all other documents that comments cite are there', () => {
    const cited = files
      .filter(file => /s$/.test(file))
      .flatMap(file =>
        commentsOf(textOf(file)).flatMap(comment =>
          (inOneLine(comment).match(/[\w./-]+\.md\b/g) ?? []).map(document => ({ file, document })),
        ),
      );
    expect(cited.length).toBeGreaterThanOrEqual(20);
    expect(cited.filter(({ document }) => !existsSync(join(root, document)))).toEqual([]);
  });

  test('is what code points to: there is no other design, and no issue, that a reader would have to find', () => {
    const elsewhere = files
      .filter(file => file !== 'test/house/design.test.ts')
      .filter(file => /\bdesign,? sections? \d|\bissue \d+, point/i.test(inOneLine(textOf(file))));
    expect(elsewhere).toEqual([]);
  });

  test('has one heading of each name, so that a reference leads to one section', () => {
    expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
    const anchorsOf = (page: string): string[] =>
      headingsOf(pages.get(page) ?? '').map(heading => heading.toLowerCase().replaceAll(' ', '-'));
    const links = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/\]\(([\w-]+\.md)?#([^)]+)\)/g)].map(([, other, anchor]) => ({
        page: other === undefined ? page : `docs/design/${other}`,
        anchor: anchor!,
      })),
    );
    expect(links.length).toBeGreaterThanOrEqual(8);
    expect(links.filter(({ page, anchor }) => !anchorsOf(page).includes(anchor))).toEqual([]);
  });

  test('explains only words that the code uses', () => {
    const code = files
      .filter(file => /^(?:shared|functions|infra)\/.*\.ts$/.test(file))
      .map(file => wordsOf(textOf(file)))
      .join('\n');
    const words = [...sectionOf('Words').matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, word]) => word!);
    expect(words.length).toBeGreaterThanOrEqual(60);
    const unused = words.filter(word => !new RegExp(`\\b${word.replaceAll('-', ' ')}(?:s|ed|es)?\\b`).test(code));
    expect(unused).toEqual([]);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });

  test('lists the numbers of the protocol as they are in protocol.ts', () => {
    const rows = [...sectionOf('Numbers').matchAll(/^\| (\w+) \| ([\d,]+)(?: (ms|s|h|MB))? \|/gm)];
    const listed = rows.map(([, name, value, unit]) => [
      name!,
      Number(value!.replaceAll(',', '')) * (unit === undefined ? 1 : units[unit]!),
    ]);
    expect(Object.fromEntries(listed)).toEqual(protocol);
  });

  test('names only files that are there', () => {
    const named = [...design.matchAll(/`([\w./-]+\.(?:ts|md))`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(10);
    const missing = named.filter(name =>
      name.includes('/') ? !files.includes(name) : !files.some(file => basename(file) === name),
    );
    expect(missing).toEqual([]);
    const folders = [...design.matchAll(/`([\w/]+)\/`/g)].map(([, name]) => `${name}/`);
    const known = (folder: string): boolean => files.some(file => `/${file}`.includes(`/${folder}`));
    expect(folders.filter(folder => !known(folder))).toEqual([]);
  });
});
