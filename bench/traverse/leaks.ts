import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowsers } from '../../shared/adapters/browser/open.ts';
import { localProcesses } from '../../shared/adapters/local/open.ts';
import { livingOf } from '../../test/browser/adapters/living-browsers.ts';
import { startSite } from '../../test/servers/loopback-site.ts';
import { PageRuns } from './page-runs.ts';

export interface LeakRun {
  readonly pages: number;
  readonly processes: number;
  /** Profiles, and whatever else stands in the folder for temporary files but Chromium itself. */
  readonly files: number;
  /** How much more memory this process has after all pages than after a fifth of them, MB. */
  readonly grownMb: number;
}

/** Loads and presses many pages one after the other, and looks at what is left of them. */
export async function runLeaks(pages: number): Promise<LeakRun> {
  const parent = mkdtempSync(join(tmpdir(), 'orbweaver-leaks-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = parent;
  const site = await startSite({ '*': page });
  const browsers = openBrowsers({ processes: localProcesses() });
  const groups = new Set<number>();
  const lend = browsers.lend.bind(browsers);
  browsers.lend = async () => {
    const lent = await lend();
    groups.add(lent.browser.process()!.pid!);
    return lent;
  };
  const runs = await PageRuns.open(`${site.origin}/`, browsers);
  let atFifth = 0;
  for (let n = 0; n < pages; n += 1) {
    await runs.run(`${site.origin}/page-${n}`);
    if (n === Math.floor(pages / 5)) atFifth = process.memoryUsage.rss();
  }
  const grownMb = (process.memoryUsage.rss() - atFifth) / 1e6;
  await runs.close();
  await site.close();
  const processes = [...groups].reduce((sum, group) => sum + livingOf(group).length, 0);
  const files = leftIn(parent).length;
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(parent, { recursive: true, force: true });
  return { pages, processes, files, grownMb };
}

function leftIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap(name =>
    name.startsWith('orbweaver-browser-')
      ? readdirSync(join(folder, name)).filter(inner => inner.startsWith('profile.'))
      : [name],
  );
}

const page = `<!doctype html><button onclick="this.insertAdjacentHTML('afterend', '<a href=/x>x</a>')">show</button>`;
