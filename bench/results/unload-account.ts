/**
 * The cost of unloading in an AWS account, with S3 and DynamoDB in this process (`account-place.ts`):
 *
 *   npm run bench:unload-account -- [--pages 200000,2000000] [--links 10] [--format csv,gexf] [--sites 100000] [--heap-mb 1433]
 *
 * Of each number of pages: `orbweaver remote unload` of a generated site. The summary of a crawl of so many sites is written by the
 * function's own code in a process with the heap of its function, which ends itself above the memory of the function. Prints time, CPU,
 * peak memory and calls, and the bars, met or MISSED.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type StoredSite, siteFile } from '../../functions/aws/life/control-files.ts';
import { objectKey } from '../../shared/adapters/aws/object-keys.ts';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { newSite } from '../../shared/steps/life/start-crawl.ts';
import { type Bar, barRows } from '../measured/bars.ts';
import { measure, type Usage } from '../measured/measure.ts';
import { formatTable } from '../measured/table.ts';
import { type AccountPlace, openAccountPlace } from './account-place.ts';
import { writeFetched } from './write-crawl.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '200000,2000000' },
    links: { type: 'string', default: '10' },
    format: { type: 'string', default: 'csv,gexf' },
    sites: { type: 'string', default: '100000' },
    'heap-mb': { type: 'string', default: '1433' },
  },
});

const stack = 'Orbweaver';
const functionMb = 2_048;
const pagesOfSite = 300;
const linkedHosts = 10;
/** Of the launcher and the program. */
const allowedMb = (pages: number): number => 600 + (pages * 0.6) / 1_000;
const launcher = fileURLToPath(new URL('../../functions/orbweaver.js', import.meta.url));
const numbersOf = (text: string): number[] => text.split(',').filter(Boolean).map(Number);
const progress = (text: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

const table: string[][] = [];
const bars: Bar[] = [];

function add(
  what: string,
  { wallSeconds, cpuSeconds, peakMb }: Usage,
  { results, calls }: AccountPlace,
  mostMb: number,
) {
  const bytes = [...results.values()].reduce((sum, file) => sum + file.bytes, 0);
  const counted = [...calls].map(([call, count]) => `${call} ${count}`).join(', ');
  table.push([
    what,
    wallSeconds.toFixed(1),
    cpuSeconds.toFixed(1),
    peakMb.toFixed(0),
    (bytes / 1e6).toFixed(0),
    counted,
  ]);
  bars.push({ what: `peak memory, ${what}, MB`, value: peakMb, limit: mostMb });
  progress(`${what}: ${peakMb.toFixed(0)} MB`);
}

for (const pages of numbersOf(values.pages)) {
  await using account = await openAccountPlace(stack);
  const usage = await unloaded(account, crypto.randomUUID(), pages, values.format.split(','));
  add(`${pages} pages, ${values.links} links each`, usage, account, allowedMb(pages));
}

for (const sites of numbersOf(values.sites)) {
  await using account = await openAccountPlace(stack);
  const id = crypto.randomUUID();
  await writeSites(account, id, sites, await endedSite());
  progress(`${sites} sites are written`);
  const code = `
    const limit = ${functionMb} * 2 ** 20;
    setInterval(() => process.memoryUsage.rss() > limit && process.kill(process.pid, 'SIGKILL'), 20).unref();
    const { unload } = await import(${JSON.stringify(new URL('../../functions/aws/unload.ts', import.meta.url).href)});
    await unload({ kind: 'summary', crawl: '${id}', run: 1 }, { getRemainingTimeInMillis: () => 900_000 });
    process.exit();`;
  const command = [process.execPath, `--max-old-space-size=${values['heap-mb']}`, '--input-type=module', '-e', code];
  const usage = await measure(command, { ...account.access, ...account.variables });
  add(`summary of ${sites} sites`, usage, account, (functionMb * 2 ** 20) / 1e6);
}

async function unloaded(account: AccountPlace, id: string, pages: number, formats: string[]): Promise<Usage> {
  const graph = { pages, linksPerPage: Number(values.links) };
  await account.registry.create({ id, owner: 'account:1', createdAt: Date.now(), run: 1, queued: false });
  await writeFetched(
    { store: account.quick, objects: account.objectsOf(id) },
    id,
    graph,
    { formats },
    protocol.mostUrlsAws,
  );
  progress(`${pages} pages are fetched`);
  return await measure([launcher, 'remote', 'unload', id, '--stack', stack], account.access);
}

/** The text of what the parts of the results answer about a site of some hundred pages. */
async function endedSite(): Promise<string> {
  await using account = await openAccountPlace(stack);
  const id = crypto.randomUUID();
  await unloaded(account, id, pagesOfSite, ['csv']);
  return JSON.stringify(await siteFile(1, 1).get(account.objectsOf(id)));
}

/** A crawl of which every site is unloaded: its rows, and of each site the answers of `ended` under its own name, with its own links. */
async function writeSites(account: AccountPlace, id: string, count: number, ended: string): Promise<void> {
  const urls = Array.from({ length: count }, (_, at) => ({ url: `https://site-${at + 1}.example/` }));
  const spec = resolveSpec([readSpec({ sites: urls, formats: ['csv'] }, path => path.join('.'))]);
  const finished = { id, spec, state: 'unloading', finishReason: 'no-work', startedAt: 0, activeSites: 0 } as const;
  const rows = spec.sites.map(site => newSite(id, site, { grant: Number.POSITIVE_INFINITY, now: 0 }));
  await account.registry.create({ id, owner: 'account:1', createdAt: Date.now(), run: 1, queued: false });
  await account.store.createCrawl(
    finished,
    rows.map(row => ({ ...row, status: 'no-work' })),
  );
  for (let site = 1; site <= count; site += 1) {
    const hosts = Array.from(
      { length: linkedHosts },
      (_, at) => `host-${(site * 7 + at * 13) % 50_000}.example`,
    ).sort();
    const { answers, files } = JSON.parse(ended.replaceAll('generated.example', `site-${site}.example`)) as StoredSite;
    Object.assign(answers['indicators'] as object, { linked: hosts.map(host => [host, 6]) });
    Object.assign(answers['fragment'] as object, { links: hosts.map(host => [host, 1, 6]) });
    // Hardly packed, for millions of objects would take minutes.
    const bytes = gzipSync(JSON.stringify({ site, answers, files }), { level: 1 });
    account.objects.set(objectKey(id, siteFile(1, site).name), bytes);
  }
}

console.log(formatTable(['', 'wall s', 'CPU s', 'peak MB', 'files MB', 'calls'], table));
console.log(formatTable(['bar', 'at most', 'measured', ''], barRows(bars)));
