/**
 * A crawl as in life: 500 sites of ten pages of 240 KB, packed, over TLS 1.3, a connection each. The ways differ by one thing,
 * so their differences are the CPU of a stage: `npm run bench:life -- [--sites 500] [--pages 10] [--repeat 3] [--before FOLDER]`.
 * Needs `openssl`, which makes a certificate for the addresses of the sites.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PageScan } from '../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../shared/domain/html/scan-page.ts';
import type { Program } from '../measured/programs.ts';
import { cpuMsPerPage, medianOf, type Sample, sample } from '../measured/sample.ts';
import { formatTable } from '../measured/table.ts';
import { type LifeWay, lifePage, serveLife } from '../servers/serve-life.ts';
import { addressOf } from '../servers/serve-many.ts';
import { crawlOfSites } from './site-programs.ts';

const { values: options } = parseArgs({
  options: {
    sites: { type: 'string', default: '500' },
    pages: { type: 'string', default: '10' },
    repeat: { type: 'string', default: '3' },
    before: { type: 'string' },
  },
});
const [sites, pages, repeat] = [Number(options.sites), Number(options.pages), Number(options.repeat)];

/** Makes `key.pem` and `cert.pem` in the folder. */
function makeCertificate(folder: string): void {
  const names = Array.from({ length: sites }, (_, site) => `IP:${addressOf(site)}`).join(',');
  const config = join(folder, 'openssl.cnf');
  const sections = '[req]\ndistinguished_name=dn\nx509_extensions=v3\nprompt=no\n[dn]\nCN=bench\n[v3]\n';
  writeFileSync(config, `${sections}subjectAltName=${names}\n`);
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(folder, 'key.pem'),
  ];
  const made = ['-x509', '-days', '2', '-config', config, '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', ...key, ...made], { stdio: ['ignore', 'ignore', 'pipe'] });
}

interface Way {
  readonly program: Program;
  readonly way: LifeWay;
}

function waysOf(folder: string): Way[] {
  const ca = join(folder, 'cert.pem');
  const secure = { isPacked: true, certificate: folder } as const;
  const ways: Way[] = [
    { program: crawlOfSites('plain', sites), way: { isPacked: false } },
    { program: crawlOfSites('gzip', sites), way: { isPacked: true } },
    { program: crawlOfSites('gzip, TLS', sites, { ca }), way: secure },
    { program: crawlOfSites('gzip, TLS, a page a connection', sites, { ca }), way: { ...secure, closes: true } },
  ];
  const { before } = options;
  if (before === undefined) return ways;
  return ways.flatMap(each => {
    const at = { checkout: before, ...(each.way.certificate !== undefined && { ca }) };
    return [each, { program: crawlOfSites(`${each.program.name}, before`, sites, at), way: each.way }];
  });
}

async function measureWays(ways: readonly Way[]): Promise<Map<string, Sample>> {
  const samples = new Map<string, Sample[]>(ways.map(({ program }) => [program.name, []]));
  for (let round = 1; round <= repeat; round += 1) {
    for (const { program, way } of ways) {
      await using served = await serveLife(pages, way);
      const taken = await sample(program, served);
      if (taken.pages !== sites * pages) throw new Error(`${program.name}: ${taken.pages} of ${sites * pages} pages`);
      samples.get(program.name)!.push(taken);
      console.error(`${round}/${repeat} ${program.name}: ${taken.cpuSeconds.toFixed(2)} s of CPU`);
    }
  }
  return new Map([...samples].map(([name, runs]) => [name, medianOf(runs)]));
}

/** CPU of this process for one page, ms. */
function primitive(work: () => void): number {
  const times = 200;
  for (let time = 0; time < times; time += 1) work();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

function stageRows(medians: ReadonlyMap<string, Sample>): string[][] {
  const of = (name: string): number => cpuMsPerPage(medians.get(name)!);
  const page = Buffer.from(lifePage(pages, 1), 'latin1');
  const packed = gzipSync(page);
  const scan = new PageScan();
  const scanning = primitive(() => scanPage(page, scan, { elements: ['a', 'refresh'] }));
  const further = (of('gzip, TLS, a page a connection') - of('gzip, TLS')) / (1 - 1 / pages);
  const stages: readonly (readonly [string, number])[] = [
    [`scanning (${page.length} bytes, in one process)`, scanning],
    ['requests, storing, results, start: plain less scanning', of('plain') - scanning],
    [`unpacking (${packed.length} bytes): gzip less plain`, of('gzip') - of('plain')],
    ['  of these inflate alone, in one process', primitive(() => void gunzipSync(packed))],
    [`TLS with ${pages} pages a connection: less gzip`, of('gzip, TLS') - of('gzip')],
    ['a further connection, its session resumed', further],
  ];
  return stages.map(([stage, value]) => [stage, value.toFixed(2)]);
}

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-life-'));
try {
  makeCertificate(folder);
  const medians = await measureWays(waysOf(folder));
  const rows = [...medians].map(([name, one]) => [
    ...[name, String(one.pages), one.wallSeconds.toFixed(2), one.cpuSeconds.toFixed(2)],
    ...[cpuMsPerPage(one).toFixed(2), one.peakMb.toFixed(0)],
  ]);
  console.log(formatTable(['', 'pages', 'wall s', 'CPU s', 'CPU ms/page', 'peak MB'], rows));
  console.log(`\n${formatTable(['CPU of a page by stage', 'ms'], stageRows(medians))}`);
} finally {
  rmSync(folder, { recursive: true });
}
