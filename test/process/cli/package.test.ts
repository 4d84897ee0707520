import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedModules } from '../../../functions/serve/page-files.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { newDirectory } from '../../crawl/crawl-run.ts';
import { root } from '../../house/written-docs.ts';

/** Scripts that npm runs where a package is installed. */
const ofInstallation = ['preinstall', 'install', 'postinstall', 'prepare'];

/** A copy of the clone, packed by npm and unpacked where npm would have installed it, with the packages that it names. */
function installedPackage(): string {
  const clone = newDirectory();
  for (const name of [...manifest.files, 'functions', 'shared', 'scripts', 'package.json', 'README.md', 'LICENSE'])
    if (name !== 'dist/') cpSync(join(root, name), join(clone, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  execFileSync('npm', ['pack', '--silent'], { cwd: clone });
  const packages = join(newDirectory(), 'node_modules');
  mkdirSync(packages, { recursive: true });
  execFileSync('tar', ['-xzf', join(clone, `orbweaver-${manifest.version}.tgz`), '-C', packages]);
  const installed = join(packages, 'orbweaver');
  cpSync(join(packages, 'package'), installed, { recursive: true });
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  return installed;
}

test('the file that npm packs runs where it is installed, without a script and with the documents', () => {
  const installed = installedPackage();
  const orbweaver = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(installed, 'functions/orbweaver.js'), ...args], {
      cwd: dirname(installed),
      encoding: 'utf8',
    });
  expect(orbweaver('--help')).toMatchObject({ status: 0, stderr: '' });
  const crawl = orbweaver('crawl', '--example', '--delay', '0', '--quiet', '--out', 'example');
  expect([crawl.status, crawl.stderr]).toEqual([0, '']);

  const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as typeof manifest;
  expect(Object.keys(scripts).filter(name => ofInstallation.includes(name))).toEqual([]);
  for (const name of ['README.md', 'LICENSE', 'docs/guide-crawl.md', 'docs/reference/cli.md', 'docs/formats/tables.md'])
    expect(existsSync(join(installed, name)), name).toBe(true);
  // The page cannot start without one of them.
  for (const name of sharedModules) expect(existsSync(join(installed, name)), name).toBe(true);
  expect(existsSync(join(installed, 'test'))).toBe(false);

  const modules = globSync('functions/console/**/*.ts', { cwd: installed });
  const imported = modules.flatMap(module =>
    [...readFileSync(join(installed, module), 'utf8').matchAll(/^import (?!type).* from '(\.[^']+)';$/gm)].map(
      ([, name]) => join(dirname(module), name!),
    ),
  );
  expect(imported).toContain('shared/domain/spec/resolve/presets.ts');
  expect(imported.filter(module => !existsSync(join(installed, module)))).toEqual([]);
});
