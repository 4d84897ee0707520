/** A crawl since an earlier one beside a whole crawl, of a site that has not changed and says so by ETags. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure, type Usage } from '../measured/measure.ts';
import { formatTable } from '../measured/table.ts';
import { serveDirectory } from '../servers/serve-directory.ts';
import type { ServedSite } from '../servers/server-process.ts';
import { defaultRoot } from './debian-docs.ts';

interface Run extends Usage {
  readonly sentMb: number;
}

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: process.env['BENCH_ROOT'] ?? defaultRoot },
    start: { type: 'string', default: '/index.html' },
    repeat: { type: 'string', default: '3' },
    'max-downloads': { type: 'string', default: '32' },
  },
});
const launcher = fileURLToPath(new URL('../../functions/orbweaver.js', import.meta.url));

async function crawl(site: ServedSite, folder: string, name: string, ...more: readonly string[]): Promise<Run> {
  const out = join(folder, name);
  rmSync(out, { recursive: true, force: true });
  await site.takeTally();
  const usage = await measure(
    [
      ...[launcher, 'crawl', site.origin + values.start, '--delay', '0'],
      ...['--max-downloads', values['max-downloads'], '--out', out, '--quiet', ...more],
    ],
    { ORBWEAVER_STATE: join(folder, 'state') },
  );
  return { ...usage, sentMb: (await site.takeTally()).sentBytes / 1e6 };
}

function median(runs: readonly Run[], of: keyof Run): number {
  return runs.map(run => run[of]).toSorted((a, b) => a - b)[runs.length >> 1]!;
}

function rowOf(name: string, runs: readonly Run[]): string[] {
  const figures = [median(runs, 'cpuSeconds'), median(runs, 'wallSeconds'), median(runs, 'sentMb')];
  return [name, ...figures.map(figure => figure.toFixed(2)), median(runs, 'peakMb').toFixed(0)];
}

if (!existsSync(join(values.root, values.start))) throw new Error(`--root: ${values.root} has no ${values.start}`);
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-since-'));
try {
  await using site = await serveDirectory(values.root, { etags: true });
  await crawl(site, folder, 'earlier');
  const earlier = join(folder, 'earlier');
  const whole: Run[] = [];
  const since: Run[] = [];
  for (let run = 0; run < Number(values.repeat); run += 1) {
    whole.push(await crawl(site, folder, 'whole'));
    since.push(await crawl(site, folder, 'since', '--since', earlier));
  }
  console.log(
    formatTable(['', 'CPU s', 'wall s', 'MB sent', 'peak MB'], [rowOf('whole', whole), rowOf('since', since)]),
  );
} finally {
  rmSync(folder, { recursive: true });
}
