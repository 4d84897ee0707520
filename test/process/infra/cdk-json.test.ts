import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { app } = JSON.parse(readFileSync(`${root}cdk.json`, 'utf8')) as { app: string };
const pinned = existsSync(`${root}node_modules/node-${process.platform}-${process.arch}`);

test.skipIf(!pinned)('the app runs under the Node 24 of the project, whichever Node calls cdk', () => {
  const path = (process.env['PATH'] ?? '').split(':').filter(folder => !folder.includes('node_modules'));
  const ask = app.replace('infra/app.ts', '--version');
  const version = execFileSync('sh', ['-c', ask], { cwd: root, env: { PATH: path.join(':') }, encoding: 'utf8' });
  expect(version).toMatch(/^v24\./);
});
