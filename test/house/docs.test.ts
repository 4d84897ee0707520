import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { allPages, root } from './written-docs.ts';

const texts = allPages();
const written = [...texts].filter(([file]) => !file.startsWith('docs/reference/'));

const mostBytes = 40_000;

describe('documents', () => {
  test('are short enough to be read', () => {
    const long = written.filter(([, text]) => Buffer.byteLength(text) > mostBytes);
    expect(long.map(([file, text]) => `${file}: ${Buffer.byteLength(text)} bytes`)).toEqual([]);
  });

  test('README fits into two screens and a half', () => {
    const readme = texts.get('README.md')!;
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(16_384);
  });

  test('lead to files and headings that exist', () => {
    const links = [...texts].flatMap(([file, text]) => linksIn(text).map(link => ({ file, link })));
    expect(links.length).toBeGreaterThan(60);
    const dead = links.filter(({ file, link }) => !leadsSomewhere(file, link));
    expect(dead.map(({ file, link }) => `${file}: ${link}`)).toEqual([]);
  });

  test('name no file of the project that is not there', () => {
    const named = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/`(?:node )?((?:shared|functions|infra|test|bench|docs|scripts|\.ci)\/[^\s`*<{…]*)`/g)].map(
        ([, path]) => ({ file, path: path! }),
      ),
    );
    expect(named.length).toBeGreaterThan(60);
    const missing = named.filter(({ path }) => !existsSync(join(root, path)));
    expect(missing.map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
  });

  test('have the pages and sections that the code names', () => {
    const references = sourceFiles().flatMap(file =>
      [...onOneLine(readFileSync(join(root, file), 'utf8')).matchAll(/(docs\/[\w/-]+\.md)(?:, "([^"`]+)")?/g)].map(
        ([, page, section]) => ({ file, page: page!, section }),
      ),
    );
    expect(references.filter(({ section }) => section !== undefined).length).toBeGreaterThan(20);
    const unknown = references.filter(({ page, section }) => !hasSection(texts.get(page), section));
    expect(unknown).toEqual([]);
  });

  test('that an installed package has lead to no document that it lacks', () => {
    const { files } = manifest;
    const isPacked = (path: string): boolean =>
      ['README.md', 'LICENSE'].includes(path) || files.some(name => path === name || path.startsWith(name));
    const dead = [...texts]
      .filter(([file]) => isPacked(file))
      .flatMap(([file, text]) => linksIn(text).map(link => ({ file, path: pathOf(file, link) })))
      .filter(({ path }) => /^(?:docs\/.*|[^/]*)\.md$/.test(path) && !isPacked(path));
    expect(dead).toEqual([]);
  });
});

function sourceFiles(): readonly string[] {
  const folders = ['shared', 'functions', 'infra', 'bench', 'scripts'];
  const listed = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  return listed.filter(file => /\.[jt]s$/.test(file) && existsSync(join(root, file)));
}

/** A comment that goes on in the next line reads as one line. */
function onOneLine(text: string): string {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
}

/** Of "Labels: `labels export`" the words before the colon name the section, too. */
function hasSection(text: string | undefined, section: string | undefined): boolean {
  if (text === undefined || section === undefined) return text !== undefined;
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return headings.some(heading => heading === section || heading.startsWith(`${section}:`));
}

function linksIn(text: string): readonly string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, 'code');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter(link => !/^[a-z]+:/.test(link));
}

function pathOf(file: string, link: string): string {
  const [path] = link.split('#');
  return path === '' ? file : normalize(join(dirname(file), path!));
}

function leadsSomewhere(file: string, link: string): boolean {
  const path = pathOf(file, link);
  const full = join(root, path);
  if (relative(root, full).startsWith('..') || !existsSync(full)) return false;
  const anchor = link.split('#')[1];
  if (anchor === undefined) return true;
  if (statSync(full).isDirectory()) return false;
  return anchorsOf(texts.get(path) ?? '').has(anchor);
}

/** Anchors as GitHub makes them: of equal headings the later ones are numbered. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  const anchors = [...prose.matchAll(/^#+ +(.+?)\s*$/gm)].map(([, heading]) => {
    const anchor = heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}
