import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatPages, root } from '../../house/written-docs.ts';

const python = process.env['ORBWEAVER_TEST_PYTHON'] ?? 'python3';
const hasPackages = spawnSync(python, ['-c', 'import pandas, networkx, scipy, matplotlib']).status === 0;
if (!hasPackages) console.warn('Skipped: no python3 with pandas, networkx, scipy and matplotlib here.');

interface Cell {
  readonly cell_type: string;
  readonly source: readonly string[];
}

async function codeCells(): Promise<string[]> {
  const notebook = JSON.parse(await readFile(join(root, 'docs/notebook.ipynb'), 'utf8')) as { cells: Cell[] };
  return notebook.cells.filter(cell => cell.cell_type === 'code').map(cell => cell.source.join(''));
}

it('names only columns that the pages about formats explain', async () => {
  const columns = (await codeCells()).flatMap(code =>
    [...code.matchAll(/"([A-Z][A-Za-z]+)"/g)].map(match => match[1] ?? ''),
  );
  const explained = new Set(formatPages().match(/[A-Z][A-Za-z]+/g));
  const ownNames = ['Date', 'ORBWEAVER'];
  expect(columns).toContain('PageRank');
  expect(columns.filter(column => !(ownNames.includes(column) || explained.has(column)))).toEqual([]);
});

describe.skipIf(!hasPackages)('the notebook, run cell by cell', () => {
  let folder = '';
  let printed = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notebook-'));
    const run = spawnSync(python, ['-c', (await codeCells()).join('\n\n')], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        MPLBACKEND: 'Agg',
        PYTHONPATH: join(root, 'clients/python'),
        ORBWEAVER: `'${process.execPath}' '${join(root, 'functions/orbweaver.js')}'`,
      },
    });
    if (run.status !== 0) throw new Error(run.stderr);
    printed = run.stdout;
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('agrees with networkx on levels and ranks', () => {
    expect(printed).toContain('23 nodes, 39 arcs, 4 external addresses, 2 broken links');
    expect(printed).toContain('0 pages can be reached by fewer clicks than their level');
    expect(printed).toContain('the ranks differ by less than 0.000001: True');
  });

  it('draws the figure in both formats', async () => {
    for (const file of ['figure.svg', 'figure.png']) {
      expect((await stat(join(folder, 'notebook-crawl', file))).size).toBeGreaterThan(10_000);
    }
  });
});
