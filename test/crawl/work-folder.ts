/** A folder for each test file, though files share the modules of a process: crawl directories, and the file's own token table. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of the test file that runs. Modules that files share read it when they need it: it is another for the next file. */
export let workFolder = '';

export function openWorkFolder(): void {
  workFolder = mkdtempSync(join(tmpdir(), 'orbweaver-crawls-'));
  process.env['ORBWEAVER_STATE'] = join(workFolder, 'state');
}

export function removeWorkFolder(): void {
  rmSync(workFolder, { recursive: true, force: true });
}
