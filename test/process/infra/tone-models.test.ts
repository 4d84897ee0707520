import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { alongWith } from '../../../infra/crawl-function.ts';
import { shippedModels } from '../../../shared/adapters/tone/open.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts beside the bundle what the stack puts there. */
function runHooks(): void {
  for (const command of alongWith({ hasTone: true })!.commandHooks.afterBundling(root, folder))
    execFileSync('sh', ['-c', command]);
}

test('the function that reads publications has the models of tone beside its bundle, and classifies by them', async () => {
  const sentence = 'Учёные МГУ получили премию за выдающееся открытие.';
  const item = { sentence, start: 7, end: 10 };
  const entry = join(folder, 'entry.ts');
  writeFileSync(
    entry,
    `import { shippedModels } from ${JSON.stringify(join(root, 'shared/adapters/tone/open.ts'))};
     const engine = await shippedModels.engine('ru');
     console.log(JSON.stringify(await engine.tone(${JSON.stringify(item)})));`,
  );
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    external: ['onnxruntime-node'],
    logLevel: 'error',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  runHooks();
  const said = execFileSync(process.execPath, [join(folder, 'index.mjs')], { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual((await shippedModels.engine('ru')).tone(item));
  const names = readdirSync(join(folder, 'tone-models'));
  expect(names).toContain('LICENSES.txt');
  const size = names.reduce((sum, name) => sum + statSync(join(folder, 'tone-models', name)).size, 0);
  expect(size).toBeLessThan(6_100_000);
}, 120_000);

test('a function that has neither browser nor tone has nothing beside its bundle', () => {
  expect(alongWith({})).toBeUndefined();
  expect(alongWith({ hasBrowser: true, hasTone: true })!.commandHooks.afterBundling('/in', '/out')).toHaveLength(4);
});
