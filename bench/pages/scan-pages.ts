/**
 * How fast pages are scanned, beside parse5 in the same run: `node bench/pages/scan-pages.ts --root DIR [--rounds N] [--profile beebot]`.
 * CPU time of this process only; pages are in memory before the clock starts, and rounds of both alternate.
 */
import type { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'parse5';
import { sniffEncoding } from '../../shared/domain/html/decode-text.ts';
import { PageScan } from '../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../shared/domain/html/scan-page.ts';
import { titleText } from '../../shared/domain/html/scanned-text.ts';
import { profileDefaults } from '../../shared/domain/spec/profiles.ts';

const { values } = parseArgs({
  options: { root: { type: 'string' }, rounds: { type: 'string', default: '3' }, profile: { type: 'string' } },
});
const { elements } = profileDefaults[values.profile === 'beebot' ? 'beebot' : 'graph'];
if (values.root === undefined) throw new Error('--root is missing: a folder of HTML pages');

const bodies = readdirSync(values.root, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.html?(?:\.[\w-]+)*$/.test(entry.name))
  .map(entry => readFileSync(join(entry.parentPath, entry.name)));
const megabytes = bodies.reduce((sum, body) => sum + body.length, 0) / 1e6;
const scan = new PageScan();
let links = 0;
let trees = 0;

const readers: Readonly<Record<string, (body: Buffer) => void>> = {
  'scanPage alone': body => scanPage(body, scan, { elements }),
  'with charset and title': body => {
    const { encoding } = sniffEncoding({ body, contentType: 'text/html' });
    scanPage(body, scan, { elements });
    titleText(scan, encoding);
    links += scan.linkCount;
    trees += scan.usedTree ? 1 : 0;
  },
  parse5: body => void parse(body.toString('latin1'), { scriptingEnabled: false }),
};

const times = new Map<string, number[]>();
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [name, read] of Object.entries(readers)) {
    const before = process.cpuUsage();
    links = trees = 0;
    for (const body of bodies) read(body);
    const { user, system } = process.cpuUsage(before);
    times.set(name, [...(times.get(name) ?? []), (user + system) / 1e6]);
    if (name === 'with charset and title') console.log(`${links} links, ${trees} pages needed the tree`);
  }
}

console.log(`${bodies.length} pages, ${megabytes.toFixed(1)} MB`);
for (const [name, seconds] of times) {
  const median = seconds.sort((a, b) => a - b)[seconds.length >> 1]!;
  console.log(`${name}: ${median.toFixed(2)} s CPU, ${(megabytes / median).toFixed(0)} MB/s`);
}
