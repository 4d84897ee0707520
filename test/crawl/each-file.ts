/** Vitest runs this module anew before each test file of the tiers that crawl. Files share a process: none finds what another left. */
import { afterAll, vi } from 'vitest';
import { openWorkFolder, removeWorkFolder } from './work-folder.ts';

const before = { ...process.env };

openWorkFolder();
afterAll(() => {
  removeWorkFolder();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
