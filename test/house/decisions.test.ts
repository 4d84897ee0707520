import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = readdirSync(join(root, 'docs/decisions')).filter(name => name.endsWith('.md') && name !== 'README.md');
const entries = pages.flatMap(page =>
  readFileSync(join(root, 'docs/decisions', page), 'utf8')
    .split(/^(?=## )/m)
    .slice(1)
    .map(text => {
      const lines = text.trimEnd().split('\n');
      return { page, name: lines[0]!.slice('## '.length), lines };
    }),
);
const anchorOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
const cited = new Set(entries.flatMap(({ page, name }) => [`${page}, "${name}"`, `${page}#${anchorOf(name)}`]));

/** The citations of a text: `docs/decisions/PAGE, "NAME"`, a link to `decisions/PAGE#ANCHOR`, or a number, which no decision has. */
function citationsIn(text: string): readonly string[] {
  const named = [...text.matchAll(/decisions\/([\w-]+\.md(?:#[\w-]*|,\s+(?:\*\s+|\/\/\s+)?"[^"]*"))/g)];
  const numbered = [...text.matchAll(/decisions`?,? \(?\d+|\bDECISIONS\b/g)];
  return [...named.map(match => match[1]!.replace(/\s+(\*|\/\/)?\s*/g, ' ')), ...numbered.map(([all]) => all)];
}

describe('decisions', () => {
  test('there are at most 45, and each has a name that no other has', () => {
    expect(entries.length).toBeGreaterThan(30);
    expect(entries.length).toBeLessThanOrEqual(45);
    expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  });

  test.each(entries)(
    '$name: at most 15 lines of 130 characters, with question, choice, price and when to look again',
    ({ lines }) => {
      expect(lines.length).toBeLessThanOrEqual(15);
      expect(lines.filter(line => line.length > 130)).toEqual([]);
      const heads = lines.flatMap(line => /^\*\*([^*]+?)\.?\*\*/.exec(line)?.[1] ?? []);
      expect(heads).toEqual(expect.arrayContaining(['Question', 'Choice', 'Price', 'Look again']));
    },
  );

  test('the index names every page', () => {
    const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
    expect([...index.matchAll(/^- \[.*?\]\(([\w-]+\.md)\)/gm)].map(match => match[1]).toSorted()).toEqual(
      pages.toSorted(),
    );
  });

  test('comments and documents cite decisions that exist, by name', () => {
    const list = execFileSync('git', ['ls-files', '*.ts', '*.js', '*.cjs', '*.md', '.ci'], {
      cwd: root,
      encoding: 'utf8',
    });
    const files = list
      .split('\n')
      .filter(file => file !== '' && file !== 'test/house/decisions.test.ts' && file !== 'docs/decisions/README.md');
    const all = files.flatMap(file =>
      citationsIn(readFileSync(join(root, file), 'utf8')).map(citation => ({ file, citation })),
    );
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(({ citation }) => !cited.has(citation))).toEqual([]);
  });

  test.each([
    ['see docs/decisions/engine.md, "Many sites"', ['engine.md, "Many sites"']],
    [' * see docs/decisions/engine.md,\n * "Many sites"', ['engine.md, "Many sites"']],
    ['[Many sites](../decisions/engine.md#many-sites)', ['engine.md#many-sites']],
    ['(docs/decisions, 92)', ['decisions, 92']],
    ['DECISIONS 163', ['DECISIONS']],
  ])('reads the citation in %j', (text, citations) => {
    expect(citationsIn(text)).toEqual(citations);
  });
});
