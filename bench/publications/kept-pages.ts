/**
 * The cost of keeping pages of publications and of reading them again: bytes and CPU time a page, beside the CPU time that reading a page
 * takes at its look. `node bench/publications/kept-pages.ts FILE...`: pages (HTML) of one source; each is taken as often as 1,000 need.
 */
import { readFileSync } from 'node:fs';
import { awsPrices } from '../../shared/adapters/aws/aws-prices.ts';
import { decodeKept, encodeKept, type KeptPage } from '../../shared/wings/publications/kept/kept-pages.ts';
import { readArticle } from '../../shared/wings/publications/watch/sighted-page.ts';

const pagesInAll = 1_000;
/** Publications of a turn, where a source brings what is new since the last look. */
const pagesOfTurn = 5;

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('give files with pages');
const at = Date.now();
const pages = Array.from({ length: pagesInAll }, (_, n): KeptPage => {
  const address = `https://news.example/${n}`;
  const facts = { identity: address, address, at, contentType: 'text/html', isNamed: true };
  return { ...facts, body: readFileSync(files[n % files.length]!) };
});
const turns = Array.from({ length: pagesInAll / pagesOfTurn }, (_, n) =>
  pages.slice(n * pagesOfTurn, (n + 1) * pagesOfTurn),
);

function msOfPage(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / pagesInAll;
}

let objects: Uint8Array[] = [];
const reading = msOfPage(() => {
  for (const page of pages) readArticle(page, undefined);
});
const keeping = msOfPage(() => {
  objects = turns.map(encodeKept);
});
const unpacking = msOfPage(() => {
  for (const bytes of objects) decodeKept(bytes);
});
const bytesOf = (all: readonly Uint8Array[]): number => all.reduce((sum, { byteLength }) => sum + byteLength, 0);
const sent = bytesOf(pages.map(({ body }) => body)) / pagesInAll;
const kept = bytesOf(objects) / pagesInAll;
const shown = (ms: number): string =>
  `${ms.toFixed(2)} ms (${((100 * ms) / reading).toFixed(1)} % of reading the page)`;
console.log(`${pagesInAll} pages of ${files.length} files, ${pagesOfTurn} a turn`);
console.log(
  `sent: ${Math.round(sent)} bytes a page; kept: ${Math.round(kept)} bytes (${Math.round((100 * kept) / sent)} %)`,
);
console.log(`keeping: ${shown(keeping)}; unpacking: ${shown(unpacking)}; reading: ${reading.toFixed(2)} ms`);
/** S3 Standard in us-east-1 for the 30 days that pages are kept. */
const dollarsOfMegabyte = 0.023e-3;
const [calls, storage] = [objects.length * awsPrices.s3Put, (bytesOf(objects) / 1e6) * dollarsOfMegabyte];
console.log(
  `${pagesInAll} publications: ${(bytesOf(objects) / 1e6).toFixed(1)} MB on a disk; in S3 $${calls.toFixed(4)} for ${objects.length} PUTs and $${storage.toFixed(4)} for 30 days`,
);
